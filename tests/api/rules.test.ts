import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { CreateAlertRuleDocument, UpdateAlertRuleDocument } from '#web/gql/graphql.ts';

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

const right = { name: 'Gateways', condition: 'device_offline' } as const;
type Answered = { id: string; fields?: Record<string, string>; message?: string; [name: string]: unknown };
const create = async (body: object): Promise<Answered> =>
  (await rest(cast.alice).post('/api/alert-rules', body)).body;
const change = async (id: string, body: object): Promise<Answered> =>
  (await rest(cast.alice).put(`/api/alert-rules/${id}`, body)).body;
const all = async (): Promise<Answered[]> => (await rest(cast.alice).get('/api/alert-rules')).body;

const storable = 'The text contains characters that cannot be stored';
const broken: [field: string, value: unknown, sentence: string][] = [
  ['name', '', 'Rule name is required'],
  ['name', ' \t\n', 'Rule name is required'],
  ['name', 'n'.repeat(101), 'Name must be 100 characters or less'],
  ['name', 'n'.repeat(90_000), 'Name must be 100 characters or less'],
  ['name', 'a\0b', storable],
  ['name', 'a\ud83d', storable],
  ['duration', 0, 'Duration must be at least 1 minute'],
  ['duration', -1, 'Duration must be at least 1 minute'],
  ['duration', 1441, 'Duration cannot exceed 24 hours'],
  ['duration', 2 ** 31 - 1, 'Duration cannot exceed 24 hours'],
  ['haloPriority', 0, 'Priority must be between 1 and 5'],
  ['haloPriority', 6, 'Priority must be between 1 and 5'],
  ['haloCategory', 0, 'Category must be at least 1'],
  ['threshold', '8'.repeat(21), 'Threshold must be 20 characters or less'],
  ['channels', ['email', 'email'], 'Each channel can be chosen once'],
  ['haloSeverityLevels', ['info', 'info'], 'Each severity can be chosen once'],
  ['haloClientName', 'n'.repeat(201), 'Client name must be 200 characters or less'],
  ['haloSiteName', 'n'.repeat(201), 'Site name must be 200 characters or less'],
  ['haloCategoryName', 'n'.repeat(201), 'Category name must be 200 characters or less'],
  ['siteId', 's'.repeat(201), 'Choose one of the sites'],
  ['siteId', 'HOST:1', 'Choose a controller before a site'],
  ['controllerId', 'no-id', 'Choose one of your controllers'],
  ['controllerId', 'c'.repeat(65), 'Choose one of your controllers'],
];

describe('A rule is refused with the error of its field, over GraphQL and REST, new or changed:', () => {
  test.each(broken)('%s %j', async (field, value, sentence) => {
    const input = { ...right, [field]: value };
    const refusal = { message: sentence, fields: { [field]: sentence } };
    const before = await all();
    const rule = before[0]!;

    const posted = await rest(cast.alice).post('/api/alert-rules', input);
    expect({ status: posted.status, body: posted.body }).toEqual({ status: 400, body: refusal });
    const put = await rest(cast.alice).put(`/api/alert-rules/${rule.id}`, { [field]: value });
    expect({ status: put.status, body: put.body }).toEqual({ status: 400, body: refusal });
    const asked = { ...refusal, code: 'BAD_USER_INPUT' };
    await expect(as(cast.alice).run(CreateAlertRuleDocument, { input })).rejects.toMatchObject(asked);
    await expect(
      as(cast.alice).run(UpdateAlertRuleDocument, { id: rule.id, input: { [field]: value } }),
    ).rejects.toMatchObject(asked);
    expect(await all()).toEqual(before);
  });
});

describe('REST names the field', () => {
  test.each<[object, Record<string, string>]>([
    [{}, { name: 'Rule name is required', condition: 'Condition is required' }],
    [
      { name: '', condition: '' },
      { name: 'Rule name is required', condition: 'Condition is required' },
    ],
    [{ name: 'Gateways' }, { condition: 'Condition is required' }],
    [{ condition: 'port_down', name: null }, { name: 'Rule name is required' }],
    [{ ...right, name: 5 }, { name: 'Name must be text' }],
    [{ ...right, name: ['a'] }, { name: 'Name must be text' }],
    [{ ...right, duration: 'soon' }, { duration: 'Duration must be a whole number' }],
    [{ ...right, duration: 1.5 }, { duration: 'Duration must be a whole number' }],
    [{ ...right, duration: 2 ** 31 }, { duration: 'Duration must be a whole number' }],
    [{ ...right, haloClientId: 2 ** 53 + 1 }, { haloClientId: 'Halo client id must be a whole number' }],
    [{ ...right, isActive: 'yes' }, { isActive: 'Is active must be true or false' }],
    [{ ...right, fold: 'no' }, { fold: 'Fold must be true or false' }],
    [
      { ...right, channels: ['pigeon'] },
      { channels: 'Channels must be one of email, slack, teams, discord, webhook' },
    ],
    [
      { ...right, channels: [null] },
      { channels: 'Channels must be one of email, slack, teams, discord, webhook' },
    ],
    [
      { ...right, condition: 'fire', haloSeverityLevels: [7] },
      {
        condition:
          'Condition must be one of device_offline, high_cpu, high_memory, low_disk, high_bandwidth, port_down, client_disconnect, wan_down, wan_failover, wan_packet_loss, wan_latency',
        haloSeverityLevels: 'Halo severity levels must be one of info, warning, error, critical',
      },
    ],
  ])('of %j', async (body, fields) => {
    expect(await create(body)).toEqual({ message: Object.values(fields)[0], fields });
  });
});

