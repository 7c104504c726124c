// Outages of internet providers: lines that fail at several sites of a team are one alert.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleOptions } from '#api/demo/unifi/network-build.ts';
import { textsOfPdf } from '#tests/support/pdf.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, until } from '#tests/support/rounds.ts';
import { Socket } from '#tests/support/socket.ts';

let rounds: Rounds;
/** Controllers of the customers, by name. */
let controllers: Record<string, string>;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const at = (name: string, isp: string, options: Partial<ConsoleOptions> = {}): ConsoleOptions => ({
  name,
  lines: [{ isp }],
  ...options,
});

/** One customer of Comcast with two lines, two with one, and two customers of other providers. */
const customers = [
  at('Dental', 'Comcast', { lines: [{ isp: 'Comcast' }, { isp: 'Telia' }], linesApi: true }),
  at('Bakery', 'Comcast'),
  at('School', 'Comcast'),
  at('Museum', 'Bahnhof'),
  at('Garage', 'Vodafone'),
];

async function begin(consoles: ConsoleOptions[] = customers): Promise<void> {
  await rounds.begin({ keys: consoles.map((one) => ({ value: `key-${one.name}`, consoles: [one] })) });
  controllers = {};
  for (const { name } of consoles)
    controllers[name!] = await rounds.addController(`key-${name}`, `${name} account`);
}

const line = (name: string, key: 'WAN' | 'WAN2' = 'WAN') => rounds.network.console(name).line(key);

/** A round of every customer at each of these minutes. */
async function pass(from: number, to = from): Promise<void> {
  for (let minute = from; minute <= to; minute++)
    for (const id of Object.values(controllers)) await rounds.round(id, minute);
}

async function open(): Promise<string[]> {
  const all = await Promise.all(Object.values(controllers).map((id) => rounds.alerts(id)));
  // A provider's outage is listed at each controller that it affects.
  const byId = new Map(all.flat().map((alert) => [alert.id, alert]));
  return [...byId.values()].map(({ type, message }) => `${type}: ${message}`).toSorted();
}

interface Outage {
  type: string;
  id: string;
  affectedSiteCount: number;
  affectedSites: { name: string; line: string; since: string; until: string | null }[];
  folded: { type: string; siteName: string; resolution: string }[];
}
async function outages(): Promise<Outage[]> {
  const { openAlerts } = await rounds.ask<{ openAlerts: { nodes: Outage[] } }>(
    `{ openAlerts { nodes { type id affectedSiteCount
         affectedSites { name line since until } folded { type siteName resolution } } } }`,
  );
  return openAlerts.nodes.filter(({ type }) => type === 'isp_outage');
}

/** The sites that the dashboard and the list of sites show in trouble. */
async function inTrouble(): Promise<{ alertCount: number; sites: string[] }> {
  const { fleetOverview, teamSites } = await rounds.ask<{
    fleetOverview: { alertCount: number; trouble: { siteName: string; alerts: { type: string }[] }[] };
    teamSites: { name: string; openAlertCount: number }[];
  }>(
    '{ fleetOverview { alertCount trouble { siteName alerts { type } } } teamSites { name openAlertCount } }',
  );
  const sites = fleetOverview.trouble.map(({ siteName }) => siteName).toSorted();
  const listed = teamSites.filter(({ openAlertCount }) => openAlertCount > 0).map(({ name }) => name);
  expect(listed.toSorted()).toEqual(sites);
  for (const { alerts } of fleetOverview.trouble) expect(alerts).toEqual([{ type: 'isp_outage' }]);
  return { alertCount: fleetOverview.alertCount, sites };
}

/** How many alerts the list shows when it is filtered by a site. */
async function openAt(name: string): Promise<number> {
  const { openAlerts } = await rounds.ask<{ openAlerts: { nodes: object[] } }>(
    'query ($site: String) { openAlerts(filter: { siteId: $site }) { nodes { id } } }',
    { site: rounds.network.console(name).hostId },
  );
  return openAlerts.nodes.length;
}

const offlineRule = () => rounds.addRule({ name: 'Offline', condition: 'device_offline', duration: 1 });
const types = async () => (await open()).map((one) => one.split(':')[0]);

