import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaTicket } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { startHalopsa, type HalopsaStandIn } from '#api/demo/halopsa/halopsa.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;
let other: HalopsaStandIn;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(async () => {
  await team.begin();
  await team.rows().nativeUpdate(HalopsaConnection, {}, { closesTickets: true, resolvedStatusId: 9 });
  other = await startHalopsa({ tenant: 'other' });
});
afterEach(async () => {
  await team.end();
  await other.close();
});

/** Connects the other HaloPSA, where a stranger's ticket has the number that ours had. */
async function connectOther(): Promise<void> {
  const { authServer, resourceServer } = other;
  expect((await team.connect({ authServer, resourceServer })).status).toBe(200);
  await team.work();
  await strangersTicket(other);
}

async function strangersTicket(halo: HalopsaStandIn): Promise<void> {
  const token = await fetch(`${halo.authServer}/token?tenant=${halo.tenant}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: halo.clientId,
      client_secret: halo.clientSecret,
      scope: 'all',
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  await fetch(`${halo.resourceServer}/Tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify([{ summary: 'Printer on fire', details: 'Please come' }]),
  });
  halo.requests.length = 0;
}

const asked = (halo: HalopsaStandIn, on: string) =>
  halo.requests.filter(({ method, path }) => `${method} ${path}`.startsWith(on)).length;

/** An alert with a ticket that was closed from here when it recovered. */
async function closedOne(): Promise<string> {
  const id = await team.raise('closed');
  await team.work();
  await team.resolve(id);
  await team.work();
  return id;
}

describe('In another HaloPSA an old ticket number is never read, noted, reopened or closed', () => {
  test('whatever happens to the alerts', async () => {
    const [open, over, closed] = [await team.raise('open'), await team.raise('over'), await closedOne()];
    await team.work();
    await connectOther();
    other.closeTicket(1000);
    await team.later();
    expect(asked(other, 'GET /api/Tickets')).toBe(0);
    expect((await team.alert(open)).acknowledgedAt).toBeNull();
    await team.resolve(over);
    await team.later();
    await team.comeBack(closed);
    await team.later();
    expect(asked(other, 'POST /api/Actions')).toBe(0);
    expect(other.tickets[0]).toMatchObject({ summary: 'Printer on fire', notes: [], status_id: 9 });
  });

  test('even after it was disconnected and connected again', async () => {
    const id = await team.raise();
    await team.work();
    await rest(team.cast.alice).delete('/api/integrations/halopsa');
    await connectOther();
    await team.later();
    expect(asked(other, 'GET /api/Tickets')).toBe(0);
    expect(await team.alert(id)).toMatchObject({ ticketId: null, ticketUrl: null });
  });

  test('or under another tenant of the same server', async () => {
    const id = await team.raise();
    await team.work();
    team.halo.requests.length = 0;
    await team.connect({ tenant: 'elsewhere' });
    await team.later();
    await team.resolve(id);
    await team.later();
    expect(team.asked('GET /api/Tickets')).toBe(0);
    expect(team.asked('POST /api/Actions')).toBe(0);
  });
});

test('Open alerts say that their ticket was left behind, and get a new one when they come back, not all at once', async () => {
  const [one, two] = [await team.raise('one'), await team.raise('two')];
  const past = await closedOne();
  const before = await team.alert(past);
  await team.work();
  await connectOther();
  await team.later();
  expect(other.tickets).toHaveLength(1);
  expect(await team.timeline(one)).toContain(
    'ticket_closed: HaloPSA ticket 1000 will no longer be updated, because it is in the previously connected HaloPSA',
  );
  expect(await team.alert(past)).toMatchObject({ ticketId: before.ticketId, ticketUrl: before.ticketUrl });
  await team.comeBack(one);
  await team.work();
  expect(other.tickets.map(({ summary }) => summary)).toEqual([
    'Printer on fire',
    expect.stringContaining('one'),
  ]);
  expect(await team.alert(one)).toMatchObject({ ticketId: 1001, ticketUrl: `${other.url}/tickets?id=1001` });
  expect((await team.alert(two)).ticketId).toBeNull();
});

describe('A ticket without our reference is not changed', () => {
  /** As a HaloPSA that was set up again has it: the same number, and nothing of ours in it. */
  const replace = () =>
    Object.assign(team.halo.tickets[0]!, { summary: 'Printer on fire', details: 'Please come' });

  test.each([
    [
      'when it is looked at',
      async () => {
        team.halo.closeTicket(1000);
        await team.later();
      },
    ],
    ['when its alert recovers', (id: string) => team.resolve(id)],
    ['when its alert comes and goes', (id: string) => team.comeBack(id)],
  ])('%s; the alert says so and drops its number', async (_, happen) => {
    const id = await team.raise();
    await team.work();
    replace();
    const { reference } = await team.ticket(id);
    await happen(id);
    await team.work();
    await team.later();
    expect(team.halo.tickets).toMatchObject([{ notes: [] }]);
    expect(team.asked('POST /api/Actions')).toBe(0);
    expect(team.asked('POST /api/Tickets')).toBe(1);
    expect(await team.timeline(id)).toEqual([
      'ticket_opened: HaloPSA ticket 1000',
      `ticket_failed: HaloPSA ticket 1000 won't be updated: it doesn't contain our reference ${reference}`,
    ]);
    expect(await team.alert(id)).toMatchObject({ ticketId: null, ticketUrl: null, acknowledgedAt: null });
    expect(await team.ticket(id)).toMatchObject({ ticketId: null, statusBefore: null, nextCheckAt: null });
  });

  test('and people can request a new one', async () => {
    const id = await team.raise();
    await team.work();
    replace();
    await team.later();
    expect((await rest(team.cast.alice).post(`/api/alerts/${id}/ticket/retry`)).status).toBe(200);
    await team.work();
    expect(await team.alert(id)).toMatchObject({ ticketId: 1001 });
  });
});

test('Results for a connection that changed in the meantime are discarded', async () => {
  const id = await team.raise();
  await team.work();
  await connectOther();
  // As a job leaves it that was under way when the other one was saved.
  const home = `${team.halo.resourceServer} ${team.halo.tenant}`;
  const late = { status: 'open', ticketId: 1000, home, nextCheckAt: new Date() } as Partial<HalopsaTicket>;
  await team.rows().nativeUpdate(HalopsaTicket, { alert: id }, late);
  await team.rows().nativeUpdate(Alert, { id }, { ticketId: 1000 });
  await team.later();
  expect(asked(other, 'GET /api/Tickets')).toBe(0);
  expect(await team.alert(id)).toMatchObject({ ticketId: null });
});

test('A restarted stand-in can be configured to use other ticket numbers', async () => {
  const again = await startHalopsa({ firstTicket: 25_000_000 });
  try {
    await strangersTicket(again);
    expect(again.tickets).toMatchObject([{ id: 25_000_000 }]);
  } finally {
    await again.close();
  }
});
