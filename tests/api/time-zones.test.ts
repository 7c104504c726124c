import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addMember } from '#tests/support/members.ts';
import { password, type Visitor } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

const since = new Date('2026-11-20T20:18:10Z');
const inDenver = { 'time-zone': 'America/Denver' };
const messages = {
  UTC: 'AP 0 (Head Office) has been offline since 20 Nov 2026, 20:18 UTC',
  'America/Denver': 'AP 0 (Head Office) has been offline since 20 Nov 2026, 13:18 MST',
  'Europe/Berlin': 'AP 0 (Head Office) has been offline since 20 Nov 2026, 21:18 CET',
  'Asia/Tokyo': 'AP 0 (Head Office) has been offline since 21 Nov 2026, 05:18 GMT+9',
};

let telling: Telling;
let alertId: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

const raise = async (channels: string[] = []): Promise<void> => {
  const rule = await telling.rule(channels);
  [alertId] = (await telling.raise(rule, { since, timestamp: since })) as [string];
};

const messageFor = async (person: Visitor, headers: Record<string, string> = {}): Promise<string> => {
  const { body } = await rest(person).send(`/api/alerts/${alertId}`, { headers });
  return (body as { message: string }).message;
};

const choose = async (person: Visitor, timeZone: string): Promise<void> => {
  const { body } = await rest(person).get('/api/auth/notification-preferences');
  const input = { ...(body as object), timeZone };
  expect(await rest(person).put('/api/auth/notification-preferences', input)).toMatchObject({
    status: 200,
    body: { timeZone },
  });
};

const chooseForTeam = async (timeZone: string): Promise<void> => {
  const input = { name: 'Contoso', timeZone };
  expect(await rest(telling.alice).put('/api/team', input)).toMatchObject({
    status: 200,
    body: { timeZone },
  });
};