describe('When a provider fails at three customers', () => {
  test('there is one alert with its sites, and it closes as they return', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await offlineRule();
    await rounds.addRule({ name: 'Line', condition: 'wan_down', duration: 1 });
    await pass(0);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(1, 4);
    expect(await open()).toEqual([
      expect.stringMatching(/^isp_outage: Comcast \(AS7922\) has been down at 3 sites since 12:0[01] UTC/),
    ]);
    expect(await outages()).toMatchObject([
      {
        affectedSiteCount: 3,
        affectedSites: [
          { name: 'Bakery', line: 'WAN', until: null },
          { name: 'Dental', line: 'WAN', until: null },
          { name: 'School', line: 'WAN', until: null },
        ],
      },
    ]);
    expect(await inTrouble()).toEqual({ alertCount: 1, sites: ['Bakery', 'Dental', 'School'] });
    for (const name of ['Dental', 'Bakery', 'School', 'Museum'])
      expect([name, await openAt(name)]).toEqual([name, name === 'Museum' ? 0 : 1]);
    line('Bakery').clear();
    await pass(5, 6);
    expect((await outages())[0]?.affectedSites.map(({ name, until }) => [name, until !== null])).toEqual([
      ['Dental', false],
      ['School', false],
      ['Bakery', true],
    ]);
    line('Dental').clear();
    line('School').clear();
    await pass(7, 20);
    expect(await open()).toEqual([]);
  });
});

test('A customer with several of its sites has one alert', async () => {
  await begin();
  await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
  await pass(0);
  const { createCustomer } = await rounds.ask<{ createCustomer: { id: string } }>(
    'mutation { createCustomer(input: { name: "Town" }) { id } }',
  );
  await rounds.rows('update team_site set customer_id = ? where name <> ?', [createCustomer.id, 'Museum']);
  for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
  await pass(1, 4);
  const shown = await rounds.ask<{
    fleetOverview: { alertCount: number; trouble: object[] };
    customers: { openAlertCount: number }[];
  }>(`{ fleetOverview { alertCount trouble { alertCount critical sitesInTrouble alerts { type } } }
        customers { openAlertCount } }`);
  expect(shown.fleetOverview).toEqual({
    alertCount: 1,
    trouble: [{ alertCount: 1, critical: 1, sitesInTrouble: 3, alerts: [{ type: 'isp_outage' }] }],
  });
  expect(shown.customers).toEqual([{ openAlertCount: 1 }]);
});

describe('Alerts of its sites', () => {
  test('that were reported first become part of it, and the list of the provider says so', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 5 });
    await offlineRule();
    await pass(0);
    line('Bakery').goDown();
    line('School').goDown();
    line('Dental').goDown();
    await pass(1, 5);
    expect(await types()).toEqual(['console_offline', 'console_offline']);
    await pass(6, 8);
    expect(await types()).toEqual(['isp_outage']);
    expect((await outages())[0]!.folded.toSorted((a, b) => a.siteName.localeCompare(b.siteName))).toEqual([
      { type: 'console_offline', siteName: 'Bakery', resolution: 'folded' },
      { type: 'console_offline', siteName: 'School', resolution: 'folded' },
    ]);
  });

  test('are raised with their true start if a site stays down five minutes after the outage is over', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await offlineRule();
    await pass(0);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(1, 4);
    expect(await types()).toEqual(['isp_outage']);
    line('Dental').clear();
    line('School').clear();
    await pass(5, 9);
    expect(await open()).toEqual([]);
    await pass(10, 12);
    expect(await open()).toEqual([
      expect.stringMatching(/^console_offline: Console Bakery has been unreachable since 12:0[01] UTC/),
    ]);
  });

  test('are raised if their rule does not fold, or reaches channels that the provider’s rule does not', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await rounds.addRule({ name: 'Own', condition: 'device_offline', duration: 1, fold: false });
    await rounds.addRule({ name: 'Slack', condition: 'device_offline', duration: 1, channels: ['slack'] });
    await pass(0);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(1, 4);
    expect(await types()).toEqual([...Array<string>(4).fill('console_offline'), 'isp_outage']);
  });
});

