import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPush, type PushStandIn } from '#api/demo/push/push.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { DeliveryChannel } from '#api/features/alerts/notification-channel.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { linksFor } from '#api/features/notifications/links/links.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { PushKey, PushSubscription } from '#api/features/web-push/push-subscription.entity.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addMember, anotherSession } from '#tests/support/members.ts';
import type { Person, Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let push: PushStandIn;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
  push = await startPush();
});
afterAll(async () => {
  await push.close();
  await telling.running.close();
});
beforeEach(async () => {
  await telling.begin();
  push.messages.length = 0;
  push.answers.length = 0;
  rule = await telling.rule([]);
});
afterEach(() => telling.end());

const em = () => telling.running.app.orm.em.fork();

interface Settings {
  publicKey: string;
  severities: string[];
  criticalInQuietHours: boolean;
  subscriptions: { id: string; name: string; lastAcceptedAt: string | null }[];
}
const settingsFields = `id publicKey severities criticalInQuietHours
  subscriptions { id name endpointHash lastAcceptedAt createdAt }`;

async function ask<T>(person: Visitor, document: string, variables: object = {}): Promise<T> {
  const { data, errors } = await as(person).ask(document, variables);
  if (errors?.[0]) throw new Error(errors[0].message);
  return data as T;
}

const settingsOf = async (person: Person) =>
  (await ask<{ pushSettings: Settings }>(person, `{ pushSettings { ${settingsFields} } }`)).pushSettings;

const subscribe = (person: Person, input: object) =>
  ask<{ subscribeToPush: Settings }>(
    person,
    `mutation ($input: PushSubscriptionInput!) { subscribeToPush(input: $input) { ${settingsFields} } }`,
    { input },
  );

/** Turns push on in a browser, which accepts messages of this installation only. @returns its ID */
async function turnOn(person: Person, browser: string): Promise<string> {
  const { publicKey } = await settingsOf(person);
  const { subscribeToPush } = await subscribe(person, push.subscribe(browser, publicKey));
  return subscribeToPush.subscriptions[0]!.id;
}

const wants = (person: Person, severities: string[], criticalInQuietHours = false) =>
  ask(
    person,
    `mutation ($input: PushPreferencesInput!) { savePushPreferences(input: $input) { id severities } }`,
    { input: { severities, criticalInQuietHours } },
  );

async function prefer(person: Person, changes: object): Promise<void> {
  const { body } = await rest(person).get('/api/auth/notification-preferences');
  const input = { ...(body as object), ...changes };
  expect((await rest(person).put('/api/auth/notification-preferences', input)).status).toBe(200);
}

const clock = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
const night = { quietHours: true, quietFrom: clock(-60), quietUntil: clock(60), timeZone: 'UTC' };

const critical = { severity: AlertSeverity.critical };

/** An alert that began, as a poll records it, and the jobs that follow. */
async function raise(changes: Partial<Alert> = critical, count = 1): Promise<string[]> {
  const ids = await telling.raise(rule, changes, count);
  await telling.deliver();
  return ids;
}

const received = () => push.messages.map(({ browser, payload }) => `${browser}: ${String(payload['title'])}`);
const log = async (person: Person = telling.alice) =>
  (await telling.log('', person)).map(
    ({ kind, status, reason }) => `${kind} ${status}${reason ? `: ${reason}` : ''}`,
  );

