import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat } from '#api/demo/chat/chat.ts';
import { smallOffice } from '#api/demo/unifi/network.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { loopback } from '#tests/support/deliveries.ts';
import { addMember } from '#tests/support/members.ts';
import { present, Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
let shop: string;

beforeAll(async () => {
  rounds = await Rounds.start({ config: loopback });
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  const shopKey = {
    ...smallOffice,
    value: 'key-shop',
    consoles: [
      { name: 'Shop', devices: ['AP Till', 'AP Door', 'AP Yard', 'AP Roof'].map((name) => ({ name })) },
    ],
  };
  await rounds.begin({ keys: [smallOffice, shopKey] });
  office = await rounds.addController();
  shop = await rounds.addController('key-shop', 'Shop');
  await rounds.addRule();
});
afterEach(() => rounds.end());

interface Group {
  customer: { name: string } | null;
  siteName: string | null;
  alertCount: number;
  newCount: number;
  worstNew: string | null;
  sitesUnknown: number;
  unknownReason: string | null;
  alerts: { deviceName: string }[];
}
interface Overview {
  trouble: Group[];
  quiet: Group[];
  troubleCount: number;
  quietCount: number;
  unknownCount: number;
}
async function ask<T>(query: string, person = rounds.alice, kind = ''): Promise<T> {
  const { data, errors } = await as(person).ask(`${kind} { answer: ${query} }`);
  expect(errors).toBeUndefined();
  return data?.['answer'] as T;
}
const fields = `customer { name } siteName alertCount newCount worstNew sitesUnknown unknownReason alerts { deviceName }`;
const overview = (args = '') =>
  ask<Overview>(
    `fleetOverview${args} { troubleCount quietCount unknownCount trouble { ${fields} } quiet { ${fields} } }`,
  );
/** Runs rounds at these minutes from the real current time, because controllers read earlier are late. */
async function roundsOf(...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    await rounds.round(office, present + minute);
    await rounds.round(shop, present + minute);
  }
}
const run = (mutation: string) => as(rounds.alice).ask(`mutation { ${mutation} }`);

test('Sites without a customer are groups of their own, and those with trouble come first', async () => {
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  expect(await overview()).toMatchObject({
    troubleCount: 1,
    quietCount: 1,
    unknownCount: 0,
    trouble: [{ siteName: 'Shop', alertCount: 1, newCount: 1, worstNew: 'error' }],
    quiet: [{ siteName: 'Office', alertCount: 0, alerts: [] }],
  });
});

test('A customer is one group, shows its three worst alerts, and sinks once all of them are acknowledged', async () => {
  const { data } = await run('createCustomer(input: { name: "Acme" }) { id }');
  const { id } = data!['createCustomer'] as { id: string };
  await run(`setDefaultCustomer(controllerId: "${shop}", customerId: "${id}") { id }`);
  for (const name of ['AP Till', 'AP Door', 'AP Yard', 'AP Roof', 'AP Lobby'])
    rounds.network.device(name).goOffline();
  await roundsOf(1, 3);
  await rounds.rows("update alert set severity = 'info' where device_name = 'AP Yard'");
  await rounds.rows("update alert set severity = 'warning' where device_name = 'AP Till'");
  await rounds.rows("update alert set severity = 'critical' where device_name = 'AP Door'");
  const acknowledge = async (name?: string) => {
    for (const { id: alertId, deviceName } of await rounds.alerts(shop))
      if (!name || deviceName === name) await run(`acknowledgeAlert(id: "${alertId}") { id }`);
  };
  await acknowledge('AP Door');
  const [other, acme] = (await overview()).trouble.toSorted(
    (one, other) => one.alertCount - other.alertCount,
  );
  expect(acme).toMatchObject({
    customer: { name: 'Acme' },
    siteName: null,
    alertCount: 4,
    newCount: 3,
    worstNew: 'error',
    alerts: [{ deviceName: 'AP Roof' }, { deviceName: 'AP Till' }, { deviceName: 'AP Yard' }],
  });
  expect(other).toMatchObject({ customer: null, siteName: 'Office' });
  expect(await ask('fleetOverview { attentionCount }')).toEqual({ attentionCount: 2 });
  await acknowledge();
  expect(await ask('fleetOverview { attentionCount }')).toEqual({ attentionCount: 1 });
  const after = await overview();
  expect(after.trouble).toMatchObject([
    { siteName: 'Office', newCount: 1 },
    { siteName: null, newCount: 0, worstNew: null, alerts: [{ deviceName: 'AP Door' }, {}, {}] },
  ]);
  expect((await overview('(trouble: 1, quiet: 0)')).trouble).toHaveLength(1);
  expect(await overview('(trouble: 0, quiet: 0)')).toMatchObject({ trouble: [], troubleCount: 2 });
});