describe('It is no outage of a provider', () => {
  const watch = async (consoles?: ConsoleOptions[]) => {
    await begin(consoles);
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await offlineRule();
    await pass(0);
  };

  test('if fewer sites fail than the rule says', async () => {
    await watch();
    line('Bakery').goDown();
    line('School').goDown();
    await pass(1, 6);
    expect(await types()).toEqual(['console_offline', 'console_offline']);
  });

  test('if customers of other providers fail at the same time', async () => {
    await watch();
    for (const { name } of customers) line(name!).goDown();
    await pass(1, 8);
    expect(await types()).not.toContain('isp_outage');
  });

  test('if the sites fail one after another over a longer time', async () => {
    await watch();
    line('Bakery').goDown();
    await pass(1, 12);
    line('School').goDown();
    await pass(13, 24);
    line('Dental').goDown();
    await pass(25, 28);
    expect(await types()).not.toContain('isp_outage');
  });

  test('if a console with lines of two providers goes dark, because it may have lost its power', async () => {
    await watch();
    line('Bakery').goDown();
    line('School').goDown();
    line('Dental').goDown();
    line('Dental', 'WAN2').goDown();
    await pass(1, 6);
    expect(await types()).not.toContain('isp_outage');
  });

  test('if the lines belong to different teams', async () => {
    await watch(customers.filter(({ name }) => name !== 'School'));
    rounds.network.addKey({ value: 'key-School', consoles: [at('School', 'Comcast')] });
    const bob = await rounds.person('Bob');
    const school = await rest(bob).post('/api/controllers', { name: 'School', apiKey: 'key-School' });
    const schoolId = String((school.body as { id: string }).id);
    await rounds.round(schoolId, 0);
    for (const name of ['Bakery', 'Dental', 'School']) line(name).goDown();
    for (let minute = 1; minute <= 6; minute++) {
      await pass(minute);
      await rounds.round(schoolId, minute);
    }
    expect(await types()).toEqual(['console_offline']);
  });
});

describe('In how many networks of other teams a provider fails', () => {
  /** Alice’s three sites and one of each other team lose their line. @returns what her alert says */
  async function failAt(others: readonly string[]): Promise<number | null> {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    const theirs: string[] = [];
    for (const name of others) {
      rounds.network.addKey({ value: `key-${name}`, consoles: [at(name, 'Comcast')] });
      const person = await rounds.person(name);
      const added = await rest(person).post('/api/controllers', { name, apiKey: `key-${name}` });
      theirs.push((added.body as { id: string }).id);
    }
    const passAll = async (minute: number) => {
      await pass(minute);
      for (const id of theirs) await rounds.round(id, minute);
    };
    await passAll(0);
    for (const name of ['Dental', 'Bakery', 'School', ...others]) line(name).goDown();
    for (let minute = 1; minute <= 4; minute++) await passAll(minute);
    return seenElsewhere();
  }

  async function seenElsewhere(): Promise<number | null> {
    const { openAlerts } = await rounds.ask<{
      openAlerts: { nodes: { type: string; seenElsewhere: number | null }[] };
    }>('{ openAlerts { nodes { type seenElsewhere } } }');
    return openAlerts.nodes.find(({ type }) => type === 'isp_outage')!.seenElsewhere;
  }

  const share = () => rounds.rows('update security_settings set share_outage_hints = true');

  test('is shown once the operator shares it', async () => {
    expect(await failAt(['Bob', 'Carol'])).toBeNull();
    await share();
    expect(await seenElsewhere()).toBe(2);
  });

  test('is not shown while it could tell who the other team is', async () => {
    await failAt(['Bob']);
    await share();
    expect(await seenElsewhere()).toBeNull();
  });
});

test('An outage stays open and is unknown while its controllers can’t be read', async () => {
  await begin();
  await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
  await pass(0);
  for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
  await pass(1, 4);
  expect(await types()).toEqual(['isp_outage']);
  const faulty = rounds.unifi.faults.add({ path: '/', respond: 500 });
  await pass(5, 12);
  const unknown = async () =>
    (await rounds.rows<{ since: Date | null }>('select unknown_since as since from alert'))[0]!.since !==
    null;
  expect([await types(), await unknown()]).toEqual([['isp_outage'], true]);
  faulty.clear();
  await pass(13, 14);
  expect([await types(), await unknown()]).toEqual([['isp_outage'], false]);
});

test('A rule for some customers only counts their sites', async () => {
  await begin();
  await rounds.addRule({
    name: 'Provider',
    condition: 'isp_outage',
    duration: 1,
    threshold: '2',
    scope: { siteIds: [rounds.network.console('Bakery').hostId, rounds.network.console('Museum').hostId] },
  });
  await pass(0);
  for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
  await pass(1, 6);
  expect(await types()).toEqual([]);
});