describe('The message of an alert', () => {
  test('is in UTC if no zone is known, and in the browser’s zone if it sent one', async () => {
    await raise();
    expect(await messageFor(telling.alice)).toBe(messages['UTC']);
    expect(await messageFor(telling.alice, inDenver)).toBe(messages['America/Denver']);
    expect(await messageFor(telling.alice, { 'time-zone': 'Mars/Olympus' })).toBe(messages['UTC']);
  });

  test('has times on the reader’s own clock, without the zone, if the browser sent its hour cycle', async () => {
    await raise();
    const at = (cycle: string) => messageFor(telling.alice, { ...inDenver, 'hour-cycle': cycle });
    expect(await at('h12')).toBe('AP 0 (Head Office) has been offline since 20 Nov 2026, 1:18 PM');
    expect(await at('h23')).toBe('AP 0 (Head Office) has been offline since 20 Nov 2026, 13:18');
    expect(await at('h99')).toBe(messages['America/Denver']);
    await telling.resolve([alertId]);
    await telling.rows('update alert set resolved_at = ?', [new Date('2026-11-20T20:21:20Z')]);
    const headers = { ...inDenver, 'hour-cycle': 'h12' };
    const get = async (path: string) => (await rest(telling.alice).send(path, { headers })).body;
    expect(await get(`/api/alerts/${alertId}`)).toMatchObject({
      pastMessage: 'AP 0 (Head Office) was offline from 1:18 PM to 1:21 PM (3 min)',
    });
    expect(JSON.stringify(await get(`/api/alerts/${alertId}/timeline`))).toContain(
      'since 20 Nov 2026, 1:18 PM"',
    );
  });

  test('has dates in the reader’s own order, with another year only, if the browser sent its date order', async () => {
    await raise();
    const at = (order: string, cycle = 'h12') =>
      messageFor(telling.alice, { ...inDenver, 'hour-cycle': cycle, 'date-order': order });
    const year = new Date().getUTCFullYear();
    const inYear = async (of: number) =>
      telling.rows('update alert set since = ?', [new Date(`${of}-01-20T20:18:10Z`)]);
    await inYear(year - 1);
    expect(await at('month-day')).toBe(
      `AP 0 (Head Office) has been offline since Jan 20, ${year - 1}, 1:18 PM`,
    );
    expect(await at('day-month')).toBe(
      `AP 0 (Head Office) has been offline since 20 Jan ${year - 1}, 1:18 PM`,
    );
    expect(await at('year-day')).toBe(await at(''));
    expect(await at('')).toBe(`AP 0 (Head Office) has been offline since 20 Jan ${year - 1}, 1:18 PM`);
    await inYear(year);
    expect(await at('month-day')).toBe('AP 0 (Head Office) has been offline since Jan 20, 1:18 PM');
    expect(await at('day-month')).toBe('AP 0 (Head Office) has been offline since 20 Jan, 1:18 PM');
    expect(await at('month-day', 'none')).toBe('AP 0 (Head Office) has been offline since Jan 20, 13:18 MST');
    await telling.resolve([alertId]);
    await telling.rows('update alert set resolved_at = ?', [new Date(`${year}-01-21T20:18:10Z`)]);
    const headers = { ...inDenver, 'hour-cycle': 'h12', 'date-order': 'month-day' };
    expect((await rest(telling.alice).send(`/api/alerts/${alertId}`, { headers })).body).toMatchObject({
      pastMessage: 'AP 0 (Head Office) was offline from Jan 20, 1:18 PM to Jan 21, 1:18 PM (24 h)',
    });
  });

  test('names both zones on the reader’s own clock if the clocks changed meanwhile', async () => {
    await raise();
    await telling.resolve([alertId]);
    const times = [new Date('2026-10-25T00:50:00Z'), new Date('2026-10-25T01:10:00Z')];
    await telling.rows('update alert set since = ?, resolved_at = ?', times);
    const headers = { 'time-zone': 'Europe/Berlin', 'hour-cycle': 'h23' };
    expect((await rest(telling.alice).send(`/api/alerts/${alertId}`, { headers })).body).toMatchObject({
      pastMessage: 'AP 0 (Head Office) was offline from 02:50 CEST to 02:10 CET (20 min)',
    });
  });

  test('is counted on the day in the reader’s zone', async () => {
    await raise();
    const at = new Date('2026-11-20T02:00:00Z');
    await telling.rows('update alert set timestamp = ?', [at]);
    const days = async (headers: Record<string, string> = {}) =>
      (await rest(telling.alice).send('/api/alert-history/days', { headers })).body;
    expect(await days()).toEqual([{ day: '2026-11-20', count: 1 }]);
    expect(await days(inDenver)).toEqual([{ day: '2026-11-19', count: 1 }]);
  });

  test('is in the zone of the caller, or else of their team', async () => {
    await raise();
    const mia = await addMember(telling.alice, TeamRole.viewer);
    await chooseForTeam('Europe/Berlin');
    await choose(telling.alice, 'Asia/Tokyo');
    expect(await messageFor(telling.alice)).toBe(messages['Asia/Tokyo']);
    expect(await messageFor(mia)).toBe(messages['Europe/Berlin']);
    expect(await messageFor(mia, inDenver)).toBe(messages['America/Denver']);
  });

  test('has the same zone in the timeline, after the alert and in a file, whose columns have the same times', async () => {
    await raise();
    await telling.resolve([alertId]);
    await telling.rows('update alert set resolved_at = ?', [new Date('2026-11-20T20:21:20Z')]);
    const past = 'AP 0 (Head Office) was offline from 13:18 to 13:21 MST (3 min)';
    const get = async (path: string) => rest(telling.alice).send(path, { headers: inDenver });
    expect((await get(`/api/alerts/${alertId}`)).body).toMatchObject({ pastMessage: past });
    const { body: lines } = await get(`/api/alerts/${alertId}/timeline`);
    expect(lines).toContainEqual(
      expect.objectContaining({
        kind: 'raised',
        detail: expect.stringContaining('since 20 Nov 2026, 13:18 MST'),
      }),
    );
    const { text } = await get('/api/alert-history/csv');
    expect(text).toContain(`2026-11-20T13:18:10.000-07:00,2026-11-20T13:21:20.000-07:00,`);
    expect(text).toContain(past);
  });

  test('reaches each open screen in its own zone, hour cycle and date order', async () => {
    await raise();
    const { token, controllerId } = telling.alice;
    const clocks = [
      { timeZone: 'Europe/Berlin' },
      { timeZone: 'Asia/Tokyo' },
      {},
      { timeZone: 'America/Denver', hourCycle: 'h12' },
      { timeZone: 'America/Denver', hourCycle: 'h23' },
      { timeZone: 'America/Denver', hourCycle: 'h23', dateOrder: 'month-day' },
    ];
    const screens = await Promise.all(
      clocks.map((clock) => new Socket(telling.running).signIn(token, clock)),
    );
    const program = new Socket(telling.running, { headers: { ...inDenver, 'hour-cycle': 'h12' } });
    screens.push(await program.signIn(token));
    const query = `subscription { alertChanged(controllerId: "${controllerId}", after: "0") { alert { message } } }`;
    for (const screen of screens) await screen.subscribe('1', query);
    expect((await rest(telling.alice).post(`/api/alerts/${alertId}/acknowledge`)).status).toBe(200);
    const seen = (screen: Socket) =>
      screen.of('1')[0]?.payload?.data?.['alertChanged']?.['alert']?.['message'];
    await Promise.all(screens.map((screen) => screen.until(() => seen(screen) !== undefined)));
    expect(screens.map(seen)).toEqual([
      messages['Europe/Berlin'],
      messages['Asia/Tokyo'],
      messages['UTC'],
      'AP 0 (Head Office) has been offline since 20 Nov 2026, 1:18 PM',
      'AP 0 (Head Office) has been offline since 20 Nov 2026, 13:18',
      expect.stringMatching(/since Nov 20(, 2026)?, 13:18$/),
      'AP 0 (Head Office) has been offline since 20 Nov 2026, 1:18 PM',
    ]);
    screens.forEach((screen) => screen.close());
  });
});