describe('A surge', () => {
  interface Surge {
    type: string;
    deviceRole: string | null;
    alertCount: number;
    newCount: number;
    affectedCount: number;
    groupCount: number;
    customerCount: number;
    worstNew: string | null;
    mostAffected: { name: string; alertCount: number }[];
    acknowledgedBy: string[];
    from: string;
    to: string;
  }
  const surge = async () =>
    (
      await ask<{ surge: Surge | null }>(
        'fleetOverview { surge { type deviceRole alertCount newCount affectedCount groupCount customerCount worstNew mostAffected { name alertCount } acknowledgedBy from to } }',
      )
    ).surge;
  const copies = async (count: number, type: string, site: string, minutesAgo: number) =>
    rounds.rows(
      `insert into alert (id, team_id, controller_id, rule_id, rule_name, subject, site_id, site_name, type, severity, device_mac, since, timestamp)
       select gen_random_uuid(), team_id, controller_id, rule_id, rule_name, subject || n || ?::text, ?::text, site_name, ?::text, severity, device_mac, date_trunc('minute', now()) - make_interval(mins => ?::int), now()
         from alert, generate_series(1, ?::int) n where device_name = 'AP Till'`,
      [`${site} ${type} ${minutesAgo}`, site, type, minutesAgo, count],
    );
  const change = (types: string, changes: string, site = '%') =>
    rounds.rows(
      `update alert set ${changes} where type = any(string_to_array(?::text, ',')) and site_id like ?::text`,
      [types, site],
    );
  const sameList = async ({ type, from, to }: Surge) => {
    const filter = `{ types: [${type}], states: [new, acknowledged], beganFrom: "${from}", beganTo: "${to}" }`;
    return (await ask<{ totalCount: number }>(`openAlerts(filter: ${filter}) { totalCount }`)).totalCount;
  };

  beforeEach(async () => {
    rounds.network.device('AP Till').goOffline();
    await roundsOf(1, 3);
  });
  afterEach(async () => {
    // No round has raised the copies.
    await rounds.rows("delete from alert where type <> 'device_offline'");
  });

  test('is what most new alerts have in common, from ten of them on', async () => {
    await copies(9, 'port_down', 'elsewhere', 5);
    expect(await surge()).toBeNull();
    await copies(6, 'high_cpu', 'one', 4);
    await copies(5, 'high_cpu', 'two', 2);
    await copies(20, 'low_disk', 'three', 60 * 13);
    expect(await surge()).toMatchObject({
      type: 'high_cpu',
      alertCount: 11,
      newCount: 11,
      groupCount: 2,
      customerCount: 0,
      acknowledgedBy: [],
    });
  });

  test('says what kind of device it is about, if all are of the same', async () => {
    await copies(12, 'high_cpu', 'unknown', 4);
    expect(await surge()).toMatchObject({ deviceRole: null });
    await change('high_cpu', "site_id = (select min(site_id) from alert where type = 'device_offline')");
    expect(await surge()).toMatchObject({ deviceRole: 'access_point', groupCount: 1 });
  });

  test('counts the devices that are down behind its own, each once and none that has an alert', async () => {
    await copies(12, 'port_down', 'one', 4);
    expect(await surge()).toMatchObject({ affectedCount: 0 });
    await rounds.rows(
      `insert into affected_device (alert_id, mac, name, since, until)
       select id, mac, mac, now(), case when mac = 'UP' then now() end
         from (select id from alert where type = 'port_down' order by id limit 2) a,
              (values ('A'), ('B'), ('UP'), ((select max(device_mac) from alert))) as device (mac)`,
    );
    await rounds.rows("update alert set affected_count = 4 where type = 'port_down'");
    expect(await surge()).toMatchObject({ alertCount: 12, affectedCount: 2 });
  });

  test('says where most of its alerts are, and how bad the worst new one is', async () => {
    const { data } = await run('createCustomer(input: { name: "Acme" }) { id }');
    const { id } = data!['createCustomer'] as { id: string };
    const { siteId } = (await rounds.alerts(shop))[0]!;
    const [site] = await rounds.rows<{ id: string }>('select id from team_site where host_id = ?', [siteId]);
    await run(`assignSites(siteIds: ["${site!.id}"], customerId: "${id}") { id }`);
    await copies(12, 'high_cpu', siteId, 4);
    await copies(5, 'high_cpu', 'one', 4);
    await copies(2, 'high_cpu', 'two', 4);
    await change('high_cpu', "site_name = 'Kiosk', severity = 'warning'", 'one');
    expect(await surge()).toMatchObject({
      worstNew: 'error',
      groupCount: 3,
      customerCount: 1,
      mostAffected: [
        { name: 'Acme', alertCount: 12 },
        { name: 'Kiosk', alertCount: 5 },
      ],
    });
    await change('high_cpu', 'acknowledged_at = now()', siteId);
    await change('high_cpu', 'acknowledged_at = now()', 'two');
    expect(await surge()).toMatchObject({ worstNew: 'warning' });
  });

  test('is not stretched by single alerts around it, and a list between its times has as many', async () => {
    await copies(1, 'high_cpu', 'before', 9);
    await copies(30, 'high_cpu', 'one', 6);
    await copies(20, 'high_cpu', 'two', 5);
    await copies(1, 'high_cpu', 'after', 4);
    await copies(1, 'high_cpu', 'later', 1);
    const found = (await surge())!;
    expect(found.alertCount).toBe(50);
    expect(Date.parse(found.to) - Date.parse(found.from)).toBe(60_000);
    expect(await sameList(found)).toBe(50);
  });

  test('stays while it is being acknowledged, and says by whom', async () => {
    await copies(12, 'high_cpu', 'one', 4);
    await copies(8, 'high_cpu', 'two', 4);
    await change('high_cpu', "acknowledged_at = now(), acknowledged_by_name = 'Robin'", 'two');
    const some = (await surge())!;
    expect(some).toMatchObject({ alertCount: 20, newCount: 12, acknowledgedBy: ['Robin'] });
    expect(await sameList(some)).toBe(20);
    await change(
      'high_cpu',
      "acknowledged_at = now(), acknowledged_by_name = coalesce(acknowledged_by_name, 'Sam')",
    );
    expect(await surge()).toMatchObject({ alertCount: 20, newCount: 0, acknowledgedBy: ['Sam', 'Robin'] });
    // One that no one has acknowledged comes first, although it is smaller.
    await copies(10, 'port_down', 'three', 4);
    expect(await surge()).toMatchObject({ type: 'port_down', newCount: 10 });
    // What is acknowledged is old news after half an hour.
    await change('high_cpu,port_down', "acknowledged_at = now(), since = since - interval '1 hour'");
    expect(await surge()).toBeNull();
  });

  test('has no alerts that are OK for now', async () => {
    await copies(15, 'high_cpu', 'one', 4);
    await change('high_cpu', 'flapping_since = now(), calm_since = now()');
    expect(await surge()).toBeNull();
    await change('high_cpu', "acknowledged_at = now(), acknowledged_by_name = 'Sam'");
    expect(await surge()).toBeNull();
  });
});