test.each([
  ['1', 'Enter a number of sites between 2 and 1,000, such as 3'],
  ['many', 'Enter a number of sites between 2 and 1,000, such as 3'],
])('A threshold of %j is refused', async (threshold, said) => {
  await begin([customers[1]!]);
  const { status, body } = await rounds.rest('POST /api/alert-rules', {
    name: 'Provider',
    condition: 'isp_outage',
    threshold,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(said);
});

describe('The line of a site whose console is unreachable during a provider’s outage', () => {
  interface Line {
    id: string;
    state: string;
    providerOutage: object | null;
    outages: { from: string; until: string | null; seconds: number; inferredFrom: object | null }[];
    months: { downSeconds: number; unknownSeconds: number; inferredSeconds: number }[];
  }
  async function lineOf(name: string): Promise<Line> {
    const { internetLines } = await rounds.ask<{ internetLines: Line[] }>(
      `query ($controller: ID!, $site: String!) { internetLines(controllerId: $controller, siteId: $site) {
         id state providerOutage { alertId provider since siteCount }
         outages { from until seconds inferredFrom { alertId provider siteCount } }
         months { downSeconds unknownSeconds inferredSeconds } } }`,
      { controller: controllers[name], site: rounds.network.console(name).hostId },
    );
    return internetLines[0]!;
  }
  const evidence = async (id: string) => {
    const { text } = await rest(rounds.alice).get(
      `/api/internet-lines/${id}/${new Date().toISOString().slice(0, 7)}/csv`,
    );
    return text.split('\r\n');
  };

  test('is unknown, part of the outage, and listed with what it was inferred from', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await pass(0, 1);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(2, 9);
    const [outage] = await outages();
    const inferredFrom = { alertId: outage!.id, provider: 'Comcast', siteCount: 3 };
    const during = await lineOf('Bakery');
    expect(during).toMatchObject({
      state: 'unknown',
      providerOutage: { ...inferredFrom, since: expect.stringContaining('T12:0') },
      outages: [{ until: null, inferredFrom }],
      months: [{ downSeconds: 0 }],
    });
    expect(during.months[0]!.inferredSeconds).toBe(during.outages[0]!.seconds);
    expect(during.months[0]!.inferredSeconds).toBeGreaterThan(300);
    // The console of this one measures what is down.
    expect(await lineOf('Dental')).toMatchObject({
      state: 'down',
      providerOutage: inferredFrom,
      outages: [{ inferredFrom: null }],
      months: [{ inferredSeconds: 0 }],
    });
    expect(await lineOf('Museum')).toMatchObject({ providerOutage: null, outages: [] });
    for (const name of ['Dental', 'Bakery', 'School']) line(name).clear();
    await pass(10, 20);
    const after = await lineOf('Bakery');
    expect(after).toMatchObject({ state: 'up', providerOutage: null, outages: [{ inferredFrom }] });
    expect(Date.parse(after.outages[0]!.until!)).toBeGreaterThan(Date.parse(after.outages[0]!.from));
    const rows = await evidence(after.id);
    expect(rows.filter((row) => row.includes('Not measured (provider outage)'))).toEqual([
      expect.stringMatching(/^Bakery,WAN,.*Not measured \(provider outage\),.*Outage of Comcast at 3 sites/),
    ]);
    expect(rows.filter((row) => row.includes(',Outage,'))).toEqual([]);
    const pdf = await fetch(
      `${rounds.running.url}/api/internet-lines/${after.id}/${new Date().toISOString().slice(0, 7)}/pdf`,
      { headers: { authorization: `Bearer ${rounds.alice.token}` } },
    );
    const texts = textsOfPdf(await pdf.bytes());
    expect(texts).toContain('Not measured: the console was unreachable during an outage of the provider');
    expect(texts.filter((text) => text.startsWith('Outage of'))).toEqual(['Outage of Comcast at 3 sites']);
    // It is kept longer than the alert.
    await rounds.rows('delete from alert');
    expect((await lineOf('Bakery')).outages).toMatchObject([
      { inferredFrom: { ...inferredFrom, alertId: null } },
    ]);
  });

  test('names the provider as the alert does', async () => {
    const nameless = { lines: [{ isp: '\u202e', asn: '64500' }] };
    await begin([
      ...['Dental', 'Bakery', 'School'].map((name) => at(name, '', nameless)),
      ...customers.slice(3),
    ]);
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await pass(0, 1);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(2, 9);
    expect(await open()).toEqual([expect.stringMatching(/^isp_outage: AS64500 /)]);
    expect(await lineOf('Bakery')).toMatchObject({
      providerOutage: { provider: 'AS64500' },
      outages: [{ inferredFrom: { provider: 'AS64500' } }],
    });
  });

  test('stays unknown time, apart from the outage, if the console is unreachable for longer', async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await pass(0, 1);
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(2, 9);
    line('Dental').clear();
    line('School').clear();
    await pass(10, 40);
    const { state, providerOutage, outages: listed, months } = await lineOf('Bakery');
    expect({ state, providerOutage }).toEqual({ state: 'unknown', providerOutage: null });
    expect(listed).toMatchObject([{ until: expect.stringContaining('T') }]);
    expect(months[0]!.inferredSeconds).toBeLessThan(900);
    expect(months[0]!.unknownSeconds).toBeGreaterThan(1800);
  });
});

