import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeOldPushes } from '#api/features/push/push.service.ts';
import { as } from '#tests/support/as.ts';
import { addPerson } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
let path: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ realTime: true });
  office = await rounds.addController();
  const { body } = await rounds.rest<{ url: string }>(`POST /api/controllers/${office}/push-address`);
  path = new URL(body.url).pathname;
  await rounds.round(office);
});
afterEach(() => rounds.end());

const document = `query ($id: ID!) { pushHealth(controllerId: $id) { state changes pushed lastPushedAt } }`;

async function health() {
  const { pushHealth } = await rounds.ask<{ pushHealth: Record<string, unknown>[] }>(document, {
    id: office,
  });
  return pushHealth;
}

async function push(body: object = { message: 'AP Lobby was disconnected' }): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  expect((await fetch(rounds.running.url + path, init)).status).toBe(202);
}

/** A device goes off or comes back, and a round sees it. */
async function change(name = 'AP Lobby'): Promise<void> {
  const device = rounds.network.device(name);
  if (isOff) device.comeOnline();
  else device.goOffline();
  isOff = !isOff;
  await rounds.round(office);
}
let isOff = false;
beforeEach(() => {
  isOff = false;
});

const pass = (interval: string) =>
  rounds.rows(
    `with d as (update console_push_day set day = day - ceil(extract(epoch from ?::interval) / 86400)::int,
       pushed_at = pushed_at - ?::interval, waiting_since = waiting_since - ?::interval)
     update pushed_message set at = at - ?::interval`,
    [interval, interval, interval, interval],
  );

test('A console that has never pushed says so, with the changes we saw', async () => {
  expect(await health()).toEqual([{ state: 'never', changes: 0, pushed: 0, lastPushedAt: null }]);
  await change();
  await change();
  expect(await health()).toEqual([{ state: 'never', changes: 2, pushed: 0, lastPushedAt: null }]);
});

test('A push counts for a change that a round sees soon after', async () => {
  await push();
  await change();
  expect(await health()).toEqual([
    { state: 'healthy', changes: 1, pushed: 1, lastPushedAt: expect.any(String) },
  ]);
});

test('A push that arrives soon after the round counts as well, once', async () => {
  await change();
  await push();
  await push();
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 1, pushed: 1 }]);
});

test('A push counts for one change only, whichever rounds see them', async () => {
  await push();
  await change();
  await change();
  await change();
  expect(await health()).toMatchObject([{ changes: 3, pushed: 1 }]);
});

test('A push counts for no change that was seen more than five minutes earlier or later', async () => {
  await push();
  await rounds.rows(`update pushed_message set at = at - interval '6 minutes'`);
  await change();
  await rounds.rows(`update console_push_day set waiting_since = waiting_since - interval '6 minutes'`);
  await push();
  expect(await health()).toMatchObject([{ state: 'never', changes: 1, pushed: 0 }]);
});

test('A round in which nothing changes, or that fails, counts nothing', async () => {
  await push();
  await rounds.round(office);
  rounds.network.console('Office').disconnect();
  await rounds.round(office);
  expect(await rounds.rows('select from console_push_day')).toEqual([]);
});

test('A console that stops pushing is stale once three changes went by', async () => {
  await push();
  await change();
  await pass('8 days');
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 0, pushed: 0 }]);
  await change();
  await change();
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 2, pushed: 0 }]);
  await change();
  expect(await health()).toMatchObject([{ state: 'stale', changes: 3, pushed: 0 }]);
  await push();
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 3, pushed: 1 }]);
});

test('A console that pushed yesterday is stale once three changes went by since', async () => {
  await push();
  await change();
  await pass('1 day');
  await change();
  await change();
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 3, pushed: 1 }]);
  await change();
  expect(await health()).toMatchObject([{ state: 'stale', changes: 4, pushed: 1 }]);
});

test('Days are those of the team’s time zone', async () => {
  // One of them is always on another day than UTC.
  const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  await rounds.rows('update team set time_zone = ?', [zone]);
  await push();
  await change();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format();
  expect(await rounds.rows('select day::text from console_push_day')).toEqual([{ day }]);
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 1, pushed: 1 }]);
  // The rest of that day doesn't count as later.
  for (let nth = 0; nth < 3; nth++) await change();
  expect(await health()).toMatchObject([{ state: 'healthy', changes: 4, pushed: 1 }]);
});

test('Counts are deleted after 90 days, and with their controller', async () => {
  await push();
  await change();
  await pass('91 days');
  await removeOldPushes(rounds.running.app, {});
  expect(await health()).toEqual([{ state: 'never', changes: 0, pushed: 0, lastPushedAt: null }]);
  await change();
  await rounds.rest(`DELETE /api/controllers/${office}`);
  expect(await rounds.rows('select from console_push_day')).toEqual([]);
});

test('Another team’s controller is not found', async () => {
  const bob = await addPerson(rounds.running, { firstName: 'Bob' });
  const answer = await as(bob).ask(document, { id: office });
  expect(answer.errors?.[0]?.message).toBe('Controller not found');
});
