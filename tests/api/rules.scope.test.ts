import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';

const fleet: KeyOptions = {
  value: 'test-key',
  consoles: [
    {
      name: 'Leeds',
      devices: [
        { name: 'Leeds Switch', model: 'USW Lite 8 PoE' },
        { name: 'AP Lobby', model: 'U6 Pro', uplink: 'Leeds Switch' },
        { name: 'AP Guest', model: 'U6 Pro', uplink: 'Leeds Switch' },
      ],
    },
    { name: 'York', devices: [{ name: 'AP York', model: 'U7 Pro' }] },
  ],
};

let rounds: Rounds;
let office: string;
let acme: string;
/** `hostId`s by name. */
let hosts: Record<string, string>;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ keys: [fleet] });
  office = await rounds.addController();
  await rounds.round(office, 1);
  acme = String((await rounds.rest('POST /api/customers', { name: 'Acme', tags: ['Gold'] })).body['id']);
  const { teamSites } = await rounds.ask<{ teamSites: { id: string; name: string; hostId: string }[] }>(
    '{ teamSites { id name hostId } }',
  );
  hosts = Object.fromEntries(teamSites.map(({ name, hostId }) => [name, hostId]));
  await assign('Leeds', acme);
});
afterEach(() => rounds.end());

async function assign(site: string, customerId: string | null): Promise<void> {
  await rounds.rows('update team_site set customer_id = ? where name = ?', [customerId, site]);
}

const aps = { deviceRoles: ['access_point'] };
const create = (body: object) =>
  rounds.rest('POST /api/alert-rules', { name: 'Down', condition: 'device_offline', duration: 1, ...body });
const change = (id: string, body: object) => rounds.rest(`PUT /api/alert-rules/${id}`, body);
const open = async () => (await rounds.alerts(office)).map(({ deviceName }) => deviceName).toSorted();

function takeDown(...names: string[]) {
  for (const name of names) rounds.network.device(name).goOffline();
}

