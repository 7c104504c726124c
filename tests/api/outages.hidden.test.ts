// Ways in which an outage is hidden, or isn't over.
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import { foldIntoOutages } from '#api/features/watch/evaluate/fold-outages.ts';
import { evaluateProviders, providerSubject } from '#api/features/watch/evaluate/providers.ts';
import { subjectKey } from '#api/features/watch/evaluate/types.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';
import { minute, rule } from '#tests/support/watching.ts';

let rounds: Rounds;
let account: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(async () => {
  if (rounds.unifi) await rounds.end();
});

const at = (name: string, isp: string, options: Partial<ConsoleOptions> = {}): ConsoleOptions => ({
  name,
  lines: [{ isp }],
  ...options,
});
const dental = at('Dental', 'Comcast', { lines: [{ isp: 'Comcast' }, { isp: 'Telia' }], linesApi: true });
const comcast = ['Bakery', 'School', 'Kiosk', 'Hotel'].map((name) => at(name, 'Comcast'));
const others = [at('Museum', 'Bahnhof'), at('Garage', 'Vodafone')];

async function begin(consoles: ConsoleOptions[] = [...comcast, ...others]): Promise<void> {
  await rounds.begin({ keys: [{ value: 'test-key', consoles }] });
  account = await rounds.addController();
}
const provider = (input = {}) =>
  rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1, ...input });
const offline = (input = {}) => rounds.addRule({ name: 'Offline', duration: 1, ...input });
const line = (name: string, key: 'WAN' | 'WAN2' = 'WAN') => rounds.network.console(name).line(key);
const hostId = (name: string) => rounds.network.console(name).hostId;

async function pass(from: number, to = from, ids = [account]): Promise<void> {
  for (let minute = from; minute <= to; minute++) for (const id of ids) await rounds.round(id, minute);
}
const open = async () =>
  (
    await rounds.rows<{ type: string; name: string }>(
      'select type, site_name as name from alert where resolved_at is null',
    )
  )
    .map(({ type, name }) => (type === 'isp_outage' ? type : `${type} ${name}`))
    .toSorted();
const down = (...names: string[]) => {
  for (const name of names) line(name).goDown();
};
const up = (...names: string[]) => {
  for (const name of names) line(name).clear();
};

test('Maintenance at the site that failed first does not silence the outage at the others', async () => {
  await begin();
  await provider();
  await offline();
  await rounds.ask(
    `mutation { createMaintenanceWindow(input: { name: "Cabling", startsAt: "${time(0).slice(0, 16)}", timeZone: "UTC",
       minutes: 240, controllerId: "${account}", siteId: "${hostId('Bakery')}" }) { id } }`,
  );
  await pass(0);
  down('Bakery');
  await pass(1);
  down('School', 'Hotel');
  await pass(2, 6);
  expect(await open()).toEqual(['isp_outage']);
  const { openAlerts } = await rounds.ask<{ openAlerts: { totalCount: number } }>(
    '{ openAlerts(filter: { states: [new] }) { totalCount } }',
  );
  expect(openAlerts.totalCount).toBe(1);
});

test('A channel of one customer hears that the customer is down', async () => {
  await begin();
  await provider({ channels: ['webhook'] });
  await offline({ channels: ['webhook'] });
  await pass(0);
  const { createCustomer } = await rounds.ask<{ createCustomer: { id: string } }>(
    'mutation { createCustomer(input: { name: "Town" }) { id } }',
  );
  await rounds.rows('update team_site set customer_id = ? where name = ?', [createCustomer.id, 'School']);
  const { status } = await rounds.rest('POST /api/integrations', {
    type: 'webhook',
    config: { enabled: true, webhookUrl: 'https://example.com/hook' },
    isActive: true,
    customerIds: [createCustomer.id],
  });
  expect(status).toBe(200);
  down('Bakery');
  await pass(1);
  down('School', 'Hotel');
  await pass(2, 8);
  const sent = await rounds.rows<{ type: string; status: string }>(
    "select a.type, d.status from delivery d join alert a on a.id = d.alert_id where d.kind = 'opened' and d.channel = 'webhook'",
  );
  expect(sent.filter(({ status }) => status !== 'skipped')).not.toEqual([]);
});