test('An alert is new unless it is acknowledged, snoozed, in maintenance or OK at the moment', async () => {
  const window = 'name: "Move", startsAt: "' + time(present).slice(0, 16) + '", timeZone: "UTC", minutes: 10';
  await run(`createMaintenanceWindow(input: { ${window} }) { id }`);
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const [alert] = await rounds.alerts(shop);
  const everywhere = async () => ({
    fleet: (await overview()).trouble[0]?.newCount,
    groups: await ask('openAlertGroups(by: site) { newCount }'),
    list: await ask('openAlerts(filter: { states: [new] }) { totalCount nodes { deviceName } }'),
  });
  const isNew = {
    fleet: 1,
    groups: [{ newCount: 1 }],
    list: { totalCount: 1, nodes: [{ deviceName: 'AP Till' }] },
  };
  const isOld = { fleet: 0, groups: [{ newCount: 0 }], list: { totalCount: 0, nodes: [] } };
  expect(await everywhere()).toEqual(isOld);
  // The window in which it was raised has ended.
  rounds.at(present + 11);
  expect(await everywhere()).toEqual(isNew);
  await run(
    `startAlertMaintenance(ids: ["${alert!.id}"], name: "Repair", minutes: 10) { results { outcome } }`,
  );
  expect(await everywhere()).toEqual(isOld);
  rounds.at(present + 22);
  expect(await everywhere()).toEqual(isNew);
  await rounds.rows('update alert set flapping_since = now(), calm_since = now()');
  expect(await everywhere()).toEqual(isOld);
  await rounds.rows('update alert set calm_since = null');
  expect(await everywhere()).toEqual(isNew);
  await run(`snoozeAlert(id: "${alert!.id}", minutes: 1440) { id }`);
  expect(await everywhere()).toEqual(isOld);
});

