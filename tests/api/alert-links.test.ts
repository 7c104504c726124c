import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import { linksFor, unsubscribeUrl } from '#api/features/notifications/links/links.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { sign } from '#api/security/signing.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { enter, type Cast, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

const invalid = 'This link is no longer valid. Sign in to open the alert.';
const fields = `message severity controllerName siteName resolvedAt acknowledgedAt acknowledgedBy snoozedUntil snoozedBy actingAs openUrl`;

let running: Running;
let cast: Cast;
let alertId: string;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  alertId = await raised('AP Lobby');
});

const em = () => running.app.orm.em.fork();
const alertNow = (id = alertId) => em().findOneOrFail(Alert, { id });
const { slack, email } = NotificationChannel;

async function raised(deviceName: string): Promise<string> {
  await raise(running, { ...cast.alice, userId: '', sessionId: '' }, deviceName);
  return (await em().findOneOrFail(Alert, { deviceName })).id;
}

function tokenFor(id = alertId, channel: NotificationChannel = slack, recipient = ''): string {
  const { acknowledge } = linksFor(running.app.config, id, { channel, recipient }, new Date());
  return new URL(acknowledge).searchParams.get('token')!;
}

/** Alerts are mailed there, and to nobody else. */
const mailTo = (recipients: string) =>
  rest(cast.alice).post('/api/integrations', { type: 'email', config: { recipients }, isActive: true });

/** A visitor at the front door, unless it is somebody. */
const ask = async (document: string, variables: object, person: Visitor = cast.vic) => {
  const { data, errors } = await as(person).ask(document, variables);
  return { data, message: errors?.[0]?.message };
};
const look = (token: string) =>
  ask(`query($token: String!) { alertByLink(token: $token) { ${fields} } }`, { token });
const acknowledge = (token: string, note?: string, person?: Visitor) =>
  ask(
    `mutation($token: String!, $note: String) {
      acknowledgeByLink(token: $token, note: $note) { changed alert { ${fields} } }
    }`,
    { token, note },
    person,
  );
const snooze = (token: string, minutes: number) =>
  ask(
    `mutation($token: String!, $minutes: Int!) {
      snoozeByLink(token: $token, minutes: $minutes) { changed alert { ${fields} } }
    }`,
    { token, minutes },
  );
type Answered = { data?: { acknowledgeByLink?: { changed: boolean }; snoozeByLink?: { changed: boolean } } };
const changed = (answer: unknown) => {
  const { data } = answer as Answered;
  return data?.acknowledgeByLink?.changed ?? data?.snoozeByLink?.changed;
};

