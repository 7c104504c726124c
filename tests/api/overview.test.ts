import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { smallOffice } from '#api/demo/unifi/network.ts';
import { as } from '#tests/support/as.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;
let shop: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  const shopKey = {
    ...smallOffice,
    value: 'key-shop',
    consoles: [{ name: 'Shop', devices: [{ name: 'AP Till' }] }],
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
async function ask<T>(query: string, person = rounds.alice): Promise<T> {
  const { data, errors } = await as(person).ask(`{ answer: ${query} }`);
  expect(errors).toBeUndefined();
  return data?.['answer'] as T;
}
const fields = `customer { name } siteName alertCount newCount sitesUnknown unknownReason alerts { deviceName }`;
const overview = (args = '') =>
  ask<Overview>(
    `fleetOverview${args} { troubleCount quietCount unknownCount trouble { ${fields} } quiet { ${fields} } }`,
  );
async function roundsOf(...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    await rounds.round(office, minute);
    await rounds.round(shop, minute);
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
    trouble: [{ siteName: 'Shop', alertCount: 1, newCount: 1, alerts: [{ deviceName: 'AP Till' }] }],
    quiet: [{ siteName: 'Office', alertCount: 0, alerts: [] }],
  });
});

test('A customer is one group, shows its three worst alerts, and sinks once all of them are acknowledged', async () => {
  const { data } = await run('createCustomer(input: { name: "Acme" }) { id }');
  const { id } = data!['createCustomer'] as { id: string };
  await run(`setDefaultCustomer(controllerId: "${office}", customerId: "${id}") { id }`);
  const failing = rounds.network.console('Office').console.devices.filter(({ isConsole }) => !isConsole);
  for (const { name } of failing) rounds.network.device(name).goOffline();
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const [acme, other] = (await overview()).trouble;
  expect(acme).toMatchObject({ customer: { name: 'Acme' }, siteName: null, newCount: failing.length });
  expect(acme?.alerts).toHaveLength(Math.min(3, failing.length));
  expect(other).toMatchObject({ customer: null, siteName: 'Shop' });
  for (const { id: alertId } of await rounds.alerts(office))
    await run(`acknowledgeAlert(id: "${alertId}") { id }`);
  const after = await overview();
  expect(after.trouble.map(({ siteName, newCount }) => [siteName, newCount])).toEqual([
    ['Shop', 1],
    [null, 0],
  ]);
  expect((await overview('(trouble: 1, quiet: 0)')).trouble).toHaveLength(1);
  expect(await overview('(trouble: 0, quiet: 0)')).toMatchObject({ trouble: [], troubleCount: 2 });
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

test('Trends count the alerts of each day, and how long they took', async () => {
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const [alert] = await rounds.alerts(shop);
  rounds.at(4);
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
  const steps = () => ask('firstSteps { hasController hasChannel hasDelivered hasColleague }');
  expect(await steps()).toEqual({
    hasController: true,
    hasChannel: false,
    hasDelivered: false,
    hasColleague: false,
  });
});

test('A controller whose latest reading failed or is old is late, with the reason', async () => {
  await roundsOf(1);
  const polls = () =>
    ask('pollFreshness { fresh late lateControllers { id reason } }') as Promise<{ late: number }>;
  expect(
    await rounds.rows('select count(*)::int as read from controller where last_sync is not null'),
  ).toEqual([{ read: 2 }]);
  await rounds.rows("update controller set last_sync = now() where name = 'Shop'");
  await rounds.rows("update controller set last_sync = now() - interval '1 hour' where name <> 'Shop'");
  expect(await polls()).toMatchObject({ fresh: 1, late: 1, lateControllers: [{ id: office }] });
});

test('Another team sees nothing of it', async () => {
  rounds.network.device('AP Till').goOffline();
  await roundsOf(1, 3);
  const bob = await rounds.customer('Bob');
  const fleet = await ask('fleetOverview { troubleCount quietCount trouble { key } quiet { key } }', bob);
  expect(fleet).toEqual({ troubleCount: 0, quietCount: 0, trouble: [], quiet: [] });
});
