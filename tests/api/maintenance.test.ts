import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { windowsHandlers } from '#api/features/maintenance/maintenance.service.ts';
import { plannedWork } from '#api/features/maintenance/planned-work.store.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
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
type Window = { id: string; [field: string]: unknown };
const local = (at: number) => new Date(at).toISOString().slice(0, 16);
const hour = 3_600_000;
/** On since half an hour, for two hours. */
const now = () => ({
  name: 'Firmware',
  startsAt: local(Date.now() - hour / 2),
  minutes: 120,
  timeZone: 'UTC',
});
const weekly = {
  name: 'Backups',
  repeats: 'weekly',
  startsAt: '2026-01-01T02:00',
  minutes: 60,
  weekdays: [7, 1],
  timeZone: 'UTC',
};
const create = async (body: object) => (await rest(cast.alice).post(path, body)).body as Window;
const all = async () => (await rest(cast.alice).get(path)).body as Window[];

describe('A one-time window', () => {
  test('is active from its start to its end, which it shows', async () => {
    const sent = now();
    const window = await create({ ...sent, weekdays: [1], lastDay: '2030-01-01' });
    expect(window).toMatchObject({
      ...sent,
      repeats: 'once',
      controllerId: null,
      siteId: null,
      deviceMac: null,
      weekdays: [],
      lastDay: null,
      createdBy: 'Alice Tester',
      activeUntil: new Date(Date.parse(`${sent.startsAt}Z`) + 2 * hour).toISOString(),
      nextStart: null,
      nextEnd: null,
    });
    expect(await all()).toEqual([window]);
  });

  test('that is upcoming shows when it starts and ends', async () => {
    const startsAt = local(Date.now() + 24 * hour);
    const start = Date.parse(`${startsAt}Z`);
    expect(await create({ ...now(), startsAt })).toMatchObject({
      activeUntil: null,
      nextStart: new Date(start).toISOString(),
      nextEnd: new Date(start + 2 * hour).toISOString(),
    });
  });
});

test('A weekly window keeps its days in order, and shows its next start', async () => {
  const window = await create({ ...weekly, lastDay: '2199-12-31' });
  expect(window).toMatchObject({ weekdays: [1, 7], lastDay: '2199-12-31' });
  const next = new Date(String(window['nextStart']));
  expect([next.getUTCHours(), [0, 1].includes(next.getUTCDay())]).toEqual([2, true]);
});

describe('A window is refused with the error of its field, new or changed:', () => {
  const day = 'Days are numbered from 1, Monday, to 7, Sunday';
  test.each<[field: string, value: unknown, sentence: string]>([
    ['name', ' ', 'Name is required'],
    ['name', 'n'.repeat(101), 'Name must be 100 characters or less'],
    ['name', 'a\nb', 'Name must be on one line'],
    ['startsAt', '', 'Please enter a date and a time'],
    ['startsAt', '2026-11-20', 'Please enter a date and a time'],
    ['startsAt', '2026-11-20T24:00', 'Please enter a date and a time'],
    ['startsAt', '2026-11-20T22:00Z', 'Please enter a date and a time'],
    ['startsAt', '2027-02-30T22:00', "This day doesn't exist"],
    ['minutes', 4, 'A window lasts at least 5 minutes'],
    ['minutes', 1441, 'A weekly window lasts at most 24 hours'],
    ['minutes', 10_081, 'A window lasts at most 7 days'],
    ['weekdays', [], 'Choose at least one day'],
    ['weekdays', [0], day],
    ['weekdays', [8], day],
    ['weekdays', [1, 1], 'Each day can be chosen once'],
    ['timeZone', '', 'Please choose a time zone'],
    ['timeZone', 'Mars/Olympus', 'Please choose a time zone'],
    ['timeZone', '+01:00', 'Please choose a time zone'],
    ['lastDay', 'tomorrow', 'Please enter a date'],
    ['lastDay', '2027-02-29', "This day doesn't exist"],
    ['lastDay', '2025-12-31', 'The last day cannot be before the first'],
    ['lastDay', '2026-01-01', 'None of its days falls before the last day'],
    ['controllerId', 'no-id', 'Choose one of your controllers'],
    ['siteId', 'HOST:1', 'Choose a controller before a site'],
    ['deviceMac', 'AABBCCDDEE01', 'Choose a controller before a device'],
    ['deviceMac', 'the access point', 'Please enter a MAC address such as 74:AC:B9:12:34:56'],
  ])('%s %j', async (field, value, sentence) => {
    const refusal = { message: sentence, fields: { [field]: sentence } };
    const posted = await rest(cast.alice).post(path, { ...weekly, [field]: value });
    expect({ status: posted.status, body: posted.body }).toEqual({ status: 400, body: refusal });
    const window = await create(weekly);
    const put = await rest(cast.alice).put(`${path}/${window.id}`, { [field]: value });
    expect({ status: put.status, body: put.body }).toEqual({ status: 400, body: refusal });
    expect(await all()).toEqual([window]);
  });

  test('if it would already have ended, but not for having ended long ago', async () => {
    const body = { ...now(), startsAt: '2026-01-01T00:00' };
    const sentence = 'It would already have ended';
    expect(await create(body)).toEqual({ message: sentence, fields: { startsAt: sentence } });
    const { id } = await create(now());
    await running.app.orm.em.fork().nativeUpdate(MaintenanceWindow, { id }, { startsAt: body.startsAt });
    const renamed = await rest(cast.alice).put(`${path}/${id}`, { ...body, name: 'Of January' });
    expect(renamed.body).toMatchObject({ name: 'Of January', nextStart: null });
  });
});

