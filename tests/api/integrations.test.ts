import '#api/features/notifications/sender.job.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channelTypes } from '#api/features/integrations/channel-config.ts';
import { configOf } from '#api/features/integrations/config.store.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { Delivery, DeliveryKind, DeliveryStatus } from '#api/features/notifications/delivery.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
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

const hook = 'https://alerts.example.test/hooks/0123456789abcdef';
const other = 'https://alerts.example.test/hooks/fedcba9876543210';

interface Shown {
  id: string;
  type: string;
  config: Record<string, unknown>;
  isActive: boolean;
  signingSecret: string | null;
}

const create = (body: object, person: Person = cast.alice) => rest(person).post('/api/integrations', body);
const change = (id: string, body: object, person: Person = cast.alice) =>
  rest(person).put(`/api/integrations/${id}`, body);
const list = async (person: Person = cast.alice) =>
  (await rest(person).get('/api/integrations')).body as Shown[];
const webhook = async (config: object = { enabled: true, webhookUrl: hook }) =>
  (await create({ type: 'webhook', config, isActive: true })).body as Shown;
const rows = () => running.app.orm.em.fork();

/** What is really used to send. */
async function stored(id: string) {
  const em = rows();
  return configOf(em, await em.findOneOrFail(Integration, { id }));
}

describe('A channel', () => {
  test('is saved and shown: its recipients, or the host and end of its address', async () => {
    const mail = await create({
      type: 'email',
      config: { enabled: true, recipients: 'Ops@Example.test, noc@example.test\nops@example.test\n' },
      isActive: true,
    });
    expect(mail).toMatchObject({
      status: 200,
      body: {
        type: 'email',
        isActive: true,
        config: { recipients: ['ops@example.test', 'noc@example.test'] },
      },
    });
    await webhook();
    expect(await list()).toMatchObject([
      { type: 'email' },
      { type: 'webhook', config: { webhookUrl: 'alerts.example.test ••••cdef' } },
    ]);
  });

  test.each(channelTypes)('can’t be turned on while something is missing: %s', async (type) => {
    for (const config of [{ enabled: true }, { webhookUrl: ' ', recipients: ' \n ' }]) {
      expect(await create({ type, config })).toMatchObject({
        status: 400,
        body: { message: 'Please fill in all required fields' },
      });
    }
    expect(await create({ type, config: { enabled: false } })).toMatchObject({
      status: 200,
      body: { isActive: false },
    });
  });

  test('that exists is updated by creating it again, and keeps its address and its secret', async () => {
    const { id } = await webhook();
    const before = await stored(id);
    const again = await create({
      type: 'webhook',
      config: { enabled: false, webhookUrl: '' },
      isActive: true,
    });
    expect(again).toMatchObject({ status: 200, body: { id, isActive: false, signingSecret: null } });
    expect(await stored(id)).toEqual(before);
    await create({ type: 'webhook', config: { enabled: true, webhookUrl: other } });
    expect(await stored(id)).toEqual({ ...before, webhookUrl: other });
    expect(await list()).toHaveLength(1);
  });

  test('created twice at once is one', async () => {
    const config = { enabled: true, webhookUrl: hook };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ type: 'webhook', config })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await list()).toHaveLength(1);
    const told = answers.map(({ body }) => (body as Shown).signingSecret).filter((secret) => secret !== null);
    expect(told).toHaveLength(1);
  });

  test.each([{}, { webhookUrl: '' }, { webhookUrl: null }, { webhookUrl: 'alerts.example.test ••••cdef' }])(
    'keeps its address when it is saved with %j',
    async (config) => {
      const { id } = await webhook();
      expect(await change(id, { config })).toMatchObject({ status: 200 });
      expect((await stored(id)).webhookUrl).toBe(hook);
    },
  );

  test('can be turned off and on separately, and by the documented client’s request', async () => {
    const { id } = await webhook();
    const now = async (body: object) => ((await change(id, body)).body as Shown).isActive;
    expect(await now({ isActive: false })).toBe(false);
    expect(await now({ config: {} })).toBe(false);
    expect(await now({ config: { enabled: true } })).toBe(true);
    expect(await now({ type: 'webhook', config: { enabled: false }, isActive: true })).toBe(false);
    expect(await now({ isActive: true })).toBe(true);
  });

  test('that was turned off after failures is retried once it is saved', async () => {
    const { id } = await webhook();
    const since = new Date(Date.now() - 86_400_000);
    const failing = { disabledAt: since, failures: 7, failingSince: since, pausedUntil: since };
    await rows().nativeUpdate(Integration, { id }, failing);
    expect(await change(id, { config: { webhookUrl: other } })).toMatchObject({
      body: { disabledAt: null, failingSince: null, pausedUntil: null },
    });
    expect(await rows().findOneOrFail(Integration, { id })).toMatchObject({ failures: 0 });
  });

  test('that is saved retries failed deliveries immediately', async () => {
    const { id } = await webhook();
    const em = rows();
    const delivery = em.assign(new Delivery(), {
      team: cast.alice.teamId,
      integration: id,
      channel: NotificationChannel.webhook,
      kind: DeliveryKind.summary,
      status: DeliveryStatus.retrying,
      notBefore: new Date(Date.now() + 36_000_000),
    });
    await em.persist(delivery).flush();
    await change(id, { config: { webhookUrl: other } });
    const { notBefore } = await rows().findOneOrFail(Delivery, { id: delivery.id });
    expect(notBefore?.getTime()).toBeLessThanOrEqual(Date.now());
    const jobs = await em.execute('select run_at <= now() as due from graphile_worker.jobs where key = ?', [
      `deliver:${id}`,
    ]);
    expect(jobs).toEqual([{ due: true }]);
  });

  test('is deleted', async () => {
    const { id } = await webhook();
    expect(await rest(cast.alice).delete(`/api/integrations/${id}`)).toMatchObject({ body: { id } });
    expect(await list()).toEqual([]);
    expect(await change(id, {})).toMatchObject({ status: 404, body: { message: 'Integration not found' } });
  });

  test('is recorded without its address', async () => {
    const { id } = await webhook();
    await change(id, { config: { webhookUrl: other } });
    await rest(cast.alice).post(`/api/integrations/${id}/signing-secret`);
    await rest(cast.alice).delete(`/api/integrations/${id}`);
    expect(await auditLog(running)).toEqual(
      ['create', 'update', 'rotate_secret', 'delete'].map((deed) => [
        `integration.${deed}`,
        cast.alice.email,
        'webhook',
      ]),
    );
  });
});