describe('A link in a message', () => {
  test('leads to our pages, and to the alert for people who sign in', () => {
    const links = linksFor(running.app.config, alertId, { channel: slack, recipient: '' }, new Date());
    expect(links.open).toBe(`http://netlantern.test/alerts/${alertId}`);
    expect(links.acknowledge).toMatch(
      /^http:\/\/netlantern\.test\/alert-link\?token=[\w.-]+&do=acknowledge$/,
    );
    expect(links.snooze).toMatch(/&do=snooze$/);
  });

  test('shows its alert without signing in, and changes nothing', async () => {
    const before = await alertNow();
    const { data } = await look(tokenFor());
    expect(data?.['alertByLink']).toMatchObject({
      message: expect.stringMatching(/^AP Lobby \(Office\) has been offline since \d\d:\d\d UTC$/) as string,
      severity: 'error',
      controllerName: 'Head Office',
      acknowledgedAt: null,
      actingAs: 'someone with the link in Slack',
    });
    expect(await alertNow()).toMatchObject({ acknowledgedAt: before.acknowledgedAt, snoozedUntil: null });
  });

  test('does nothing when an email scanner opens it', async () => {
    const path = `/alert-link?token=${tokenFor()}&do=acknowledge`;
    const answers = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        fetch(running.url + path, { method, headers: { accept: 'text/html' } }),
      ),
    );
    for (const answer of answers) expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await alertNow()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });
    expect(running.logged.join()).not.toContain(tokenFor().slice(0, 40));
  });

  test('acknowledges, with a note, without naming a person', async () => {
    expect(changed(await acknowledge(tokenFor(), ' On my way '))).toBe(true);
    expect(await alertNow()).toMatchObject({
      acknowledgedByName: 'someone with the link in Slack',
      acknowledgeNote: 'On my way',
    });
  });

  test('acknowledges in the name of the member who received the email', async () => {
    await acknowledge(tokenFor(alertId, email, cast.alice.email.toUpperCase()));
    expect(await alertNow()).toMatchObject({ acknowledgedByName: 'Alice Tester' });
  });

  test('acknowledges in the name of the address that received the email', async () => {
    await mailTo('noc@customer.test');
    await acknowledge(tokenFor(alertId, email, 'noc@customer.test'));
    expect(await alertNow()).toMatchObject({
      acknowledgedByName: 'noc@customer.test',
      acknowledgedBy: null,
    });
  });

  test.each(['noc@customer.test', 'bob@netlantern.test'])(
    'in an email to %s, who is not a member and no longer receives alerts, is not valid',
    async (recipient) => {
      await mailTo('ops@customer.test');
      const token = tokenFor(alertId, email, recipient);
      expect((await look(token)).message).toBe(invalid);
      expect((await acknowledge(token)).message).toBe(invalid);
      expect((await snooze(token, 60)).message).toBe(invalid);
    },
  );

  test('opened by a signed-in member acts in their name, whoever received it', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    await acknowledge(tokenFor(alertId, email, cast.alice.email), undefined, mia);
    const { acknowledgedBy, acknowledgedByName } = await alertNow();
    expect([acknowledgedBy?.id, acknowledgedByName]).toEqual([mia.userId, 'Mia Tester']);
  });

  test('opened by someone signed in to another team acts in the name of its recipient', async () => {
    await acknowledge(tokenFor(), undefined, cast.bob);
    expect(await alertNow()).toMatchObject({ acknowledgedByName: 'someone with the link in Slack' });
  });

  test.each(['viewer', 'stranger'] as const)(
    'opened by a %s doesn’t change someone else’s snooze',
    async (who) => {
      await snooze(tokenFor(alertId, email, cast.alice.email), 60);
      const { snoozedUntil } = await alertNow();
      const mia = await addMember(cast.alice, TeamRole.viewer);
      const token = who === 'viewer' ? tokenFor(alertId, email, mia.email) : tokenFor();
      expect((await snooze(token, 10_080)).message).toBe('Alice Tester has snoozed this alert already');
      expect((await alertNow()).snoozedUntil).toEqual(snoozedUntil);
    },
  );

  test('replaces a snooze by the same person or a member', async () => {
    for (const minutes of [60, 120]) expect(changed(await snooze(tokenFor(), minutes))).toBe(true);
    expect(changed(await snooze(tokenFor(alertId, email, cast.alice.email), 60))).toBe(true);
    expect((await alertNow()).snoozedBy).toBe('Alice Tester');
  });

  test('snoozes until the chosen time', async () => {
    const before = Date.now();
    expect(changed(await snooze(tokenFor(), 60))).toBe(true);
    const { snoozedUntil, snoozedBy } = await alertNow();
    expect(snoozedBy).toBe('someone with the link in Slack');
    expect(snoozedUntil!.getTime() - before).toBeGreaterThan(59 * 60_000);
  });

  test.each([0, 4, 10_081, -60])('does not snooze for %i minutes', async (minutes) => {
    expect((await snooze(tokenFor(), minutes)).message).toBe('Snooze for 5 minutes up to 7 days');
  });

  test('accepts a note of up to 500 characters', async () => {
    expect((await acknowledge(tokenFor(), 'x'.repeat(501))).message).toBe(
      'Note must be 500 characters or less',
    );
  });

  test('used twice at once acknowledges once, and the first one counts', async () => {
    const tokens = [tokenFor(), tokenFor(alertId, email, cast.alice.email), tokenFor()];
    const answers = await Promise.all(tokens.map((token) => acknowledge(token)));
    expect(answers.map(changed).filter(Boolean)).toHaveLength(1);
    expect(changed(await acknowledge(tokenFor(), 'late'))).toBe(false);
    expect((await alertNow()).acknowledgeNote).toBeNull();
  });

  test('for an alert that has ended says so and changes nothing', async () => {
    await em().nativeUpdate(Alert, { id: alertId }, { resolvedAt: new Date() });
    expect(changed(await acknowledge(tokenFor()))).toBe(false);
    expect(changed(await snooze(tokenFor(), 60))).toBe(false);
    expect((await look(tokenFor())).data?.['alertByLink']).toMatchObject({ resolvedAt: expect.any(String) });
  });

  test('works for its own alert only', async () => {
    const other = await raised('Switch Core');
    await acknowledge(tokenFor(other));
    expect((await alertNow(other)).acknowledgedAt).not.toBeNull();
    expect((await alertNow()).acknowledgedAt).toBeNull();
  });
});

