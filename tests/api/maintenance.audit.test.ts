import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const path = '/api/maintenance-windows';
const entries = () => running.app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

test('Creating, changing, ending or deleting a window is recorded, with its times and place', async () => {
  const startsAt = new Date(Date.now() - 60_000).toISOString().slice(0, 16);
  const { controllerId } = cast.alice;
  const sent = { name: 'Firmware', startsAt, minutes: 120, timeZone: 'UTC', controllerId };
  const { id } = (await rest(cast.alice).post(path, sent)).body as { id: string };
  await rest(cast.alice).put(`${path}/${id}`, { minutes: 180, controllerId: null });
  await rest(cast.alice).post(`${path}/${id}/end`, {});
  await rest(cast.alice).delete(`${path}/${id}`);
  const by = { actor: cast.alice.email, subject: 'Firmware', subjectId: id };
  expect(await entries()).toMatchObject([
    {
      ...by,
      action: 'maintenance.create',
      before: {},
      after: { name: 'Firmware', controller: 'Head Office', minutes: 120, startsAt, repeats: 'once' },
    },
    {
      ...by,
      action: 'maintenance.update',
      before: { minutes: 120, controller: 'Head Office' },
      after: { minutes: 180 },
    },
    { ...by, action: 'maintenance.end' },
    { ...by, action: 'maintenance.delete', before: { minutes: 180 } },
  ]);
  expect((await entries()).map(({ label }) => label)).toEqual([
    'Maintenance window created',
    'Maintenance window changed',
    'Maintenance window ended',
    'Maintenance window deleted',
  ]);
});

test('A refused change is not recorded', async () => {
  const startsAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const { body } = await rest(cast.alice).post(path, {
    name: 'Later',
    startsAt,
    minutes: 60,
    timeZone: 'UTC',
  });
  const { id } = body as { id: string };
  const refused = [
    await rest(cast.alice).post(`${path}/${id}/end`, {}),
    await rest(cast.alice).put(`${path}/${id}`, { minutes: 0 }),
    await rest(cast.bob).delete(`${path}/${id}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 400, 404]);
  expect((await entries()).map(({ action }) => action)).toEqual(['maintenance.create']);
});