describe('A rule with a scope', () => {
  test('keeps it normalised, describes it in words, and raises alerts about nothing else', async () => {
    const { body } = await create({
      scope: {
        customerIds: [acme],
        deviceRoles: ['access_point', 'access_point'],
        tags: [' GOLD '],
        models: [],
      },
      exceptions: [{ names: ['*guest*'] }],
    });
    expect(body).toMatchObject({
      scope: { customerIds: [acme], deviceRoles: ['access_point'], tags: ['gold'], models: null, macs: null },
      exceptions: [{ names: ['*guest*'] }],
      covers: 'Access points of Acme at sites tagged gold, except devices named *guest*',
    });
    takeDown('Leeds Switch', 'AP Lobby', 'AP Guest', 'AP York');
    for (const minute of [2, 3]) await rounds.round(office, minute);
    expect(await open()).toEqual(['AP Lobby']);
    const [{ id } = { id: '' }] = await rounds.alerts(office);
    const { body: kept } = await rounds.rest(`GET /api/alerts/${id}/rule`);
    expect(kept).toMatchObject({ scope: { tags: ['gold'] }, exceptions: [{ names: ['*guest*'] }] });
  });

  test('keeps it when other fields change, and loses it with null', async () => {
    const id = await rounds.addRule({ scope: aps, exceptions: [{ names: ['x'] }] });
    const { body: kept } = await change(id, { name: 'Renamed', exceptions: null });
    expect(kept).toMatchObject({ scope: aps, exceptions: [{ names: ['x'] }] });
    const { body } = await change(id, { scope: null, exceptions: [] });
    expect(body).toMatchObject({ exceptions: [], covers: null, scope: { deviceRoles: null } });
  });

  test('is refused with a message that says what to fix', async () => {
    const refused: Record<string, object> = {
      'An exception must name at least one thing to leave out': { exceptions: [{ names: [] }] },
      'Add up to 10 exceptions': { exceptions: Array.from({ length: 11 }, () => aps) },
      'Choose up to 200 sites': { scope: { siteIds: Array(201).fill('x') } },
      'Choose up to 50 names': { exceptions: [{ names: Array(51).fill('x') }] },
      'Use at most 100 name patterns in a rule': {
        exceptions: ['a', 'b', 'c'].map((letter) => ({
          names: Array.from({ length: 34 }, (_, at) => `${letter}${at}`),
        })),
      },
      'Use up to 100 characters for each': { scope: { models: ['x'.repeat(101)] } },
      'Use visible characters, on one line': { scope: { names: ['a\nb'] } },
      'Tags must have visible characters, on one line': { scope: { tags: [' '] } },
      'Please enter a MAC address such as 74:AC:B9:12:34:56': { scope: { macs: ['74:AC'] } },
      'Customer not found': { scope: { customerIds: ['x'] } },
    };
    for (const [message, body] of Object.entries(refused))
      expect((await create(body)).body['message']).toBe(message);
  });

  test('can’t be limited to a customer of another team, or leave one out', async () => {
    const bob = rest(await rounds.person('Bob'));
    const his = (await bob.post('/api/customers', { name: 'Acme' })).body['id'] as string;
    const id = await rounds.addRule();
    for (const body of [{ scope: { customerIds: [acme, his] } }, { exceptions: [{ customerIds: [his] }] }]) {
      expect((await create(body)).status).toBe(404);
      expect((await change(id, body)).status).toBe(404);
    }
  });

  test('is refused at the maximum of rules, and of name patterns in all of them', async () => {
    const names = (letter: string, count: number) => ({
      exceptions: [0, 50].map((from) => ({
        names: Array.from({ length: Math.min(50, count - from) }, (_, at) => `${letter}${from + at}`),
      })),
    });
    for (let at = 0; at < 10; at++) await rounds.addRule(names('abcdefghij'[at]!, at === 9 ? 99 : 100));
    const tooMany =
      'The rules of a team can have 1000 name patterns in total. Use fewer in this rule or in others.';
    const { status, body } = await create({ scope: { names: ['x', 'y'] } });
    expect([status, body['message']]).toEqual([409, tooMany]);
    const last = await rounds.addRule({ scope: { names: ['x'] } });
    expect((await change(last, { scope: { names: ['x', 'y'] } })).body['message']).toBe(tooMany);
    expect((await change(last, { name: 'Renamed' })).status).toBe(200);
    await rounds.rows(
      `insert into alert_rule (team_id, name, condition, duration)
       select ?, 'Rule ' || n, 'device_offline', 1 from generate_series(1, 500 - 11) n`,
      [rounds.alice.teamId],
    );
    const refused = await create({});
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      'A team can have 500 alert rules. Delete one you no longer need first.',
    ]);
    await rounds.rest(`DELETE /api/alert-rules/${last}`);
    expect((await create({})).status).toBe(200);
  });

  test('keeps its customer from being deleted', async () => {
    await rounds.addRule({ name: 'Acme only', scope: { customerIds: [acme] } });
    const other = await rounds.addRule({ name: 'All others', exceptions: [{ customerIds: [acme] }] });
    const { status, body } = await rounds.rest(`DELETE /api/customers/${acme}`);
    expect([status, body['message']]).toEqual([
      409,
      '“Acme” can’t be deleted while it’s in use by the rule “Acme only” and the rule “All others”. Change or delete those first.',
    ]);
    await change(other, { exceptions: [{ siteIds: [hosts['Leeds']] }] });
    expect((await rounds.rest(`DELETE /api/customers/${acme}`)).body['message']).not.toContain('others');
  });
});

describe('Changing the scope of a rule', () => {
  const kinds = async () => (await rounds.history()).toSorted();

  test('ends at once what it no longer covers, and keeps the rest with its acknowledgement', async () => {
    const id = await rounds.addRule();
    takeDown('AP Lobby', 'AP Guest');
    for (const minute of [2, 3]) await rounds.round(office, minute);
    takeDown('AP York');
    await rounds.round(office, 4);
    expect(await open()).toEqual(['AP Guest', 'AP Lobby']);
    const lobby = (await rounds.alerts(office)).find(({ deviceName }) => deviceName === 'AP Lobby');
    await rounds.rest(`POST /api/alerts/${lobby!.id}/acknowledge`, {});
    const before = await kinds();
    await change(id, { exceptions: [{ names: ['*guest*'] }, { siteIds: [hosts['York']] }] });
    expect(await rounds.alerts(office)).toMatchObject([
      { id: lobby!.id, acknowledgedAt: expect.any(String) },
    ]);
    expect(await kinds()).toEqual([...before, 'resolved AP Guest'].toSorted());
    expect(await rounds.rows('select subject from pending_condition')).toEqual([]);
    await change(id, { exceptions: [] });
    for (const minute of [5, 6]) await rounds.round(office, minute);
    expect(await open()).toEqual(['AP Guest', 'AP Lobby', 'AP York']);
  });

  test('reaches the site that joins its customer with the next poll', async () => {
    await rounds.addRule({ scope: { customerIds: [acme] } });
    takeDown('AP Lobby', 'AP York');
    for (const minute of [2, 3]) await rounds.round(office, minute);
    expect(await open()).toEqual(['AP Lobby']);
    await assign('Leeds', null);
    await assign('York', acme);
    for (const minute of [4, 5]) await rounds.round(office, minute);
    expect(await open()).toEqual(['AP York']);
    const [ended] = await rounds.rows('select resolution from alert where resolved_at is not null');
    expect(ended).toEqual({ resolution: 'no_longer_watched' });
  });

  test('while nothing can be read, an alert at a site of another controller stays', async () => {
    await rounds.addRule({ scope: { customerIds: [acme] } });
    rounds.network.console('Leeds').disconnect();
    for (const minute of [2, 3]) await rounds.round(office, minute);
    expect(await open()).toEqual(['Leeds']);
    await rounds.rows('update team_site set controller_id = null');
    await rounds.rows('delete from device');
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(office, 4);
    expect(await open()).toEqual(['Leeds']);
  });
});