describe('Every invalid link gets the same answer', () => {
  const { appSecrets: secrets } = { appSecrets: ['a secret that only tests use'] };
  const payload = (until: number) => JSON.stringify([alertId, slack, '', until]);
  const week = 7 * 86_400_000;
  const wrong: Record<string, () => string> = {
    empty: () => '',
    'made up': () => 'nonsense',
    'very long': () => 'x'.repeat(20_000),
    'signed by somebody else': () =>
      sign(['another secret of somebody'], 'alert-link', payload(Date.now() + week)),
    'of another purpose': () => sign(secrets, 'unsubscribe', payload(Date.now() + week)),
    'to unsubscribe': () => unsubscribeUrl(running.app.config, alertId, 'a@b.test').split('/').at(-1)!,
    expired: () => sign(secrets, 'alert-link', payload(Date.now() - 1)),
    'of an alert that is gone': () => tokenFor('5f0c2b7e-0000-4000-8000-000000000000'),
    'with another alert put in': () => {
      const [body = '', signature] = tokenFor().split('.');
      const text = Buffer.from(body, 'base64url').toString().replace(alertId.slice(0, 4), 'ffff');
      return `${Buffer.from(text).toString('base64url')}.${signature}`;
    },
    'cut off': () => tokenFor().slice(0, -1),
  };

  test.each(Object.keys(wrong))('%s', async (what) => {
    const token = wrong[what]!();
    const answers = await Promise.all([look(token), acknowledge(token), snooze(token, 60)]);
    expect(answers.map(({ message }) => message)).toEqual([invalid, invalid, invalid]);
    expect(await alertNow()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });
  });

  test('after seven days', async () => {
    const token = tokenFor();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + week - 60_000 });
    expect((await look(token)).message).toBeUndefined();
    vi.setSystemTime(Date.now() + 120_000);
    expect((await look(token)).message).toBe(invalid);
    vi.useRealTimers();
  });

  test('when the member who received the email has left the team', async () => {
    const { email: address, memberId } = await addMember(cast.alice, TeamRole.member);
    const token = tokenFor(alertId, email, address);
    expect((await look(token)).message).toBeUndefined();
    await as(cast.alice).ask('mutation($id: ID!) { removeMember(id: $id) }', { id: memberId });
    expect((await snooze(token, 10_080)).message).toBe(invalid);
  });

  test('when the member who received the email is removed while the request waits', async () => {
    const mia = await addMember(cast.alice, TeamRole.member);
    const token = tokenFor(alertId, email, mia.email);
    let waiting!: ReturnType<typeof acknowledge>;
    await em().transactional(async (tx) => {
      await lockTeam(tx, cast.alice.teamId);
      waiting = acknowledge(token);
      await expect.poll(() => waitingFor(running)).toBeGreaterThan(0);
      await tx.nativeDelete(Membership, { user: mia.userId });
    });
    expect((await waiting).message).toBe(invalid);
    expect((await alertNow()).acknowledgedAt).toBeNull();
  });

  test('when the member who received the email is suspended', async () => {
    const token = tokenFor(alertId, email, cast.alice.email);
    await em().nativeUpdate(User, { id: cast.alice.userId }, { suspended: true });
    expect((await acknowledge(token)).message).toBe(invalid);
  });
});

test('Requests with guessed links are rate limited', async () => {
  const tries = Array.from({ length: 601 }, () => look('nonsense'));
  const messages = (await Promise.all(tries)).map(({ message }) => message);
  expect(messages.filter((message) => message === invalid)).toHaveLength(600);
  expect((await look(tokenFor())).message).toBe('Too many attempts from your network. Try again later.');
});
