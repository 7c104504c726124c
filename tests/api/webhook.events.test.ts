import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { webhookEvents } from '#api/features/integrations/channel-config.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

const unchosen = "The webhook doesn't receive this type of event";

let telling: Telling;
beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

const hook = (events?: unknown) => {
  const address = { enabled: true, webhookUrl: telling.chat.hookUrl('ops') };
  return telling.channel('webhook', events === undefined ? address : { ...address, events });
};
const types = () => telling.posts().map(({ type }) => type);
/** What is posted of one alert that begins and is well again. */
const live = async () => {
  const ids = await telling.raise(await telling.rule(['webhook']));
  await telling.resolve(ids);
  await telling.pass(5);
  await telling.deliver();
  return types();
};

describe('A webhook', () => {
  test('gets every event unless someone selected some', async () => {
    await hook();
    await expect(live()).resolves.toEqual(['alert.opened', 'alert.resolved']);
  });

  test('gets the selected events, and the log says why others were skipped', async () => {
    const id = await hook(['alert.opened']);
    await expect(live()).resolves.toEqual(['alert.opened']);
    expect(await telling.log()).toMatchObject([
      { kind: 'resolved', status: 'skipped', reason: unchosen },
      { kind: 'opened', status: 'sent' },
    ]);
    expect(await telling.integration(id)).toMatchObject({ config: { events: ['alert.opened'] } });
  });

  test('that receives opened alerts also receives escalations, and others do not', async () => {
    const id = await hook(['alert.opened']);
    const ids = await telling.raise(await telling.rule(['webhook']));
    await telling.change(ids, AlertEntryKind.escalated, { severity: AlertSeverity.critical });
    await telling.deliver();
    expect(types()).toEqual(['alert.opened', 'alert.escalated']);
    expect(telling.posts().at(-1)).toMatchObject({ data: { alert: { id: ids[0], severity: 'critical' } } });
    await telling.change(ids, AlertEntryKind.escalated);
    const input = { config: { events: ['alert.resolved'] } };
    await rest(telling.alice).put(`/api/integrations/${id}`, input);
    await telling.deliver();
    expect(types()).toHaveLength(2);
    expect((await telling.log())[0]).toMatchObject({
      kind: 'escalated',
      status: 'skipped',
      reason: unchosen,
    });
  });

  test('that gets an escalation late is sent its original content, even if the device has come back impaired since', async () => {
    await hook();
    const ids = await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    const down = { type: AlertType.device_offline, severity: AlertSeverity.critical };
    const since = new Date(Date.now() - 60_000);
    await telling.change(ids, AlertEntryKind.escalated, down, { params: down, since });
    const impaired = { type: AlertType.device_impaired, severity: AlertSeverity.warning, since: new Date() };
    await telling.change(ids, AlertEntryKind.eased, impaired);
    await telling.deliver();
    expect(types()).toEqual(['alert.opened', 'alert.escalated']);
    expect(telling.posts().at(-1)).toMatchObject({
      data: { alert: { type: 'device_offline', severity: 'critical', since: since.toISOString() } },
    });
  });

  test('can get recoveries only, without the start of the alert', async () => {
    await hook(['alert.resolved', 'alert.stable']);
    await expect(live()).resolves.toEqual(['alert.resolved']);
  });

  test('does not get a recovery if the start was withheld for another reason', async () => {
    const id = await hook(['alert.resolved']);
    await rest(telling.alice).put(`/api/integrations/${id}`, { isActive: false });
    const ids = await telling.raise(await telling.rule(['webhook']));
    await rest(telling.alice).put(`/api/integrations/${id}`, { isActive: true });
    await telling.resolve(ids);
    await telling.pass(5);
    await telling.deliver();
    expect(types()).toEqual([]);
    expect(await telling.log('?kind=resolved')).toMatchObject([
      { status: 'skipped', reason: "This channel wasn't notified when the alert opened" },
    ]);
  });

  test('does not get a waiting event that was deselected, which can’t be resent either', async () => {
    const id = await hook();
    telling.chat.behave('ops', [500]);
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    const [waiting] = await telling.log();
    expect(waiting).toMatchObject({ kind: 'opened', status: 'retrying' });
    await rest(telling.alice).put(`/api/integrations/${id}`, { config: { events: ['alert.resolved'] } });
    await expect(rest(telling.alice).post(`/api/deliveries/${waiting!.id}/resend`)).resolves.toMatchObject({
      status: 409,
      body: { message: unchosen },
    });
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
    expect(await telling.log()).toMatchObject([{ status: 'skipped', reason: unchosen }]);
  });

  test('does not get unselected events when a snooze is undone', async () => {
    await hook(['alert.resolved']);
    const ids = await telling.raise(await telling.rule(['webhook']), {
      snoozedUntil: new Date(Date.now() + 3_600_000),
    });
    await telling.change(ids, AlertEntryKind.unsnoozed, { snoozedUntil: null });
    await telling.deliver();
    expect(types()).toEqual([]);
  });

  test('keeps its selection while other fields are saved, and loses it when every event is selected', async () => {
    const id = await hook(['alert.resolved', 'alert.opened', 'alert.opened']);
    await hook();
    const { config } = await telling.integration(id);
    expect(config).toMatchObject({ events: ['alert.opened', 'alert.resolved'] });
    await hook([...webhookEvents]);
    expect((await telling.integration(id))['config']).not.toHaveProperty('events');
  });

  test.each<[string, unknown, string]>([
    ['none', [], 'Choose at least one event'],
    ['one that does not exist', ['alert.exploded'], `Events must be a list of ${webhookEvents.join(', ')}`],
    ['a text', 'alert.opened', `Events must be a list of ${webhookEvents.join(', ')}`],
    ['no text', [5, null], `Events must be a list of ${webhookEvents.join(', ')}`],
  ])('is refused with a selection of %s', async (_, events, message) => {
    const input = { type: 'webhook', config: { webhookUrl: telling.chat.hookUrl('ops'), events } };
    const answer = await rest(telling.alice).post('/api/integrations', input);
    expect(answer).toMatchObject({ status: 400, body: { message, fields: { events: message } } });
  });
});