test('A console with a second line that goes dark minutes later raises its own alert', async () => {
  await begin([dental, ...comcast, ...others]);
  await provider();
  await offline();
  await rounds.addRule({ name: 'Line', condition: 'wan_down', duration: 1 });
  await pass(0);
  down('Dental', 'Bakery', 'School');
  await pass(1, 8);
  expect(await open()).toEqual(['isp_outage']);
  // Someone pulls the plug, or the other provider fails, too.
  line('Dental', 'WAN2').goDown();
  await pass(9, 40);
  expect(await open()).toEqual(['console_offline Dental', 'isp_outage']);
});

test('A line of another network in the same console is not part of the outage', () => {
  const lines = rule({ id: 'lines', condition: AlertCondition.wan_down, durationMinutes: 1 });
  const outage = {
    alertId: 'outage',
    rule: rule({ id: 'isp', condition: AlertCondition.isp_outage }),
    severity: AlertSeverity.critical,
    sites: new Map([
      ['SERVER:1', { networkSiteId: 'default', line: 'WAN', isDark: false, since: minute(0) }],
    ]),
  };
  // A server with the networks of two customers: the outage is about the line of customer A, with Comcast.
  const alert = {
    ruleId: 'lines',
    subject: subjectKey({ about: 'line', hostId: 'SERVER:1', siteId: 'customer-b', key: 'WAN' }),
    type: AlertType.wan_down,
    severity: AlertSeverity.error,
    deviceName: 'WAN',
    siteId: 'SERVER:1',
    siteName: 'Server',
    provider: 'Telia',
    since: minute(10),
  };
  const changes = foldIntoOutages(
    { rules: [lines], pending: [], alerts: [] },
    [{ kind: 'raise', alert }],
    [outage],
    minute(11),
  );
  expect(changes.map(({ kind }) => kind)).toEqual(['raise']);
});

test('An outage ends although an older controller of the same consoles can no longer be read', async () => {
  await begin();
  await provider();
  await offline();
  rounds.network.addKey({ value: 'key-new', sees: [...comcast, ...others].map(({ name }) => name) });
  const second = await rounds.addController('key-new', 'New key');
  const both = [account, second];
  await pass(0, 0, both);
  down('Bakery', 'School', 'Hotel');
  await pass(1, 4, both);
  expect(await open()).toEqual(['isp_outage']);
  rounds.network.key('test-key').revoke();
  await pass(5, 6, both);
  up('Bakery', 'School', 'Hotel');
  await pass(7, 40, [second]);
  expect(await open()).toEqual([]);
});

const inTrouble = async () => {
  const { fleetOverview } = await rounds.ask<{
    fleetOverview: { trouble: { siteName: string }[] };
  }>('{ fleetOverview { trouble { siteName } } }');
  return fleetOverview.trouble.map(({ siteName }) => siteName).toSorted();
};

test('The site that failed first is no longer in trouble once its line works again', async () => {
  await begin();
  await provider();
  await pass(0);
  down('Bakery');
  await pass(1);
  down('School', 'Hotel');
  await pass(2, 5);
  up('Bakery');
  await pass(6, 8);
  expect(await open()).toEqual(['isp_outage']);
  expect(await inTrouble()).toEqual(['Hotel', 'School']);
});

test('An outage that comes back at other sites is not listed at one that works', async () => {
  await begin();
  await provider();
  await pass(0);
  down('Bakery');
  await pass(1);
  down('School', 'Hotel');
  await pass(2, 5);
  up('Bakery', 'School', 'Hotel');
  await pass(6, 8);
  expect(await open()).toEqual([]);
  down('School', 'Hotel', 'Kiosk');
  await pass(9, 13);
  const [alert] = await rounds.rows<{ site: string; name: string }>(
    'select site_id as site, site_name as name from alert where resolved_at is null',
  );
  expect(alert).toMatchObject({ site: hostId(alert!.name) });
});

