import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let acme: string;
let birch: string;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  acme = await customer('Acme', ['gold']);
  birch = await customer('Birch');
  await site('HOST:1', acme);
  await site('HOST:2', birch, ['guest']);
  rule = await telling.rule(['webhook']);
});
afterEach(() => telling.end());

const api = () => rest(telling.alice);
const customer = async (name: string, tags: string[] = []) =>
  (await api().post('/api/customers', { name, tags })).body['id'] as string;
/** A site that a controller listed. */
const site = async (hostId: string, customerId: string | null, tags: string[] = []) => {
  const [row] = await telling.rows<{ id: string }>(
    `insert into team_site (team_id, host_id, name, controller_id, customer_id, tags)
     values (?, ?, ?, ?, ?, ?) returning id`,
    [telling.alice.teamId, hostId, hostId, telling.alice.controllerId, customerId, `{${tags.join()}}`],
  );
  return row!.id;
};
const assign = async (hostId: string, customerId: string | null) => {
  const [row] = await telling.rows<{ id: string }>('select id from team_site where host_id = ?', [hostId]);
  const { status } = await api().post('/api/sites/assign', { siteIds: [row!.id], customerId });
  expect(status).toBe(200);
};
/** The webhook, limited to some customers or tags. */
const limited = async (scope: object) => {
  const config = { enabled: true, webhookUrl: telling.chat.hookUrl('ops') };
  return api().post('/api/integrations', { type: 'webhook', config, isActive: true, ...scope });
};
const raise = (siteId: string) => telling.raise(rule, { siteId, siteName: siteId });
const log = async () =>
  (await telling.log()).map(({ kind, status, reason }) => [kind, status, reason ?? ''].join(' ').trim());

describe('A channel that is limited to customers or tags', () => {
  test.each([
    [{ tags: ['gold'] }, 'Webhook only', 'The webhook only receives alerts of sites tagged gold'],
    [{}, 'customers', 'The webhook only receives alerts of Acme'],
    [{ tags: ['silver'] }, 'both', 'The webhook only receives alerts of Acme and sites tagged silver'],
  ])('sends the alerts of its sites, and says why it skips others: %j', async (scope, kind, reason) => {
    const saved = await limited({ ...scope, ...(kind !== 'Webhook only' && { customerIds: [acme] }) });
    expect(saved.body).toMatchObject({
      limitedTo: reason.replace('The webhook only receives alerts of ', ''),
    });
    await raise('HOST:1');
    await raise('HOST:2');
    await raise('HOST:3');
    await telling.deliver();
    expect((await log()).toSorted()).toEqual(
      [`opened skipped ${reason}`, `opened skipped ${reason}`, 'opened sent'].toSorted(),
    );
    expect(telling.posts()).toHaveLength(1);
  });

  test('receives everything once nothing limits it', async () => {
    await limited({ customerIds: [acme] });
    expect((await limited({})).body).toMatchObject({ customerIds: [acme] });
    const { body } = await limited({ customerIds: null, tags: [] });
    expect(body).toMatchObject({ customerIds: [], tags: [], limitedTo: null });
    await raise('HOST:2');
    await telling.deliver();
    expect(await log()).toEqual(['opened sent']);
  });

  test('receives the open alerts of others, and of sites without a customer, once its limits are removed', async () => {
    await limited({ customerIds: [acme] });
    await raise('HOST:2');
    await raise('HOST:3');
    await telling.deliver();
    expect(telling.posts()).toHaveLength(0);
    await limited({ customerIds: [acme, birch] });
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
    await limited({ customerIds: [] });
    await limited({});
    await telling.deliver();
    expect(await log()).toEqual(['opened sent', 'opened sent']);
    expect(telling.posts()).toHaveLength(2);
  });

  test('receives the recovery of an alert that it received, even if the site has moved to another customer', async () => {
    await limited({ customerIds: [acme] });
    const [mine, other] = [await raise('HOST:1'), await raise('HOST:2')];
    await telling.deliver();
    await assign('HOST:1', birch);
    await telling.resolve([...mine, ...other]);
    await telling.pass(10);
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
  });

  test('hears of an open alert once its site is one of its own, and only once', async () => {
    await limited({ customerIds: [acme] });
    const alerts = await raise('HOST:2');
    await telling.deliver();
    expect(telling.posts()).toHaveLength(0);
    await assign('HOST:2', acme);
    await telling.deliver();
    expect(await log()).toEqual(['opened sent']);
    await assign('HOST:2', birch);
    await assign('HOST:2', acme);
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened']);
    await telling.resolve(alerts);
    await telling.pass(10);
    await telling.deliver();
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved']);
  });

  test('hears nothing of an alert that ended before its site was one of its own', async () => {
    await limited({ tags: ['gold'] });
    await telling.resolve(await raise('HOST:2'));
    await telling.pass(10);
    await assign('HOST:2', acme);
    await telling.deliver();
    expect(telling.posts()).toEqual([]);
  });

  test('does not send what waits for a site that moves to another customer', async () => {
    await limited({ customerIds: [acme] });
    await raise('HOST:1');
    await assign('HOST:1', birch);
    await telling.deliver();
    expect(await log()).toEqual(['opened skipped The webhook only receives alerts of Acme']);
    expect(telling.posts()).toEqual([]);
  });

  test.each(['customerIds', 'tags'])('refuses %s that are not its team’s or blank', async (field) => {
    const { body: his } = await rest(telling.cast.bob).post('/api/customers', { name: 'Foreign' });
    const { status, body } = await limited(
      field === 'tags' ? { tags: ['\u200b'] } : { customerIds: [his['id'], acme] },
    );
    expect([status, body]).toMatchObject(
      field === 'tags'
        ? [400, { message: 'Tags must have visible characters, on one line' }]
        : [404, { message: 'Customer not found' }],
    );
  });
});