describe('A rule that depends on customers or tags', () => {
  /** Alerts at Leeds and York, then a key that was revoked. */
  async function raise(rule: Record<string, unknown>): Promise<void> {
    await rounds.addRule(rule);
    takeDown('AP Lobby', 'AP York');
    for (const minute of [2, 3]) await rounds.round(office, minute);
    takeDown('AP Guest');
    await rounds.round(office, 4);
    rounds.unifi.faults.add({ path: '/', respond: 401 });
    await rounds.round(office, 5);
    expect(await rounds.rows('select subject from pending_condition')).not.toEqual([]);
  }
  const resolved = async () => (await rounds.history()).filter((entry) => entry.startsWith('resolved'));
  const siteId = async (name: string) =>
    (await rounds.rows<{ id: string }>('select id from team_site where name = ?', [name]))[0]!.id;
  const assignLeeds = async (customerId: string | null) =>
    rounds.rest('POST /api/sites/assign', { siteIds: [await siteId('Leeds')], customerId });

  /** Alert, pending condition and event of Leeds are over, and neither the change nor a poll repeats it. */
  async function expectEnded(repeat: () => Promise<unknown>): Promise<void> {
    expect(await open()).not.toContain('AP Lobby');
    expect(await resolved()).toEqual(['resolved AP Lobby']);
    const [ended] = await rounds.rows<{ id: string }>(
      `select id, resolution from alert where device_name = 'AP Lobby'`,
    );
    expect(ended).toMatchObject({ resolution: 'no_longer_watched' });
    const entries = `select detail from alert_entry where alert_id = ? and kind = 'resolved'`;
    expect(await rounds.rows(entries, [ended!.id])).toEqual([{ detail: 'No longer monitored' }]);
    expect(
      await rounds.rows(`select from pending_condition join device on mac = subject where name = 'AP Guest'`),
    ).toEqual([]);
    await repeat();
    await rounds.round(office, 6);
    expect(await resolved()).toEqual(['resolved AP Lobby']);
  }

  test('ends its alerts at once where a site leaves its customer, though no poll succeeds', async () => {
    await raise({ scope: { customerIds: [acme] } });
    await assignLeeds(null);
    await expectEnded(() => assignLeeds(null));
  });

  test('ends them where a site joins a customer that an exception leaves out, and keeps the others', async () => {
    await assign('Leeds', null);
    await raise({ exceptions: [{ customerIds: [acme] }] });
    await assignLeeds(acme);
    await expectEnded(() => assignLeeds(acme));
    expect(await open()).toEqual(['AP York']);
  });

  test('ends them where a site loses the tag', async () => {
    const tag = async (body: object) =>
      rounds.rest('POST /api/sites/tag', { siteIds: [await siteId('Leeds')], ...body });
    await tag({ add: ['vip'] });
    await raise({ scope: { tags: ['vip'] } });
    await tag({ remove: ['vip'] });
    await expectEnded(() => tag({ remove: ['vip'] }));
  });

  test('ends them where a customer loses the tag, or is deleted', async () => {
    await raise({ scope: { tags: ['gold'] } });
    await rounds.rest(`PUT /api/customers/${acme}`, { tags: ['silver'] });
    await expectEnded(() => rounds.rest(`DELETE /api/customers/${acme}`));
  });
});
