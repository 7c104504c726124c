import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TicketStatus, HalopsaTicket } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { as } from '#tests/support/as.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

const onTickets = 'POST /api/Tickets';

async function oneTicket(alertId: string): Promise<void> {
  expect(team.halo.tickets).toHaveLength(1);
  const [{ id } = { id: 0 }] = team.halo.tickets;
  expect(await team.alert(alertId)).toMatchObject({ ticketId: id });
  expect(await team.ticket(alertId)).toMatchObject({ status: TicketStatus.open, ticketId: id, reason: null });
  expect((await team.timeline(alertId)).filter((line) => line.startsWith('ticket_opened'))).toHaveLength(1);
}

describe('Exactly one ticket exists in the end', () => {
  test.each([
    ['it was created but the answer was lost', 'doThenDrop'],
    ['it was created but the server failed afterwards', 'doThenFail'],
    ['it was created but the answer holds no number', 'doThenEmpty'],
    ['the connection broke before anything was done', 'drop'],
    ['the server failed', { status: 500, body: 'An error has occurred.' }],
    ['a gateway stood in between', { status: 502, body: '<html><h1>Bad Gateway</h1></html>' }],
  ] as const)('when %s', async (_, does) => {
    team.halo.faults.add({ on: onTickets, does, times: 1 });
    const id = await team.raise();
    await team.work();
    expect((await team.ticket(id)).status).toBe(TicketStatus.unknown);
    expect((await team.waiting('open-halopsa-ticket'))[0]).toBeGreaterThan(25);
    await team.later();
    await oneTicket(id);
  });

  test('when the search returns unrelated tickets, and ignores the filter', async () => {
    team.halo.faults.ignoresFilters = true;
    team.halo.faults.add({ on: onTickets, does: 'doThenDrop', times: 1 });
    const [one, other] = [await team.raise('one'), await team.raise('other')];
    await team.work();
    await team.later();
    expect(team.halo.tickets).toHaveLength(2);
    const numbers = [(await team.alert(one)).ticketId, (await team.alert(other)).ticketId];
    expect(numbers.sort()).toEqual([1000, 1001]);
  });

  test('when someone has changed its first line in the meantime', async () => {
    team.halo.faults.add({ on: onTickets, does: 'doThenDrop', times: 1 });
    const id = await team.raise();
    await team.work();
    team.halo.tickets[0]!.summary = 'AP is dead, I am on it';
    await team.later();
    await oneTicket(id);
  });

  test('when the worker was killed after creating it, before its number was stored', async () => {
    const id = await team.raise();
    await team.work();
    // As the kill leaves it: sent, and nothing of that recorded.
    const em = team.rows();
    const lost = { status: TicketStatus.unknown, ticketId: null, attempts: 1 };
    await em.nativeUpdate(HalopsaTicket, { alert: id }, lost);
    await em.execute('delete from alert_entry where alert_id = ? and kind = ?', [id, 'ticket_opened']);
    await em.execute(`select graphile_worker.add_job('open-halopsa-ticket', ?::json)`, [
      JSON.stringify({ ticket: (await team.ticket(id)).id, teamId: team.cast.alice.teamId }),
    ]);
    await team.work();
    await oneTicket(id);
  });

  test('when the token has expired', async () => {
    team.halo.auth.revokeTokens();
    const id = await team.raise();
    await team.work();
    await oneTicket(id);
    expect(team.asked('POST /auth/token')).toBe(1);
  });

  test('when tokens expire sooner than we cache them', async () => {
    team.halo.auth.tokenSeconds = 1;
    team.halo.auth.revokeTokens();
    const id = await team.raise();
    await team.work();
    await oneTicket(id);
  });

  test('when its authorization server fails, with any error', async () => {
    team.halo.auth.revokeTokens();
    const does = { status: 503, body: { error: 'Service Unavailable' } };
    team.halo.faults.add({ on: 'POST /auth/token', does, times: 1 });
    const id = await team.raise();
    await team.work();
    expect((await team.ticket(id)).status).toBe(TicketStatus.waiting);
    await team.later();
    await oneTicket(id);
  });

  test('when it returns a list of one', async () => {
    team.halo.faults.answersWithList = true;
    const id = await team.raise();
    await team.work();
    await oneTicket(id);
  });

  test('when numbers are text with decimals, and dates have a time zone', async () => {
    team.halo.faults.floatIds = true;
    team.halo.faults.zonedDates = true;
    await team.connect();
    const id = await team.raise();
    await team.work();
    await oneTicket(id);
    team.halo.closeTicket(1000);
    await team.later();
    expect((await team.alert(id)).acknowledgedByName).toBe('HaloPSA ticket 1000');
  });
});

describe('When rate limited,', () => {
  test('HaloPSA is not called for as long as it says, and the ticket is opened then', async () => {
    team.halo.faults.add({
      on: onTickets,
      does: { status: 429, headers: { 'retry-after': '47' } },
      times: 1,
    });
    const id = await team.raise();
    const other = await team.raise('another');
    await team.work();
    expect(team.asked(onTickets)).toBe(1);
    const [first = 0, second = 0] = await team.waiting('open-halopsa-ticket');
    expect(first).toBeGreaterThan(40);
    expect(second).toBeGreaterThan(40);
    expect(second).toBeLessThanOrEqual(48);
    expect((await team.ticket(id)).reason).toMatch(/rate limited us/);
    expect((await team.ticket(other)).status).toBe(TicketStatus.waiting);
  });

  test('without a given time HaloPSA is not called for half a minute, then a minute', async () => {
    const does = { status: 429, body: 'Rate Limit Reached - 300 Requests per rolling 5 minute window.' };
    team.halo.faults.add({ on: onTickets, does, times: 1 });
    await team.raise();
    await team.work();
    const [seconds] = await team.waiting('open-halopsa-ticket');
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThanOrEqual(30);
  });
});

