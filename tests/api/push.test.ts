import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldPushes } from '#api/features/push/push.service.ts';
import { claimDue } from '#api/features/watch/claim.store.ts';
import { poll } from '#api/features/watch/poll.service.ts';
import { as } from '#tests/support/as.ts';
import { addPerson } from '#tests/support/people.ts';
import { Rounds } from '#tests/support/rounds.ts';
import { Socket } from '#tests/support/socket.ts';

let rounds: Rounds;
let office: string;
let address: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ realTime: true });
  office = await rounds.addController();
  address = await addressOf();
});
afterEach(() => rounds.end());

async function addressOf(what = 'push-address', id = office): Promise<string> {
  const { status, body } = await rounds.rest<{ url: string }>(`POST /api/controllers/${id}/${what}`);
  expect(status).toBe(200);
  return body.url;
}

/** As a console sends it. */
function push(body: BodyInit, { to = address, type = 'application/json' } = {}): Promise<Response> {
  const { pathname } = new URL(to);
  return fetch(rounds.running.url + pathname, { method: 'POST', body, headers: { 'content-type': type } });
}

const offline = { app: 'network', message: 'AP Lobby was disconnected', severity: 6 };
const pushed = async () =>
  (
    await rounds.rest<{ id: string; at: string; body: string; gist: string | null }[]>(
      `GET /api/controllers/${office}/pushes`,
    )
  ).body;
const due = () => claimDue(rounds.running.app.orm.em.fork(), 5);

/** Read so many seconds ago and well since, due again in a minute. */
const readAgo = (seconds: number, also: Record<string, unknown> = {}) =>
  rounds.rows(
    `update controller set last_round_at = now() - ? * interval '1 second', last_sync = now(), claimed_until = null,
       failures = ?, over_limit = ?, read_cursor = ?,
       next_poll_at = case when ? then null else now() + interval '50 seconds' end`,
    [seconds, also['failures'] ?? 0, !!also['beyond'], also['cursor'] ?? null, !!also['revoked']],
  );

describe('A push address', () => {
  test('is created on the first request, and returned on later ones', async () => {
    expect(address).toMatch(/^http:\/\/netlantern\.test\/hooks\/unifi\/[\w-]{43}$/);
    expect(new Set(await Promise.all([addressOf(), addressOf(), addressOf()]))).toEqual(new Set([address]));
    const [row] = await rounds.rows<Record<string, string>>('select * from push_address');
    const token = address.split('/').at(-1)!;
    expect(JSON.stringify(row)).not.toContain(token);
    expect(rounds.running.logged.join()).not.toContain(token);
  });

  test('that was rotated stops working immediately', async () => {
    const renewed = await addressOf('push-address/renew');
    expect(renewed).not.toBe(address);
    expect((await push('{}')).status).toBe(404);
    expect((await push('{}', { to: renewed })).status).toBe(202);
    expect(await addressOf()).toBe(renewed);
  });

  test('is not available to other teams or viewers, and is deleted with its controller', async () => {
    const bob = await addPerson(rounds.running, { firstName: 'Bob' });
    for (const field of ['showPushAddress', 'renewPushAddress']) {
      const answer = await as(bob).ask(`mutation ($id: ID!) { ${field}(controllerId: $id) { url } }`, {
        id: office,
      });
      expect(answer.errors?.[0]?.message).toBe('Controller not found');
    }
    const list = await as(bob).ask('query ($id: ID!) { pushedMessages(controllerId: $id) { id } }', {
      id: office,
    });
    expect(list.errors?.[0]?.message).toBe('Controller not found');
    await rounds.rows(`update membership set role = 'viewer' where team_id = ?`, [rounds.alice.teamId]);
    expect((await rounds.rest(`POST /api/controllers/${office}/push-address`)).status).toBe(403);
    await rounds.rows(`update membership set role = 'owner' where team_id = ?`, [rounds.alice.teamId]);
    await push('{}');
    await rounds.rest(`DELETE /api/controllers/${office}`);
    expect((await push('{}')).status).toBe(404);
    expect(await rounds.rows('select from pushed_message')).toEqual([]);
  });
});