describe('A critical alert', () => {
  test('arrives in the browsers of a person, encrypted for them and signed by the installation', async () => {
    await turnOn(telling.alice, 'phone');
    await turnOn(telling.alice, 'laptop');
    const [id] = await raise();
    expect(received().sort()).toEqual([
      'laptop: ▲ Critical: AP 0 (Head Office), device offline',
      'phone: ▲ Critical: AP 0 (Head Office), device offline',
    ]);
    expect(push.messages[0]).toMatchObject({
      ttl: 86_400,
      urgency: 'high',
      topic: id!.replaceAll('-', ''),
      payload: {
        body: expect.stringMatching(/^AP 0 \(Head Office\) has been offline since \d\d:\d\d UTC\.$/),
        tag: id,
        url: `/alerts/${id}`,
        silent: false,
        lasting: true,
        token: expect.any(String),
      },
    });
    expect(await telling.log()).toMatchObject([
      { channel: 'push', recipient: 'alice@netlantern.test', status: 'accepted', reason: null },
    ]);
  });

  test('arrives with the recovery that replaces it, without sound and without anything to do', async () => {
    await turnOn(telling.alice, 'phone');
    const [id] = await raise();
    await telling.resolve([id!]);
    await telling.pass(3);
    await telling.deliver();
    expect(push.messages[1]).toMatchObject({
      urgency: 'normal',
      topic: id!.replaceAll('-', ''),
      payload: { tag: id, silent: true, lasting: false, title: expect.stringMatching(/^✓ Resolved after/) },
    });
    expect(push.messages[1]!.payload).not.toHaveProperty('token');
  });

  test('reaches nobody in another team, and nobody who has left this one', async () => {
    const mia = await addMember(telling.alice, TeamRole.member);
    await turnOn(mia, 'mia');
    await turnOn(telling.cast.bob, 'bob');
    await em().nativeDelete(Membership, { id: mia.memberId });
    await raise();
    expect(received()).toEqual([]);
    expect(await em().count(PushSubscription)).toBe(1);
  });

  test('reaches nobody who is suspended, and the log says why', async () => {
    const mia = await addMember(telling.alice, TeamRole.viewer);
    await turnOn(mia, 'mia');
    await em().nativeUpdate(User, { id: mia.userId }, { suspended: true });
    await raise();
    expect(received()).toEqual([]);
    expect(await log()).toEqual(['opened skipped: The account of mia@netlantern.test is suspended']);
  });

  test('is sent in the quiet hours of a person only if they want that, otherwise when these end', async () => {
    await turnOn(telling.alice, 'phone');
    await prefer(telling.alice, night);
    await raise();
    expect(received()).toEqual([]);
    expect(await log()).toEqual([expect.stringMatching(/^opened held: Quiet hours until .* UTC$/)]);
    await prefer(telling.alice, { quietHours: false });
    await telling.pass(61);
    await telling.deliver();
    expect(received()).toHaveLength(1);
    await wants(telling.alice, ['critical'], true);
    await prefer(telling.alice, night);
    await raise();
    expect(received()).toHaveLength(2);
  });

  test('that ends within quiet hours is not sent afterwards', async () => {
    await turnOn(telling.alice, 'phone');
    await prefer(telling.alice, night);
    const ids = await raise();
    await telling.resolve(ids);
    await prefer(telling.alice, { quietHours: false });
    await telling.pass(61);
    await telling.deliver();
    expect(received()).toEqual([]);
    expect(await log()).toContain('opened skipped: The problem ended before quiet hours did');
  });

  test('is not repeated while it is snoozed', async () => {
    await turnOn(telling.alice, 'phone');
    const snoozedUntil = new Date(Date.now() + 3_600_000);
    await raise({ ...critical, snoozedUntil });
    expect(received()).toEqual([]);
    expect(await log()).toEqual([expect.stringMatching(/^opened skipped: Snoozed until /)]);
  });
});