test('A site that cannot be read is unknown, with a reason, rather than quiet', async () => {
  await roundsOf(1);
  rounds.network.console('Shop').disconnect();
  await roundsOf(2);
  const { quiet, unknownCount } = await overview();
  expect(unknownCount).toBe(1);
  expect(quiet[0]).toMatchObject({
    siteName: 'Shop',
    sitesUnknown: 1,
    unknownReason: expect.any(String) as string,
  });
  expect(quiet[1]).toMatchObject({ siteName: 'Office', sitesUnknown: 0, unknownReason: null });
});

test('A site is unknown, with the time of its latest reading, once its controller is late', async () => {
  await roundsOf(1);
  const em = rounds.running.app.orm.em.fork();
  await em.execute(
    `update controller set last_sync = now() - interval '3 hours' where id = ?`,
    [shop],
    'run',
  );
  const { pollFreshness } = await rounds.ask<{ pollFreshness: { late: number } }>(
    '{ pollFreshness { late } }',
  );
  expect(pollFreshness.late).toBe(1);
  const { quiet, unknownCount } = await overview();
  expect(unknownCount).toBe(1);
  expect(quiet[0]).toMatchObject({
    siteName: 'Shop',
    sitesUnknown: 1,
    unknownReason: expect.stringMatching(/^Not read since .*\d\d:\d\d UTC$/) as string,
  });
  expect(quiet[1]).toMatchObject({ siteName: 'Office', sitesUnknown: 0, unknownReason: null });
});

test('A customer with one site that was read and one that never was is unknown, on the dashboard, in the list and on the wall', async () => {
  const { url } = await ask<{ url: string }>(
    'createWallLink(input: { name: "TV" }) { url }',
    undefined,
    'mutation',
  );
  await roundsOf(1);
  const { body } = await rest(rounds.alice).post('/api/customers', { name: 'Acme' });
  const { id } = body as { id: string };
  const em = rounds.running.app.orm.em.fork();
  await em.execute('update team_site set customer_id = ? where controller_id = ?', [id, shop], 'run');
  const unknown = async () => {
    const { quiet, trouble, unknownCount } = await overview();
    const customers = await ask<object[]>('customers { name sitesUnknown }');
    return { group: [...quiet, ...trouble].find(({ customer }) => customer), unknownCount, customers };
  };
  expect(await unknown()).toMatchObject({
    group: { sitesUnknown: 0 },
    unknownCount: 0,
    customers: [{ name: 'Acme', sitesUnknown: 0 }],
  });
  await em.execute(
    `update controller set selected_site_id = null, selected_site_ids = array_append(selected_site_ids, 'annex') where id = ?`,
    [shop],
    'run',
  );
  await em.execute(
    `insert into team_site (team_id, controller_id, host_id, name, customer_id) values (?, ?, 'annex', 'Annex', ?)`,
    [rounds.alice.teamId, shop, id],
    'run',
  );
  expect(await unknown()).toMatchObject({
    group: { sitesUnknown: 1, unknownReason: null },
    unknownCount: 1,
    customers: [{ name: 'Acme', sitesUnknown: 1 }],
  });
  const wall = () =>
    ask<{ unknownCount: number; trouble: object[] }>(
      `wall(token: "${url.split('#')[1]}") { unknownCount trouble { sitesUnknown } }`,
    );
  expect(await wall()).toEqual({ unknownCount: 1, trouble: [] });
  rounds.network.device('AP Till').goOffline();
  await roundsOf(2, 4);
  expect(await unknown()).toMatchObject({ group: { sitesUnknown: 1, alertCount: 1 }, unknownCount: 0 });
  rounds.at(present + 5);
  expect((await wall()).trouble).toEqual([{ sitesUnknown: 1 }]);
});