describe('A received push', () => {
  test('is stored as it was sent, with its title', async () => {
    const said: [sent: object, gist: string | null][] = [
      [offline, 'AP Lobby was disconnected'],
      [{ events: [{ id: 'event.threat_detected', alert_key: 'THREAT' }] }, 'THREAT'],
      [{ alarm: { name: 'Door', sources: [] }, timestamp: 1 }, 'Door'],
      [{}, null],
      [{ text: `Fire\n\u0000in\t${'🔥'.repeat(300)}` }, `Fire in ${'🔥'.repeat(191)}…`],
      [{ message: '<script>alert(1)</script>' }, '<script>alert(1)</script>'],
      [{ message: { text: 'no' }, name: '\ud83d' }, '\ufffd'],
    ];
    for (const [sent] of said) {
      const answer = await push(JSON.stringify(sent));
      expect([answer.status, await answer.text()]).toEqual([202, '']);
    }
    const kept = await pushed();
    const expected = said.map(([sent, gist]) => ({ body: JSON.stringify(sent), gist }));
    expect(kept).toMatchObject(expected.reverse());
    expect(await rounds.controller(office)).toMatchObject({ lastPushAt: kept[0]!.at });
  });

  test('is refused with a message unless it is a JSON object of up to 64 KiB', async () => {
    const noObject = [400, 'Send one JSON object'];
    const cases: [body: BodyInit, refusal: (number | string)[], type?: string][] = [
      ['[]', noObject],
      ['"text"', noObject],
      ['null', noObject],
      ['', noObject],
      ['{"a":', noObject],
      ['['.repeat(60_000), noObject],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), noObject],
      [`{"a":"${'x'.repeat(65_536)}"}`, [413, 'The request is too large']],
      ['a=b', [415, 'Send the request as application/json'], 'application/x-www-form-urlencoded'],
    ];
    for (const [body, refusal, type] of cases) {
      const answer = await push(body, { type });
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual(refusal);
    }
    expect(await pushed()).toEqual([]);
  });

  test('is refused at an unknown address, before it is read', async () => {
    for (const token of ['x', 'A'.repeat(43), '%00', 'é', 'a'.repeat(190)]) {
      const answer = await push('[]', { to: `http://netlantern.test/hooks/unifi/${token}` });
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        404,
        'Unknown address. It was renewed, or its controller was deleted.',
      ]);
    }
    const { pathname } = new URL(address);
    expect((await fetch(rounds.running.url + pathname)).status).toBe(405);
  });

  test('is kept for a day, up to the newest hundred, and refused beyond sixty a minute', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => (await push(JSON.stringify({ n }))).status),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(60);
    const refused = await push('{}');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    await rounds.rows('delete from attempt');
    const [{ id } = { id: '' }] = await rounds.rows<{ id: string }>('select id from controller');
    await rounds.rows(
      `insert into pushed_message (controller_id, at, body) select ?, now(), '{}' from generate_series(1, 200)`,
      [id],
    );
    const renewed = await addressOf('push-address/renew');
    expect((await push('{"last":1}', { to: renewed })).status).toBe(202);
    expect(await rounds.rows('select from pushed_message')).toHaveLength(100);
    expect((await pushed()).map(({ body }) => body)).toEqual(['{"last":1}', ...Array<string>(9).fill('{}')]);
    await rounds.rows(`update pushed_message set at = now() - interval '25 hours' where body = '{}'`);
    await removeOldPushes(rounds.running.app, {});
    expect(await pushed()).toHaveLength(1);
  });

  test('appears on every screen of the team', async () => {
    const socket = rounds.later(new Socket(rounds.running));
    await socket.signIn(rounds.alice.token);
    await socket.subscribe('c', 'subscription { controllerChanged { id lastPushAt } }');
    await push('{}');
    await socket.until(() => socket.of('c').length > 0);
    expect(socket.of('c')[0]?.payload?.data).toMatchObject({
      controllerChanged: { id: office, lastPushAt: expect.any(String) as string },
    });
  });
});

describe('A push', () => {
  test('polls its controller immediately, once for several pushes', async () => {
    await readAgo(20);
    expect(await due()).toEqual([]);
    await Promise.all([push('{}'), push('{}'), push('{}')]);
    expect(await due()).toHaveLength(1);
    expect(await due()).toEqual([]);
  });

  test('that arrives during a poll causes one more', async () => {
    const claim = await rounds.claim(office);
    await rounds.rows('update controller set last_round_at = now()');
    rounds.unifi.faults.add({ path: '/v1/hosts', respond: 'slow', ms: 300, times: 1 });
    const round = poll(rounds.running.app, claim, new AbortController().signal);
    await push(JSON.stringify(offline));
    await round;
    const [row] = await rounds.rows<{ seconds: string }>(
      'select extract(epoch from next_poll_at - last_round_at) as seconds from controller',
    );
    expect(Number(row!.seconds)).toBeGreaterThan(9);
    expect(Number(row!.seconds)).toBeLessThan(12);
  });

  test('polls a controller of which a list was missing in the last round', async () => {
    rounds.unifi.faults.add({ path: '/v1/devices', respond: 500 });
    await rounds.round(office);
    await rounds.rows(
      `update controller set last_round_at = now() - interval '20 seconds', next_poll_at = now() + interval '50 seconds'`,
    );
    expect((await push('{}')).status).toBe(202);
    expect(await due()).toHaveLength(1);
  });

  test.each([
    ['right after a round', () => readAgo(2)],
    ['after a round that took most of what UniFi allows', () => readAgo(15, { cursor: busy(15) })],
    ['while UniFi is left alone after failures', () => readAgo(20, { failures: 3 })],
    ['for a key that was revoked', () => readAgo(20, { revoked: true })],
    ['beyond the package', () => readAgo(20, { beyond: true })],
  ])('polls nothing %s', async (_, prepare) => {
    await prepare();
    expect((await push('{}')).status).toBe(202);
    expect(await due()).toEqual([]);
    expect(await pushed()).toHaveLength(1);
  });

  /** Sixty calls that a round made so many seconds ago. */
  function busy(seconds: number): string {
    const calls = Array<number>(60).fill(Date.now() - seconds * 1000 + 500);
    return JSON.stringify([{ hostId: 'h', failures: 0, calls }]);
  }
});

test('An alert keeps its rule’s settings from when it was raised', async () => {
  const rule = await rounds.addRule({ name: 'Down', channels: ['email', 'slack'], duration: 2 });
  rounds.network.device('AP Lobby').goOffline();
  for (const minute of [1, 2, 3, 4]) await rounds.round(office, minute);
  await rounds.rest(`PUT /api/alert-rules/${rule}`, { duration: 30, channels: [] });
  const [alert] = await rounds.alerts(office);
  const { body: then } = await rounds.rest(`GET /api/alerts/${alert!.id}/rule`);
  expect(then).toMatchObject({
    condition: 'device_offline',
    threshold: null,
    isUsualThreshold: false,
    duration: 2,
    controllerId: null,
    siteId: null,
    covers: null,
    channels: ['email', 'slack'],
  });
  await rounds.rest(`DELETE /api/alert-rules/${rule}`);
  const timeline = await rounds.rest<{ detail: string }[]>(`GET /api/alerts/${alert!.id}/timeline`);
  expect(timeline.body[1]?.detail).toBe('The condition held for 2 minutes, as the rule requires');
});