describe('Ending a window', () => {
  const end = (id: string) => rest(cast.alice).post(`${path}/${id}/end`);

  test('ends an active window, once', async () => {
    const { id } = await create(now());
    const answers = await Promise.all([end(id), end(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await all()).toMatchObject([{ id, activeUntil: null, nextStart: null }]);
  });

  test('is refused for a window that is not active', async () => {
    const { id } = await create({ ...now(), startsAt: local(Date.now() + hour) });
    const answer = await end(id);
    expect([answer.status, answer.body]).toEqual([409, { message: "This window isn't active right now" }]);
  });

  test('is undone by setting another time', async () => {
    const { id } = await create(now());
    await end(id);
    await rest(cast.alice).put(`${path}/${id}`, { name: 'Still ended' });
    expect(await all()).toMatchObject([{ name: 'Still ended', activeUntil: null }]);
    const longer = await rest(cast.alice).put(`${path}/${id}`, { minutes: 180 });
    expect(longer.body).toMatchObject({ activeUntil: expect.any(String), endedAt: null });
  });

  test('is not undone by a form that sends the same times again', async () => {
    const sent = { ...now(), repeats: 'once', weekdays: [], lastDay: null };
    const { id } = await create(sent);
    await end(id);
    const answer = await rest(cast.alice).put(`${path}/${id}`, { ...sent, name: 'Router' });
    expect(answer.body).toMatchObject({
      name: 'Router',
      activeUntil: null,
      nextStart: null,
      endedAt: expect.any(String),
    });
  });
});

test('A window that is renamed, or changed twice within a second, leaves no extra planned work behind', async () => {
  const { id } = await create(now());
  const change = (body: object) => rest(cast.alice).put(`${path}/${id}`, body);
  const planned = async () => {
    const [from, until] = [new Date(Date.now() - 24 * hour), new Date(Date.now() + 24 * hour)];
    return (await plannedWork(running.app.orm.em.fork(), cast.alice.teamId, from, until)).map(
      ({ name }) => name,
    );
  };
  for (const name of ['Cabling', 'Power']) await change({ name });
  expect(await planned()).toEqual(['Power']);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const minutes of [130, 140, 150]) await change({ minutes });
  expect(await planned()).toEqual(['Power', 'Power']);
});

test('Held notifications are re-evaluated with every change of a window', async () => {
  const told: string[] = [];
  const connected = windowsHandlers.value;
  windowsHandlers.connect([...connected, async (_, teamId) => void told.push(teamId)]);
  onTestFinished(() => windowsHandlers.connect(connected));
  const { id } = await create(now());
  await rest(cast.alice).put(`${path}/${id}`, { minutes: 90 });
  await rest(cast.alice).delete(`${path}/${id}`);
  await create({ ...now(), minutes: 1 });
  expect(told).toEqual([cast.alice.teamId, cast.alice.teamId, cast.alice.teamId]);
  expect(await all()).toEqual([]);
});

test('Another team’s window is not found, like an ID that never existed', async () => {
  const { id } = await create(now());
  const doors = [
    rest(cast.bob).put(`${path}/${id}`, { name: 'Mine' }),
    rest(cast.bob).post(`${path}/${id}/end`),
    rest(cast.bob).delete(`${path}/${id}`),
    rest(cast.bob).delete(`${path}/${crypto.randomUUID()}`),
    rest(cast.bob).delete(`${path}/x`),
  ];
  for (const { status, body } of await Promise.all(doors))
    expect([status, body]).toEqual([404, { message: 'Maintenance window not found' }]);
  expect((await rest(cast.bob).get(path)).body).toEqual([]);
  expect(await all()).toMatchObject([{ id, name: 'Firmware' }]);
});

test('A viewer sees windows but can’t change them', async () => {
  const { id } = await create(now());
  const mia = await addMember(cast.alice, TeamRole.viewer);
  expect((await rest(mia).get(path)).body).toMatchObject([{ id }]);
  expect((await rest(mia).post(path, now())).status).toBe(403);
  expect((await rest(mia).post(`${path}/${id}/end`)).status).toBe(403);
});

test('A team can have 200 windows, not counting ended ones', async () => {
  const em = running.app.orm.em.fork();
  await em.execute(
    `insert into maintenance_window (team_id, name, starts_at, minutes)
     select ?, 'Window ' || n, '2199-01-01T00:00', 60 from generate_series(1, 200) n`,
    [cast.alice.teamId],
  );
  const sentence = 'Your team has 200 maintenance windows. Delete one you no longer need first.';
  expect(await create(now())).toEqual({ message: sentence });
  await em.execute(`update maintenance_window set starts_at = '2026-01-01T00:00' where name = 'Window 7'`);
  expect(await create(now())).toMatchObject({ name: 'Firmware' });
  const windows = await all();
  expect(windows).toHaveLength(200);
  expect(windows.map(({ name }) => name)).not.toContain('Window 7');
});