describe('A person', () => {
  test('receives critical alerts only, unless they choose other severities', async () => {
    await turnOn(telling.alice, 'phone');
    await raise({ severity: AlertSeverity.warning });
    expect(await log()).toEqual([
      "opened skipped: alice@netlantern.test doesn't want push notifications with severity warning",
    ]);
    await wants(telling.alice, ['warning']);
    await raise({ severity: AlertSeverity.warning });
    expect(received()).toEqual(['phone: ● Warning: AP 0 (Head Office), device offline']);
    expect(push.messages[0]).toMatchObject({ urgency: 'normal', payload: { lasting: false } });
  });

  test('receives nothing once they have turned alert notifications off', async () => {
    await turnOn(telling.alice, 'phone');
    await prefer(telling.alice, { alertNotifications: false });
    await raise();
    expect(await log()).toEqual(['opened skipped: alice@netlantern.test has turned off alert notifications']);
  });

  test('sees their own browsers of this team, and removes them', async () => {
    const id = await turnOn(telling.alice, 'phone');
    const mia = await addMember(telling.alice, TeamRole.member);
    await turnOn(mia, 'mia');
    expect((await settingsOf(telling.alice)).subscriptions).toMatchObject([{ id, lastAcceptedAt: null }]);
    await raise();
    expect((await settingsOf(telling.alice)).subscriptions[0]!.lastAcceptedAt).not.toBeNull();
    const remove = (person: Person) =>
      ask(person, 'mutation ($id: ID!) { unsubscribeFromPush(id: $id) }', { id });
    await expect(remove(mia)).rejects.toThrow('Browser not found');
    await expect(remove(telling.cast.bob)).rejects.toThrow('Browser not found');
    await remove(telling.alice);
    push.messages.length = 0;
    await raise();
    expect(received()).toEqual(['mia: ▲ Critical: AP 0 (Head Office), device offline']);
  });

  test('sends a test to one of their browsers, and reads what its push service answers', async () => {
    const id = await turnOn(telling.alice, 'phone');
    const test = (person: Person) =>
      ask<{ testPushSubscription: object }>(
        person,
        'mutation ($id: ID!) { testPushSubscription(id: $id) { success message } }',
        { id },
      );
    await expect(test(telling.cast.bob)).rejects.toThrow('Browser not found');
    expect(await test(telling.alice)).toMatchObject({ testPushSubscription: { success: true } });
    expect(push.messages).toMatchObject([
      { ttl: 60, payload: { title: expect.stringMatching(/^Test: /), tag: 'test' } },
    ]);
    push.behave('phone', [403]);
    expect(await test(telling.alice)).toMatchObject({
      testPushSubscription: { success: false, message: expect.stringContaining('HTTP 403') },
    });
  });

  test('who signs in to the browser of someone else takes it over', async () => {
    const mia = await addMember(telling.alice, TeamRole.member);
    await turnOn(telling.alice, 'shared');
    await turnOn(mia, 'shared');
    expect((await settingsOf(telling.alice)).subscriptions).toEqual([]);
    await raise();
    expect(received()).toHaveLength(1);
  });

  test('who signs out, ends that session, or changes the password elsewhere no longer receives anything there', async () => {
    const [other, third] = [await anotherSession(telling.alice), await anotherSession(telling.alice)];
    await turnOn(telling.alice, 'phone');
    await turnOn(other, 'laptop');
    await turnOn(third, 'tablet');
    await ask(other, 'mutation { signOut }');
    await ask(telling.alice, 'mutation ($id: ID!) { endSession(id: $id) }', { id: third.sessionId });
    expect((await settingsOf(telling.alice)).subscriptions).toHaveLength(1);
    const fourth = await anotherSession(telling.alice);
    await turnOn(fourth, 'kiosk');
    // An expired session is deleted without its browser.
    await em().nativeDelete(Session, { id: fourth.sessionId });
    expect((await settingsOf(telling.alice)).subscriptions).toHaveLength(2);
    await ask(telling.alice, 'mutation { endOtherSessions }');
    await raise();
    expect(received()).toEqual(['phone: ▲ Critical: AP 0 (Head Office), device offline']);
  });
});