test('An outage has not recovered because its sites are no longer monitored', () => {
  const isp = rule({ id: 'isp', condition: AlertCondition.isp_outage, durationMinutes: 1 });
  const place = (hostId: string) => ({
    controllerId: 'c',
    hostId,
    networkSiteId: 'default',
    name: hostId,
    line: 'WAN',
    isDark: true,
    readAt: minute(5),
    provider: 'AS7922',
    state: 'down' as const,
    since: minute(0),
    deviceCount: 0,
    customerId: null,
    tags: [],
  });
  const outage = {
    id: 'outage',
    ruleId: 'isp',
    controllerId: 'c',
    subject: providerSubject('AS7922'),
    type: AlertType.isp_outage,
    severity: AlertSeverity.critical,
    since: minute(0),
    raisedAt: minute(1),
    unknownSince: null,
    flappingSince: null,
    calmSince: null,
    affectedMacs: [],
    sites: ['a', 'b', 'c'].map((hostId) => ({
      hostId,
      networkSiteId: 'default',
      line: 'WAN',
      isDark: true,
      since: minute(0),
    })),
  };
  // Sites b and c were deselected, deleted or taken out of the rule. Nothing has come back.
  const [found] = evaluateProviders([isp], [place('a')], [outage], minute(5));
  expect(found?.change).not.toMatchObject({ kind: 'resolve', resolution: AlertResolution.recovered });
});

test('Consoles that are missing from a list for a round have not recovered', async () => {
  await begin();
  await provider();
  await offline();
  await pass(0);
  down('Bakery', 'School', 'Hotel');
  await pass(1, 4);
  expect(await open()).toEqual(['isp_outage']);
  const { key } = rounds.network.key('test-key');
  const all = key.consoles;
  key.consoles = all.filter(({ name }) => name === 'Museum' || name === 'Garage' || name === 'Kiosk');
  await pass(5);
  key.consoles = all;
  await pass(6);
  const ended = await rounds.rows(
    "select resolution from alert where type = 'isp_outage' and resolved_at is not null or flapping_since is not null",
  );
  expect(ended).toEqual([]);
});

test('A controller that opens tickets still has one alert and one ticket', async () => {
  await begin();
  await provider();
  await offline();
  await rounds.rows(`update controller set halo_enabled = true, halo_severity_levels = '{critical}'`);
  await pass(0);
  down('Bakery', 'School', 'Hotel');
  await pass(1, 8);
  expect(await open()).toEqual(['isp_outage']);
});

test('A power cut is no outage of a provider because other controllers are read later', async () => {
  await rounds.begin({
    keys: [
      { value: 'test-key', consoles: comcast },
      { value: 'key-others', consoles: [...others, at('Museum 2', 'Bahnhof'), at('Garage 2', 'Vodafone')] },
    ],
  });
  account = await rounds.addController();
  const late = await rounds.addController('key-others', 'Others');
  await rounds.rows('update controller set poll_seconds = 300 where id = ?', [late]);
  await provider();
  await pass(0, 0, [account, late]);
  down('Bakery', 'School', 'Hotel', 'Kiosk', 'Museum', 'Garage', 'Museum 2', 'Garage 2');
  await pass(1, 4);
  await pass(5, 8, [late, account]);
  expect(await open()).not.toContain('isp_outage');
});

/** Each of these sites has a controller of its own. */
async function apart(names: string[]): Promise<string[]> {
  const all = [...names.map((name) => at(name, 'Comcast')), ...others];
  await rounds.begin({ keys: all.map((one) => ({ value: `key-${one.name}`, consoles: [one] })) });
  const ids: string[] = [];
  for (const { name } of all) ids.push(await rounds.addController(`key-${name}`, `${name} account`));
  return ids;
}