describe('An example', () => {
  const example = (id: string, event?: unknown) =>
    rest(telling.alice).post(`/api/integrations/${id}/test`, event === undefined ? {} : { event });

  test.each(webhookEvents)('of %s has the real event’s name, and says that it is a test', async (event) => {
    const answer = await example(await hook(), event);
    expect(answer.body).toMatchObject({ success: true });
    const [{ type, data }] = telling.posts() as [ReturnType<Telling['posts']>[number]];
    expect({ type, test: data['test'] }).toEqual({ type: event, test: true });
    const isOver = event === 'alert.resolved' || event === 'alert.stable';
    expect(data['alert']).toMatchObject({
      durationSeconds: isOver ? 600 : null,
      resolution: isOver ? 'recovered' : null,
    });
  });

  test('without an event is a plain test, and a real message is not marked as one', async () => {
    const id = await hook();
    await example(id);
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    expect(telling.posts().map(({ type, data }) => [type, data['test']])).toEqual([
      ['alert.test', true],
      ['alert.opened', false],
    ]);
  });

  test.each(['alert.exploded', '', 'constructor', 'x'.repeat(5000)])(
    'of “%.20s” is refused',
    async (event) => {
      await expect(example(await hook(), event)).resolves.toMatchObject({
        status: 400,
        body: { message: `Event must be one of ${webhookEvents.join(', ')}` },
      });
    },
  );

  test('is available for the team’s own webhooks only', async () => {
    const mail = await telling.channel('email', { recipients: ['noc@example.test'] });
    await expect(example(mail, 'alert.opened')).resolves.toMatchObject({
      status: 400,
      body: { message: 'Only webhooks can receive an example event' },
    });
    const stranger = rest(telling.cast.bob).post(`/api/integrations/${mail}/test`, { event: 'alert.opened' });
    await expect(stranger).resolves.toMatchObject({ status: 404 });
  });
});
