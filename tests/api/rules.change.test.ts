import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsAfter } from '#api/live/event-log.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { DeleteAlertRuleDocument, TestAlertRuleDocument, UpdateAlertRuleDocument } from '#web/gql/graphql.ts';

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

const whole = {
  name: 'Processors',
  condition: 'high_cpu',
  threshold: '80%',
  duration: 15,
  channels: ['email', 'slack'],
  isActive: true,
  haloEnabled: true,
  haloSeverityLevels: ['warning'],
  haloClientId: 7,
  haloClientName: 'Acme',
  haloPriority: 4,
  haloCategory: 3,
};
type Rule = { id: string } & Record<string, unknown>;
const create = async (body: object): Promise<Rule> =>
  (await rest(cast.alice).post('/api/alert-rules', body)).body;
const change = async (id: string, body: object): Promise<Rule> =>
  (await rest(cast.alice).put(`/api/alert-rules/${id}`, body)).body;

describe('Changing a rule', () => {
  test('keeps the fields that are left out', async () => {
    const rule = await create({ ...whole, controllerId: cast.alice.controllerId, siteId: 'HOST:1' });
    for (const part of [{ name: 'CPU' }, { duration: 1 }, { isActive: false }, { channels: [] }, {}]) {
      Object.assign(rule, part);
      expect(await change(rule.id, part)).toEqual(rule);
    }
  });

  test('saves nothing if someone else changed the rule since it was seen', async () => {
    const rule = await create(whole);
    const changing = `mutation($id: ID!, $input: AlertRuleChanges!, $seen: SeenRule) {
      updateAlertRule(id: $id, input: $input, seen: $seen) { duration threshold name }
    }`;
    const changeSeen = (input: object, seen: object | null) =>
      as(cast.alice).ask(changing, { id: rule.id, input, seen });
    for (const seen of [
      { threshold: '80%', duration: 14 },
      { threshold: '81%', duration: 15 },
      { duration: 15 },
    ]) {
      const { errors } = await changeSeen({ duration: 20 }, seen);
      expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', outcome: 'refused' } }]);
    }
    expect((await changeSeen({ name: 'CPU' }, null)).data).toEqual({
      updateAlertRule: { duration: 15, threshold: '80%', name: 'CPU' },
    });
    expect((await changeSeen({ duration: 20 }, { threshold: '80%', duration: 15 })).data).toMatchObject({
      updateAlertRule: { duration: 20 },
    });
  });

  test('clears optional fields with null, and no others', async () => {
    const rule = await create({ ...whole, controllerId: cast.alice.controllerId, siteId: 'HOST:1' });
    const empty = {
      siteId: null,
      controllerId: null,
      threshold: null,
      haloClientId: null,
      haloClientName: null,
    };
    expect(await change(rule.id, empty)).toEqual({ ...rule, ...empty });
    const full = {
      name: null,
      condition: null,
      duration: null,
      channels: null,
      isActive: null,
      haloPriority: null,
    };
    expect(await change(rule.id, full)).toEqual({ ...rule, ...empty });
  });

  test('with a blank threshold uses the default one', async () => {
    const rule = await create(whole);
    expect(await change(rule.id, { threshold: ' ' })).toMatchObject({
      threshold: null,
      condition: 'high_cpu',
    });
  });
});

describe('Open alerts of a rule', () => {
  async function ruleWithAlert(): Promise<Rule> {
    const rule = await create(whole);
    await raise(running, cast.alice, 'Core Switch');
    const em = running.app.orm.em.fork();
    await em.nativeUpdate(Alert, { team: cast.alice.teamId }, { rule: rule.id });
    return rule;
  }
  const state = async () => {
    const em = running.app.orm.em.fork();
    const { resolvedAt, resolution } = await em.findOneOrFail(Alert, { team: cast.alice.teamId });
    const [, ...told] = await eventsAfter(em, cast.alice.teamId, 0, 10);
    return { over: resolvedAt !== null, resolution, told: told.map(({ kind }) => kind) };
  };
  const ended = { over: true, resolution: 'no_longer_watched', told: ['resolved'] };
  const going = { over: false, resolution: null, told: [] };

  test.each<[string, object]>([
    ['another condition', { condition: 'high_memory' }],
    ['another threshold', { threshold: '85%' }],
    ['another place', {}],
    ['nothing: it is switched off', { isActive: false }],
  ])('end, and everyone sees it, when it changes to %s', async (what, input) => {
    const rule = await ruleWithAlert();
    const place = what === 'another place' ? { controllerId: cast.alice.controllerId } : {};
    await as(cast.alice).run(UpdateAlertRuleDocument, { id: rule.id, input: { ...input, ...place } });
    expect(await state()).toEqual(ended);
  });

  test('stay when only its name, its channels or the same values are saved', async () => {
    const rule = await ruleWithAlert();
    for (const input of [
      { name: 'CPU' },
      { channels: ['webhook'] },
      { threshold: '80%', condition: 'high_cpu' },
    ]) {
      await change(rule.id, input);
    }
    expect(await state()).toEqual(going);
  });

  test('stay when a change is refused', async () => {
    const rule = await ruleWithAlert();
    expect(await change(rule.id, { condition: 'high_bandwidth' })).toHaveProperty('fields');
    expect(await state()).toEqual(going);
  });

  test('end with the rule, and stay in the history without it', async () => {
    const rule = await ruleWithAlert();
    expect(await as(cast.alice).run(DeleteAlertRuleDocument, { id: rule.id })).toEqual({
      deleteAlertRule: rule.id,
    });
    expect(await state()).toEqual(ended);
    expect(await running.app.orm.em.fork().count(Alert, { rule: null, ruleName: { $ne: '' } })).toBe(1);
    expect((await rest(cast.alice).get('/api/alert-rules')).text).not.toContain(rule.id);
  });
});

describe('Testing a rule', () => {
  test('names its site', async () => {
    const { controllerId } = cast.alice;
    const { id } = await create({ name: 'a', condition: 'device_offline', controllerId });
    const { testAlertRule } = await as(cast.alice).run(TestAlertRuleDocument, { id });
    expect(testAlertRule.message).toMatch(/^"Example device \(Head Office\) has been offline since /);
  });

  test.each([
    [
      { name: 'a', condition: 'device_offline' },
      /^"Example device \(Example site\) has been offline since .*UTC, and 2 devices behind it\."/,
    ],
    [whole, /^"CPU on Example device \(Example site\) has been above 80% since .*UTC \(now 84%\)\."/],
    [{ name: 'a', condition: 'low_disk' }, /^"Free disk space on .* has been below 10% since .* \(now 5%\)/],
    [{ name: 'a', condition: 'port_down' }, /^"Port 1 on Example device/],
  ])('shows a sample alert, and saves nothing: %j', async (input, sentence) => {
    const { id } = await create(input);
    const { testAlertRule } = await as(cast.alice).run(TestAlertRuleDocument, { id });
    expect(testAlertRule).toEqual({
      success: true,
      notified: false,
      message: expect.stringMatching(sentence),
      ticketUrl: null,
    });
    expect((await rest(cast.alice).post(`/api/alert-rules/${id}/test`)).body).toEqual(testAlertRule);
    expect(await running.app.orm.em.fork().count(Alert)).toBe(0);
  });
});