describe('A message about an alert', () => {
  const opened = () => JSON.stringify(telling.chat.messages.map(({ body }) => body));

  test('has times in the recipient’s zone, or else in the team’s', async () => {
    await chooseForTeam('Europe/Berlin');
    await choose(telling.alice, 'Asia/Tokyo');
    const recipients = `${telling.alice.email}\nnoc@example.test`;
    await telling.channel('email', { enabled: true, recipients });
    await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
    await telling.webhook(telling.chat.hookUrl('crm'));
    await raise(['email', 'slack', 'webhook']);
    await telling.deliver();
    expect(opened()).toContain(messages['Europe/Berlin']);
    expect(opened()).toContain('20 Nov 2026, 21:18 CET');
    const [own] = await mailsTo(telling.running, telling.alice.email);
    expect(own?.text).toContain(messages['Asia/Tokyo']);
    const [others] = await mailsTo(telling.running, 'noc@example.test');
    expect(others?.text).toContain(messages['Europe/Berlin']);
    expect(telling.posts('crm')[0]?.data['alert']?.['message']).toBe(messages['UTC']);
  });
});

describe('A zone', () => {
  const zones = async () =>
    (
      await telling.rows<{ own: string | null; team: string | null }>(
        'select u.time_zone as own, t.time_zone as team from "user" u, team t where u.id = ? and t.id = ?',
        [telling.alice.userId, telling.alice.teamId],
      )
    )[0];
  const signIn = (timeZone: string) =>
    rest(telling.cast.vic).send('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'time-zone': timeZone },
      body: JSON.stringify({ email: telling.alice.email, password }),
    });

  test('is taken from the browser at the first sign-in, and kept at later ones', async () => {
    expect(await zones()).toEqual({ own: null, team: null });
    expect((await signIn('Europe/Berlin')).status).toBe(200);
    expect(await zones()).toEqual({ own: 'Europe/Berlin', team: 'Europe/Berlin' });
    await signIn('Asia/Tokyo');
    expect(await zones()).toEqual({ own: 'Europe/Berlin', team: 'Europe/Berlin' });
  });

  test('of a team is set by its owner only, from a list', async () => {
    const member = await addMember(telling.alice, TeamRole.member);
    const change = (person: Visitor, timeZone: string) =>
      rest(person).put('/api/team', { name: 'Contoso', timeZone });
    expect((await change(member, 'Europe/Berlin')).status).toBe(403);
    expect(await change(telling.alice, 'Europe/Nowhere')).toMatchObject({
      status: 400,
      body: { fields: { timeZone: 'Please choose a time zone' } },
    });
    await chooseForTeam('Europe/Berlin');
    expect((await rest(telling.alice).put('/api/team', { name: 'Contoso' })).body).toMatchObject({
      timeZone: 'Europe/Berlin',
    });
  });
});