describe('The address of a channel', () => {
  test.each([
    ['http://alerts.example.test/hook', 'Please enter an address that begins with https://'],
    ['alerts.example.test', 'Please enter an address that begins with https://'],
    ['javascript:alert(1)', 'Please enter an address that begins with https://'],
    ['https://user:pass@alerts.example.test/', 'Remove the user name and password from the URL'],
    ['https://127.0.0.1/', 'This address is not on the public internet.'],
    ['https://[::ffff:169.254.169.254]/', 'This address is not on the public internet.'],
    ['https://2130706433/', 'This address is not on the public internet.'],
    [`https://alerts.example.test/${'x'.repeat(2048)}`, 'The webhook URL must be 2048 characters or less'],
    [5, 'The webhook URL must be text'],
    [['https://alerts.example.test/'], 'The webhook URL must be text'],
  ])('is rejected if it isn’t allowed: %s', async (webhookUrl, sentence) => {
    const answer = await create({ type: 'webhook', config: { webhookUrl } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { webhookUrl: expect.stringContaining(sentence) } },
    });
    expect(await list()).toEqual([]);
  });

  test('of a Teams connector gets an explanation, and one of Discord is converted to its current form', async () => {
    const connector = 'https://contoso.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4';
    expect(await create({ type: 'teams', config: { webhookUrl: connector } })).toMatchObject({
      status: 400,
      body: {
        fields: { webhookUrl: expect.stringContaining('Microsoft no longer supports this kind of URL') },
      },
    });
    const { body } = await create({
      type: 'discord',
      config: { webhookUrl: 'https://discordapp.com/api/webhooks/12345/abcdefghijklmnop' },
    });
    expect((await stored((body as Shown).id)).webhookUrl).toBe(
      'https://discord.com/api/v10/webhooks/12345/abcdefghijklmnop',
    );
  });
});

describe('The signing secret of a webhook', () => {
  test('is shown once, and stays valid for a day after it is rotated', async () => {
    const { id, signingSecret: first } = await webhook();
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toMatchObject([
      { signingSecret: null, config: { signingSecret: `••••${first!.slice(-4)}` } },
    ]);

    const { body } = await rest(cast.alice).post(`/api/integrations/${id}/signing-secret`);
    const second = (body as Shown).signingSecret!;
    expect(second).toMatch(/^whsec_/);
    const { secrets } = await stored(id);
    expect(secrets).toEqual([{ secret: second }, { secret: first, until: expect.any(String) }]);
    expect(Date.parse(secrets![1]!.until!) / 1000).toBeCloseTo((Date.now() + 86_400_000) / 1000, -2);
  });

  test('has a rotation limit, and only exists for webhooks', async () => {
    const { id } = await webhook();
    const renew = () => rest(cast.alice).post(`/api/integrations/${id}/signing-secret`);
    for (let round = 0; round < 4; round++) expect((await renew()).status).toBe(200);
    expect(await renew()).toMatchObject({ status: 409 });
    expect((await stored(id)).secrets).toHaveLength(5);
    const mail = (await create({ type: 'email', config: { recipients: 'a@example.test' } })).body as Shown;
    expect(await rest(cast.alice).post(`/api/integrations/${mail.id}/signing-secret`)).toMatchObject({
      status: 409,
      body: { message: 'Only a webhook has a signing secret.' },
    });
  });
});

describe('Other people', () => {
  test('have their own channels, and find nothing by these IDs', async () => {
    const { id } = await webhook();
    expect(await list(cast.bob)).toEqual([]);
    for (const answer of [
      await change(id, { isActive: false }, cast.bob),
      await rest(cast.bob).delete(`/api/integrations/${id}`),
      await rest(cast.bob).post(`/api/integrations/${id}/signing-secret`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Integration not found' } });
    expect(await create({ type: 'webhook', config: { webhookUrl: other } }, cast.bob)).toMatchObject({
      status: 200,
    });
    expect((await stored(id)).webhookUrl).toBe(hook);
  });

  test('who are viewers see them and change nothing', async () => {
    const { id } = await webhook();
    const viewer = await addMember(cast.alice, TeamRole.viewer);
    expect(await list(viewer)).toMatchObject([
      { id, config: { webhookUrl: expect.stringContaining('••••') } },
    ]);
    expect(await change(id, { isActive: false }, viewer)).toMatchObject({ status: 403 });
  });
});