test('Trends count the alerts of each day, and how long they took', async () => {
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const [alert] = await rounds.alerts(shop);
  rounds.at(present + 4);
  await run(`acknowledgeAlert(id: "${alert!.id}") { id }`);
  rounds.network.device('AP Till').comeOnline();
  await roundsOf(5);
  const trends = await ask<{ days: object[]; raised: number }>(
    'alertTrends(days: 7) { raised raisedBefore secondsToAcknowledge secondsToRecover days { day raised secondsToRecover } }',
  );
  expect(trends).toMatchObject({
    raised: 1,
    raisedBefore: 0,
    secondsToAcknowledge: 60,
    secondsToRecover: 120,
  });
  expect(trends.days).toHaveLength(7);
  expect(trends.days[6]).toMatchObject({ raised: 1, secondsToRecover: 120 });
  expect(trends.days[5]).toMatchObject({ raised: 0, secondsToRecover: null });
  const { errors } = await as(rounds.alice).ask('{ alertTrends(days: 1) { raised } }');
  expect(errors?.[0]?.message).toBe('`days` must be between 7 and 90');
});

test('The first steps are those that are still to do', async () => {
  const chat = rounds.later(await startChat({ limited: false }));
  const steps = () => ask('firstSteps { hasController hasChannel hasDelivered hasColleague isSilent }');
  expect(await steps()).toEqual({
    hasController: true,
    hasChannel: false,
    hasDelivered: false,
    hasColleague: false,
    isSilent: true,
  });
  const config = { enabled: true, webhookUrl: chat.hookUrl('ops') };
  const { body } = await rounds.rest('POST /api/integrations', { type: 'webhook', config, isActive: true });
  expect(await steps()).toMatchObject({ hasChannel: true, hasDelivered: false, isSilent: false });
  await run(`testIntegration(id: "${String(body['id'])}") { success }`);
  expect(await steps()).toMatchObject({ hasDelivered: true, hasColleague: false });
  await addMember(rounds.alice, TeamRole.viewer);
  expect(await steps()).toMatchObject({ hasDelivered: true, hasColleague: true });
});

test('A controller whose latest reading failed or is old is late, with the reason', async () => {
  await roundsOf(1);
  const polls = () => ask('pollFreshness { fresh late lateControllers { id reason } }');
  const readAgo = (name: string, ago: string) =>
    rounds.rows('update controller set last_sync = now() - ?::interval where name = ?', [ago, name]);
  await readAgo('Office', '0');
  await readAgo('Shop', '0');
  expect(await polls()).toEqual({ fresh: 2, late: 0, lateControllers: [] });
  rounds.network.key('key-shop').revoke();
  await rounds.round(shop, present + 2);
  await readAgo('Shop', '0');
  const failed = { id: shop, reason: expect.stringContaining('API key') as string };
  expect(await polls()).toEqual({ fresh: 1, late: 1, lateControllers: [failed] });
  await readAgo('Office', '1 hour');
  expect(await polls()).toEqual({
    fresh: 0,
    late: 2,
    lateControllers: [{ id: office, reason: null }, failed],
  });
});

test('Another team sees nothing of it', async () => {
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const bob = await rounds.person('Bob');
  const fleet = await ask('fleetOverview { troubleCount quietCount trouble { key } quiet { key } }', bob);
  expect(fleet).toEqual({ troubleCount: 0, quietCount: 0, trouble: [], quiet: [] });
});