test('The outage is listed at every controller that it affects', async () => {
  const ids = await apart(['Bakery', 'School', 'Hotel']);
  await provider();
  await offline();
  await pass(0, 0, ids);
  down('Bakery');
  await pass(1, 1, ids);
  down('School', 'Hotel');
  await pass(2, 5, ids);
  expect(await open()).toEqual(['isp_outage']);
  const { openAlerts } = await rounds.ask<{ openAlerts: { totalCount: number } }>(
    'query ($id: ID) { openAlerts(filter: { controllerId: $id }) { totalCount } }',
    { id: ids[1] },
  );
  expect(openAlerts.totalCount).toBe(1);
});

test('A site that joins an outage that is snoozed is still new to someone', async () => {
  await begin();
  await provider();
  await offline();
  await pass(0);
  down('Bakery', 'School', 'Hotel');
  await pass(1, 4);
  await rounds.rows("update alert set snoozed_until = now() + interval '2 years', snoozed_by = 'Alice'");
  down('Kiosk');
  await pass(5, 12);
  const { openAlerts } = await rounds.ask<{ openAlerts: { totalCount: number } }>(
    '{ openAlerts(filter: { states: [new] }) { totalCount } }',
  );
  expect(openAlerts.totalCount).toBe(1);
});

test('An outage that was raised anew is stored with the controller of its site', async () => {
  const ids = await apart(['Bakery', 'School', 'Hotel', 'Kiosk']);
  const id = await provider();
  await pass(0, 0, ids);
  down('Bakery');
  await pass(1, 1, ids);
  down('School', 'Hotel', 'Kiosk');
  await pass(2, 4, ids);
  up('Bakery');
  await pass(5, 6, ids);
  await rounds.rest(`PUT /api/alert-rules/${id}`, { isActive: false });
  await pass(7, 7, ids);
  await rounds.rest(`PUT /api/alert-rules/${id}`, { isActive: true });
  await pass(8, 10, ids);
  const found = await rounds.rows<{ same: boolean }>(
    `select exists (select from site_reading r where r.controller_id = a.controller_id and r.host_id = a.site_id) as same
       from alert a where resolved_at is null`,
  );
  expect(found).toEqual([{ same: true }]);
});

test('Lines that have been down for days cost no round a look at all lines of the team', async () => {
  await begin();
  await provider();
  await pass(0);
  down('Bakery', 'School');
  await pass(1, 3);
  const asked = vi.spyOn(EntityManager.prototype as never as { execute(sql: string): unknown }, 'execute');
  await pass(4 * 1440);
  asked.mockClear();
  await pass(4 * 1440 + 1);
  const looks = asked.mock.calls.filter(([sql]) => String(sql).includes('as "lineCount"')).length;
  const hints = asked.mock.calls.filter(([sql]) =>
    String(sql).includes("type = 'isp_outage')::int as open"),
  ).length;
  asked.mockRestore();
  expect({ looks, seen: hints > 0 }).toEqual({ looks: 0, seen: true });
});

test('A console that several teams watch is not a network of other teams', async () => {
  await begin();
  await provider();
  const theirs: string[] = [];
  for (const name of ['Bob', 'Carol']) {
    rounds.network.addKey({ value: `key-${name}`, sees: ['Bakery'] });
    const person = await rounds.person(name);
    const added = await rest(person).post('/api/controllers', { name, apiKey: `key-${name}` });
    theirs.push((added.body as { id: string }).id);
  }
  const all = [account, ...theirs];
  await pass(0, 0, all);
  down('Bakery', 'School', 'Hotel');
  await pass(1, 4, all);
  await rounds.ask('{ openAlerts { nodes { seenElsewhere } } }');
  await rounds.rows('update security_settings set share_outage_hints = true');
  const { openAlerts } = await rounds.ask<{ openAlerts: { nodes: { seenElsewhere: number | null }[] } }>(
    '{ openAlerts { nodes { seenElsewhere } } }',
  );
  expect(openAlerts.nodes).toEqual([{ seenElsewhere: null }]);
});