describe('A browser', () => {
  test('that its push service no longer knows is removed', async () => {
    await turnOn(telling.alice, 'phone');
    push.unsubscribe('phone');
    await raise();
    expect(push.answers).toEqual([410]);
    expect((await settingsOf(telling.alice)).subscriptions).toEqual([]);
    expect(await log()).toEqual([expect.stringMatching(/^opened failed: The browser no longer accepts/)]);
    await raise();
    expect(push.answers).toHaveLength(1);
  });

  test('whose push service fails is tried again, without a repetition in the others', async () => {
    await turnOn(telling.alice, 'phone');
    await turnOn(telling.alice, 'laptop');
    push.behave('phone', [503]);
    await raise();
    expect(await log()).toEqual([expect.stringMatching(/^opened retrying: /)]);
    await telling.pass(1);
    await telling.deliver();
    expect(push.messages.map(({ browser }) => browser)).toEqual(['laptop', 'phone']);
    expect(await log()).toEqual(['opened accepted']);
  });

  test('whose push service always fails never turns push off for the team', async () => {
    await turnOn(telling.alice, 'phone');
    const mia = await addMember(telling.alice, TeamRole.member);
    await turnOn(mia, 'mia');
    push.behave('phone', [500, 500, 500, 500, 500, 500]);
    await wants(telling.alice, ['error']);
    for (let n = 0; n < 6; n++) await raise({});
    await raise();
    expect(push.answers).toEqual([500, 500, 500, 500, 500, 500, 201]);
    expect(received()).toEqual(['mia: ▲ Critical: AP 0 (Head Office), device offline']);
    expect(
      (await telling.rows<object>(`select is_active, paused_until from integration where type = 'push'`))[0],
    ).toEqual({
      is_active: true,
      paused_until: null,
    });
  });

  test('shows one summary instead of fifty notifications', async () => {
    await turnOn(telling.alice, 'phone');
    await raise(critical, 50);
    expect(push.messages).toHaveLength(5);
    expect(push.messages.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({
        title: '▲ 50 open at Head Office: 50 critical',
        tag: `team-${telling.alice.teamId}`,
        url: '/alerts',
      }),
    );
  });

  test.each([
    ['an address within the network', { endpoint: 'http://10.0.0.1/push' }, /https|public/],
    ['another scheme', { endpoint: 'file:///etc/passwd' }, /https/],
    ['too long an address', { endpoint: `https://push.test/${'a'.repeat(2048)}` }, /isn't valid/],
    ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}` }, /isn't valid/],
    ['a short secret', { auth: 'abc' }, /isn't valid/],
  ])('is refused with %s', async (_, changes, problem) => {
    await expect(subscribe(telling.alice, { ...push.subscribe('phone'), ...changes })).rejects.toThrow(
      problem,
    );
  });

  test('is only added soon after a sign-in, and confirmed at any time', async () => {
    const id = await turnOn(telling.alice, 'phone');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await em().nativeUpdate(Session, { id: telling.alice.sessionId }, { createdAt: hourAgo });
    await expect(turnOn(telling.alice, 'laptop')).rejects.toThrow('Enter your password to continue.');
    expect(await turnOn(telling.alice, 'phone')).toBe(id);
  });
});

describe('A button of the notification', () => {
  const act = (token: unknown, person: Visitor = telling.cast.vic) =>
    ask<{ acknowledgeByLink: { changed: boolean } }>(
      person,
      'mutation ($token: String!) { acknowledgeByLink(token: $token) { changed alert { acknowledgedBy } } }',
      { token },
    );
  const now = (id: string) => em().findOneOrFail(Alert, { id });

  test('acknowledges in the name of the person, without signing in', async () => {
    const mia = await addMember(telling.alice, TeamRole.viewer);
    await turnOn(mia, 'mia');
    const [id] = await raise();
    expect(await act(push.messages[0]!.payload['token'])).toMatchObject({
      acknowledgeByLink: { changed: true, alert: { acknowledgedBy: 'Mia Tester' } },
    });
    expect(await now(id!)).toMatchObject({ acknowledgedBy: { id: mia.userId } });
  });

  test('snoozes for an hour', async () => {
    await turnOn(telling.alice, 'phone');
    const [id] = await raise();
    await ask(
      telling.cast.vic,
      'mutation ($token: String!) { snoozeByLink(token: $token, minutes: 60) { changed } }',
      { token: push.messages[0]!.payload['token'] },
    );
    expect((await now(id!)).snoozedUntil!.getTime() - Date.now()).toBeGreaterThan(3_590_000);
  });

  test('works for a day', async () => {
    const [alertId] = await raise();
    const { config } = telling.running.app;
    const browser = await turnOn(telling.alice, 'phone');
    const by = { channel: DeliveryChannel.push, recipient: telling.alice.email, browser };
    const tokenFrom = (hours: number) =>
      linksFor(config, alertId!, by, new Date(Date.now() - hours * 3_600_000)).token;
    await expect(act(tokenFrom(25))).rejects.toThrow('This link is no longer valid');
    expect(await act(tokenFrom(23))).toMatchObject({ acknowledgeByLink: { changed: true } });
  });

  test('no longer works for someone who has left the team', async () => {
    const mia = await addMember(telling.alice, TeamRole.member);
    await turnOn(mia, 'mia');
    await raise();
    await em().nativeDelete(Membership, { id: mia.memberId });
    await expect(act(push.messages[0]!.payload['token'])).rejects.toThrow('This link is no longer valid');
  });
});

describe('A button of the notification stops working at once', () => {
  const token = async () => {
    await raise();
    return push.messages.at(-1)!.payload['token'];
  };
  const read = (given: unknown) =>
    ask(telling.cast.vic, 'query ($token: String!) { alertByLink(token: $token) { message } }', {
      token: given,
    });
  const gone = 'This link is no longer valid. Sign in to open the alert.';

  test.each<[string, (person: Person, browser: string) => Promise<unknown>]>([
    [
      'when the person is suspended',
      ({ userId }) => em().nativeUpdate(User, { id: userId }, { suspended: true }),
    ],
    [
      'when the browser is removed',
      (person, id) => ask(person, 'mutation ($id: ID!) { unsubscribeFromPush(id: $id) }', { id }),
    ],
    ['when the browser is signed out', (person) => ask(person, 'mutation { signOut }')],
    [
      'when the person signs out of their other devices',
      async (person) => ask(await anotherSession(person), 'mutation { endOtherSessions }'),
    ],
    [
      'when the push service no longer knows the browser',
      async () => {
        push.unsubscribe('mia');
        await raise();
      },
    ],
  ])('%s', async (_, end) => {
    const mia = await addMember(telling.alice, TeamRole.member, 'Mia');
    const browser = await turnOn(mia, 'mia');
    const given = await token();
    await read(given);
    await end(mia, browser);
    await expect(read(given)).rejects.toThrow(gone);
  });

  test('but not in the person’s other browsers', async () => {
    await turnOn(telling.alice, 'phone');
    const laptop = await turnOn(await anotherSession(telling.alice), 'laptop');
    await raise();
    await ask(telling.alice, 'mutation ($id: ID!) { unsubscribeFromPush(id: $id) }', { id: laptop });
    const tokenIn = (browser: string) =>
      push.messages.find((one) => one.browser === browser)!.payload['token'];
    await expect(read(tokenIn('laptop'))).rejects.toThrow(gone);
    await read(tokenIn('phone'));
  });
});

describe('The installation', () => {
  test('has one key pair, whose private half is encrypted', async () => {
    const [one, other] = await Promise.all([settingsOf(telling.alice), settingsOf(telling.cast.bob)]);
    expect(one.publicKey).toBe(other.publicKey);
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
    const [key] = await em().find(PushKey, {});
    expect(String(key!.sealed)).toMatch(/^v2\./);
  });

  test('lists push under no integrations, and nobody changes it as one', async () => {
    await turnOn(telling.alice, 'phone');
    const [{ id } = { id: '' }] = await telling.rows<{ id: string }>(
      `select id from integration where type = 'push'`,
    );
    expect((await rest(telling.alice).get('/api/integrations')).body).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect((await rest(telling.alice).delete(`/api/integrations/${id}`)).status).toBe(404);
    expect((await rest(telling.alice).post(`/api/integrations/${id}/test`, {})).status).toBe(404);
    expect((await rest(telling.alice).post('/api/integrations', { type: 'push', config: {} })).status).toBe(
      400,
    );
  });

  test('pushes an alert once it becomes critical', async () => {
    await turnOn(telling.alice, 'phone');
    const [id] = await raise({ severity: AlertSeverity.warning });
    await telling.change([id!], AlertEntryKind.escalated, critical);
    await telling.deliver();
    expect(received()).toEqual(['phone: ▲ Critical, escalated: AP 0 (Head Office), device offline']);
  });
});
