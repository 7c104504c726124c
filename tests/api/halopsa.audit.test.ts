import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

test('Changes to which alerts of a controller become tickets are recorded, once each', async () => {
  const { alice } = team.cast;
  const configure = (body: object) =>
    rest(alice).put(`/api/controllers/${alice.controllerId}/halopsa-config`, body);
  await configure({ enabled: true, severityLevels: ['critical'], haloPriority: 1 });
  await configure({ enabled: true });
  expect((await configure({ severityLevels: [] })).status).toBe(400);
  await configure({ haloClientId: 246, haloClientName: 'Contoso Dental' });
  const entries = await team
    .rows()
    .find(AuditEntry, { action: 'halopsa.alerts' }, { orderBy: { id: 'asc' } });
  const by = { actor: alice.email, subject: 'Head Office', subjectId: alice.controllerId };
  expect(entries).toMatchObject([
    {
      ...by,
      before: { enabled: false },
      after: { enabled: true, severities: ['critical'], priority: 1, client: null },
    },
    { ...by, before: { client: null }, after: { enabled: true, client: 'Contoso Dental' } },
  ]);
  expect(entries[0]?.label).toBe('HaloPSA alert settings changed');
});