describe('An outage of three customers', () => {
  beforeEach(async () => {
    await begin();
    await rounds.addRule({ name: 'Provider', condition: 'isp_outage', duration: 1 });
    await pass(0, 1);
  });
  const fail = async () => {
    for (const name of ['Dental', 'Bakery', 'School']) line(name).goDown();
    await pass(2, 6);
  };
  const recover = async () => {
    for (const name of ['Dental', 'Bakery', 'School']) line(name).clear();
    await pass(7, 20);
  };
  const names = ['Dental', 'Bakery', 'School', 'Museum'];
  const history = async (args: string): Promise<number[]> => {
    const { alertHistory, alertHistoryDays } = await rounds.ask<{
      alertHistory: { nodes: object[] };
      alertHistoryDays: { count: number }[];
    }>(
      `{ alertHistory(type: isp_outage, first: 10, ${args}) { nodes { id } }
         alertHistoryDays(type: isp_outage, ${args}) { count } }`,
    );
    return [alertHistory.nodes.length, alertHistoryDays.reduce((sum, { count }) => sum + count, 0)];
  };

  test('is in the history of each site, controller and customer that it affected, also when it is over', async () => {
    const customerIds: Record<string, string> = {};
    for (const name of names) {
      const { createCustomer } = await rounds.ask<{ createCustomer: { id: string } }>(
        'mutation ($name: String!) { createCustomer(input: { name: $name }) { id } }',
        { name },
      );
      customerIds[name] = createCustomer.id;
      await rounds.rows('update team_site set customer_id = ? where host_id = ?', [
        createCustomer.id,
        rounds.network.console(name).hostId,
      ]);
    }
    await fail();
    await recover();
    for (const name of names) {
      const expected = name === 'Museum' ? [0, 0] : [1, 1];
      const site = rounds.network.console(name).hostId;
      expect([name, await history(`siteId: "${site}"`)]).toEqual([name, expected]);
      expect([name, await history(`controllerId: "${controllers[name]}"`)]).toEqual([name, expected]);
      expect([name, await history(`customerIds: ["${customerIds[name]}"]`)]).toEqual([name, expected]);
    }
  });

  test('is in their spreadsheet with its number of sites, without the names of other customers', async () => {
    const { body } = await rounds.rest('POST /api/customers', { name: 'Contoso Dental' });
    await rounds.rows(`update team_site set customer_id = ? where name = 'School'`, [body['id']]);
    await fail();
    const { text } = await rest(rounds.alice).get(`/api/alert-history/csv?customerIds=${String(body['id'])}`);
    expect(text).toMatch(/,isp_outage,Comcast,,Comcast \(AS7922\) has been down at 3 sites since /);
    expect(text).not.toMatch(/Bakery|Dental/);
  });

  test('counts at each of its controllers, and once for the team', async () => {
    await fail();
    const { openAlertsByController: counts, openAlertCount } = await rounds.ask<{
      openAlertsByController: { controllerId: string; count: number }[];
      openAlertCount: number;
    }>('{ openAlertsByController { controllerId count severity } openAlertCount }');
    const affected = ['Dental', 'Bakery', 'School'].map((name) => controllers[name]!);
    expect(counts.toSorted((a, b) => (a.controllerId < b.controllerId ? -1 : 1))).toEqual(
      affected.toSorted().map((controllerId) => ({ controllerId, count: 1, severity: 'critical' })),
    );
    expect(openAlertCount).toBe(1);
  });

  test('is announced once to everyone who listens to one of its controllers, and to no one else', async () => {
    const sockets = await Promise.all(
      [...names.map((name) => controllers[name]!), null].map(async (id) => {
        const socket = rounds.later(new Socket(rounds.running));
        await socket.signIn(rounds.alice.token);
        const changed =
          'subscription ($id: ID) { alertChanged(controllerId: $id) { change alert { type } } }';
        await socket.subscribe('1', changed, { id });
        return socket;
      }),
    );
    await fail();
    await recover();
    const heard = () =>
      sockets.map((socket) =>
        socket
          .of('1')
          .map(
            ({ payload }) =>
              payload?.data?.['alertChanged'] as unknown as { change: string; alert: { type: string } },
          )
          .filter(({ alert }) => alert.type === 'isp_outage')
          .map(({ change }) => change),
      );
    await until(() => heard()[4]?.includes('resolved') === true);
    const [dental, bakery, school, other, all] = heard();
    expect(all!.filter((change) => change === 'raised')).toHaveLength(1);
    expect([dental, bakery, school]).toEqual([all, all, all]);
    expect(other).toEqual([]);
  });
});