describe('A threshold', () => {
  test.each([
    ['high_cpu', '80%', undefined],
    ['high_cpu', ' 85 ', undefined],
    ['high_cpu', '0%', 'Enter a percentage between 1 and 100, such as 80%'],
    ['high_cpu', '101%', 'Enter a percentage between 1 and 100, such as 80%'],
    ['high_memory', '1GB', 'Enter a percentage between 1 and 100, such as 85%'],
    ['low_disk', '10 %', undefined],
    ['low_disk', 'lots', 'Enter a percentage between 1 and 100, such as 10%'],
    ['high_bandwidth', '100MB', undefined],
    ['high_bandwidth', '1GB', undefined],
    ['high_bandwidth', '100', 'Enter an amount per second with its unit, such as 100MB or 1GB'],
    ['high_bandwidth', '-1MB', 'Enter an amount per second with its unit, such as 100MB or 1GB'],
  ])('for %s may be %j, or is refused with the reason', async (condition, threshold, sentence) => {
    const answer = await create({ name: 'Limits', condition, threshold });
    if (sentence) expect(answer).toEqual({ message: sentence, fields: { threshold: sentence } });
    else expect(answer).toMatchObject({ threshold: threshold.trim() });
  });

  test('is removed if the condition has none, and must fit a changed condition', async () => {
    const rule = await create({ name: 'CPU', condition: 'high_cpu', threshold: '80%' });
    expect(await change(rule.id, { condition: 'high_bandwidth' })).toHaveProperty('fields.threshold');
    expect(await change(rule.id, { condition: 'port_down' })).toMatchObject({ threshold: null });
    expect(await create({ ...right, threshold: '80%' })).toMatchObject({ threshold: null });
  });
});

describe('A new rule', () => {
  test('has the documented defaults', async () => {
    const { id, createdAt, ...rule } = await create(right);
    expect(rule).toEqual({
      name: 'Gateways',
      condition: 'device_offline',
      controllerId: null,
      siteId: null,
      scope: {
        customerIds: null,
        tags: null,
        siteIds: null,
        deviceRoles: null,
        models: null,
        names: null,
        macs: null,
        siteNames: [],
        deviceNames: [],
      },
      exceptions: [],
      covers: null,
      threshold: null,
      duration: 5,
      fold: true,
      channels: [],
      isActive: true,
      notEvaluated: [],
      haloEnabled: false,
      haloSeverityLevels: ['critical'],
      haloClientId: null,
      haloClientName: null,
      haloSiteId: null,
      haloSiteName: null,
      haloPriority: 2,
      haloCategory: 1,
      haloCategoryName: null,
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Date.parse(String(createdAt))).toBeCloseTo(Date.now(), -5);
  });

  test('is returned as it was sent, in any script', async () => {
    const names = [
      '🚨'.repeat(100),
      'Büro — Zürich',
      'مكتب الرياض',
      '東京 本社',
      'e\u0301 and é',
      '<b>"\'&;--',
      '\u202eRTL',
      'x',
    ];
    for (const name of names) {
      const texts = {
        name,
        haloClientName: name.slice(0, 50),
        haloSiteName: '  kept  ',
        haloCategoryName: name,
      };
      const made = await create({ ...right, ...texts });
      expect(made).toMatchObject(texts);
      expect((await all()).find(({ id }) => id === made.id)).toEqual(made);
    }
    expect(await create({ ...right, name: '  Gateways ' })).toMatchObject({ name: 'Gateways' });
  });

  test('may be for one of the team’s controllers and its site, and no other team’s', async () => {
    const { controllerId } = cast.alice;
    expect(await create({ ...right, controllerId, siteId: 'HOST:1' })).toMatchObject({
      controllerId,
      siteId: 'HOST:1',
    });
    const foreign = await rest(cast.bob).post('/api/alert-rules', { ...right, controllerId });
    const random = await rest(cast.bob).post('/api/alert-rules', {
      ...right,
      controllerId: crypto.randomUUID(),
    });
    expect([foreign.status, foreign.text]).toEqual([404, random.text]);
    expect(random.body).toEqual({ message: 'Controller not found' });
    const [own] = (await rest(cast.bob).get('/api/alert-rules')).body as { id: string }[];
    const moved = await rest(cast.bob).put(`/api/alert-rules/${own?.id}`, { controllerId });
    expect([moved.status, moved.text]).toEqual([404, random.text]);
  });

  test.each([
    ['before its console was probed', []],
    [
      'after the probe found its figures',
      [{ hostId: 'HOST:1', connector: true, statistics: true, storage: true }],
    ],
    [
      'after the probe found none',
      [{ hostId: 'HOST:1', connector: false, statistics: false, storage: false }],
    ],
  ])('is accepted in the same way %s', async (_, capabilities) => {
    const controllerId = await addController(cast.alice, { capabilities });
    for (const condition of ['high_cpu', 'low_disk', 'port_down']) {
      const rule = await create({ name: condition, condition, controllerId });
      expect(rule).toMatchObject({ name: condition, condition });
      expect(await change(rule.id, { condition: 'high_memory' })).toMatchObject({ condition: 'high_memory' });
    }
  });
});