test('The first pause of the authorization server is short again once it has responded in between', async () => {
  const throttled = (headers?: Record<string, string>) => {
    team.halo.auth.revokeTokens();
    team.halo.faults.add({ on: 'POST /auth/token', does: { status: 429, headers }, times: 1 });
  };
  throttled({ 'retry-after': '1' });
  const id = await team.raise();
  await team.work();
  await sleep(1100);
  await team.later();
  await oneTicket(id);
  throttled();
  await team.raise('another');
  await team.work();
  const [seconds] = await team.waiting('open-halopsa-ticket');
  expect(seconds).toBeGreaterThan(25);
  expect(seconds).toBeLessThanOrEqual(30);
});

describe('A rejection explains how to fix it, and is not retried automatically', () => {
  const cases = [
    [
      'a mandatory field',
      { status: 400, body: { Message: 'Please enter a value for category_2' } },
      'Please enter a value for category_2',
    ],
    ['a bare sentence', { status: 400, body: 'CODE:APP03/2 Please select an approver' }, 'APP03/2'],
    [
      'a serialised exception',
      { status: 400, body: { ClassName: 'System.Exception', Message: 'Client not found', HResult: -1 } },
      'Client not found',
    ],
    [
      'a state of fields',
      { status: 400, body: { '[0].site_id': ['The value 9 is not valid.'] } },
      'site_id: The value 9 is not valid.',
    ],
    [
      'its oldest form',
      { status: 400, body: { resultCode: 1, errorMessage: 'Record not found' } },
      'Record not found',
    ],
    ['nothing at all', { status: 400 }, 'HaloPSA rejected the request (400)'],
    ['an empty 403', { status: 403 }, 'Granted: read:customers read:tickets edit:tickets'],
  ] as const;

  test.each(cases)('%s', async (_, does, said) => {
    team.halo.faults.add({ on: onTickets, does });
    const id = await team.raise();
    await team.work();
    const ticket = await team.ticket(id);
    expect(ticket).toMatchObject({ status: TicketStatus.failed, reason: expect.stringContaining(said) });
    expect(await team.timeline(id)).toEqual([`ticket_failed: ${ticket.reason}`]);
    const before = team.halo.requests.length;
    await team.later();
    expect(team.halo.requests).toHaveLength(before);
  });

  test('and it is retried on request', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 403 } });
    const id = await team.raise();
    await team.work();
    team.halo.faults.clear();
    const { status } = await rest(team.cast.alice).post(`/api/alerts/${id}/ticket/retry`);
    expect(status).toBe(200);
    await team.work();
    await oneTicket(id);
    const again = await rest(team.cast.alice).post(`/api/alerts/${id}/ticket/retry`);
    expect(again.status).toBe(409);
  });

  test('but not by another team', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 403 } });
    const id = await team.raise();
    await team.work();
    expect((await rest(team.cast.bob).post(`/api/alerts/${id}/ticket/retry`)).status).toBe(404);
    expect((await rest(team.cast.bob).get(`/api/alerts/${id}/ticket`)).status).toBe(404);
    expect((await rest(team.cast.vic).post(`/api/alerts/${id}/ticket/retry`)).status).toBe(401);
  });
});

test('A team without HaloPSA sees what is missing', async () => {
  await rest(team.cast.alice).delete('/api/integrations/halopsa');
  const id = await team.raise();
  await team.work();
  const { data } = await as(team.cast.alice).ask(
    'query ($id: ID!) { halopsaTicket(alertId: $id) { status reason ticketId } }',
    { id },
  );
  expect(data).toEqual({
    halopsaTicket: {
      status: 'failed',
      reason: 'HaloPSA is not configured. Set it up, then try again.',
      ticketId: null,
    },
  });
});

test('A recovery note that failed is retried, and is written once', async () => {
  const id = await team.raise();
  await team.work();
  await rest(team.cast.alice).post('/api/integrations/halopsa', {
    ...(await settings()),
    closesTickets: true,
    resolvedStatusId: 9,
  });
  team.halo.faults.add({ on: onTickets, does: { status: 500 }, times: 1 });
  await team.resolve(id);
  await team.work();
  expect(team.halo.tickets[0]!.dateclosed).toBeNull();
  await team.later();
  expect(team.halo.tickets[0]!.dateclosed).not.toBeNull();
  expect(team.halo.tickets[0]!.notes).toHaveLength(1);
});

test('The secret and the token are in no log, response or timeline', async () => {
  const { clientSecret } = team.halo;
  team.halo.faults.add({ on: onTickets, does: { status: 400, body: `You sent ${clientSecret}` } });
  const id = await team.raise();
  await team.work();
  const said = [
    ...team.running.logged,
    ...(await team.timeline(id)),
    (await rest(team.cast.alice).get('/api/integrations/halopsa')).text,
  ].join('\n');
  expect(said).toContain('You sent …');
  expect(said).not.toContain(clientSecret);
});

async function settings() {
  const { authServer, resourceServer, clientId } = team.halo;
  return { authServer, resourceServer, clientId };
}