describe('A maintenance window of a customer', () => {
  const window = (scope: object) =>
    api().post('/api/maintenance-windows', {
      name: 'Cabling',
      startsAt: new Date(Date.now() - 60_000).toISOString().slice(0, 16),
      minutes: 60,
      timeZone: 'UTC',
      ...scope,
    });

  test('mutes its sites only', async () => {
    await telling.webhook();
    expect((await window({ customerIds: [acme] })).body).toMatchObject({ limitedTo: 'Acme' });
    const [held] = await raise('HOST:1');
    await raise('HOST:2');
    await telling.deliver();
    expect((await log()).map((line) => line.replace(/ until .*/, ''))).toEqual([
      'opened sent',
      'opened held Maintenance window “Cabling”',
    ]);
    expect((await api().get(`/api/alerts/${held}`)).body).toMatchObject({ maintenance: 'Cabling' });
  });

  test('no longer covers a site that moves to another customer, and covers one that gets its tag', async () => {
    await telling.webhook();
    await window({ tags: ['gold'] });
    await raise('HOST:1');
    await telling.deliver();
    expect(telling.posts()).toHaveLength(0);
    await assign('HOST:1', birch);
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
    await api().put(`/api/customers/${birch}`, { tags: ['gold'] });
    await raise('HOST:2');
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
  });

  test('is refused for another team’s customer', async () => {
    const { body: his } = await rest(telling.cast.bob).post('/api/customers', { name: 'Foreign' });
    const { status, body } = await window({ customerIds: [his['id']] });
    expect([status, body]).toMatchObject([404, { message: 'Customer not found' }]);
  });

  test('and a channel of it keep the customer from being deleted, until they end', async () => {
    await limited({ customerIds: [acme] });
    const { body: made } = await window({ customerIds: [acme, birch] });
    const { status, body } = await api().delete(`/api/customers/${acme}`);
    const says =
      '“Acme” can’t be deleted while it’s in use by the webhook channel and the maintenance window “Cabling”. Change or delete those first.';
    expect([status, body]).toMatchObject([409, { message: says }]);
    await limited({ customerIds: [] });
    await api().post(`/api/maintenance-windows/${made['id']}/end`);
    expect((await api().delete(`/api/customers/${acme}`)).status).toBe(200);
  });

  test('can’t be restarted for a customer that has been deleted since it ended', async () => {
    const { body: made } = await window({ customerIds: [acme] });
    const path = `/api/maintenance-windows/${made['id']}`;
    await api().post(`${path}/end`);
    await api().delete(`/api/customers/${acme}`);
    const message = 'This customer was deleted. Choose another one.';
    for (const changes of [{ minutes: 120 }, { minutes: 120, customerIds: [acme] }])
      expect(await api().put(path, changes)).toMatchObject({ status: 400, body: { message } });
    expect((await api().put(path, { name: 'Cabling, done', customerIds: [acme] })).status).toBe(200);
    expect((await api().put(path, { minutes: 120, customerIds: [birch] })).status).toBe(200);
  });
});
