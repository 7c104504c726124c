import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { TicketStatus } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => team.end());

const closes = () =>
  team.rows().nativeUpdate(HalopsaConnection, {}, { closesTickets: true, resolvedStatusId: 9 });

describe('When the alert has ended', () => {
  test('the ticket gets a note, and stays open by default', async () => {
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.work();
    const [ticket] = team.halo.tickets;
    expect(ticket!.notes).toMatchObject([{ outcome: 'Private Note', hiddenFromUser: true }]);
    expect(ticket!.notes[0]!.note).toMatch(
      /Resolved: AP Lobby \(Head Office\) was offline from .* to .* UTC \(\d+ s\)/,
    );
    expect(ticket!.dateclosed).toBeNull();
    expect(await team.timeline(id)).toContain('ticket_noted: Noted the recovery in HaloPSA ticket 1000');
  });

  test('the ticket is closed if the team chose that', async () => {
    await closes();
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ status_id: 9, dateclosed: expect.any(Date) }]);
    expect(await team.timeline(id)).toContain(
      'ticket_closed: HaloPSA ticket 1000 was closed because the alert ended',
    );
    expect((await team.ticket(id)).status).toBe(TicketStatus.closed);
    await team.later();
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
  });

  test('a ticket that can’t be closed says so, stays open and is not retried', async () => {
    await closes();
    const id = await team.raise();
    await team.work();
    const [ticket] = team.halo.tickets;
    ticket!.agent_id = 1;
    await team.resolve(id);
    await team.work();
    await team.later();
    expect(ticket!.dateclosed).toBeNull();
    expect(ticket!.notes.map(({ note }) => note).at(-1)).toContain('not assigned to an agent');
    expect(ticket!.notes).toHaveLength(2);
    expect(await team.timeline(id)).toContain(
      'ticket_noted: Noted the recovery in HaloPSA ticket 1000, which stays open: You cannot close a ticket that is not assigned to an agent.',
    );
  });

  test('before a ticket could be opened, none is, and the timeline says so', async () => {
    const id = await team.raise();
    await team.resolve(id);
    await team.work();
    expect(team.halo.tickets).toEqual([]);
    expect(await team.timeline(id)).toEqual([
      'ticket_failed: No ticket was created because the alert ended first.',
    ]);
  });
});

describe('A ticket that someone closes in HaloPSA', () => {
  test('acknowledges its alert', async () => {
    const id = await team.raise();
    await team.work();
    team.halo.closeTicket(1000);
    await team.later();
    expect(await team.alert(id)).toMatchObject({
      acknowledgedByName: 'HaloPSA ticket 1000',
      acknowledgedAt: expect.any(Date),
    });
    expect(await team.timeline(id)).toEqual([
      'ticket_opened: HaloPSA ticket 1000',
      'ticket_closed: HaloPSA ticket 1000 was closed in HaloPSA',
      'acknowledged: HaloPSA ticket 1000',
    ]);
  });

  test('on the page of the stand-in acknowledges its alert, and can be opened again there', async () => {
    const id = await team.raise();
    await team.work();
    const url = (await team.alert(id)).ticketUrl!;
    const send = (deed: string, origin = team.halo.url) =>
      fetch(url, { method: 'POST', headers: { origin }, body: new URLSearchParams({ deed }) });
    expect((await send('close', 'https://elsewhere.example')).status).toBe(403);
    expect(await (await fetch(url)).text()).toContain('>Close</button>');
    expect(await (await send('close')).text()).toContain('>Reopen</button>');
    await team.later();
    expect(await team.alert(id)).toMatchObject({ acknowledgedAt: expect.any(Date) });
    expect(await (await send('reopen')).text()).toContain('>Close</button>');
    expect(team.halo.tickets[0]).toMatchObject({ dateclosed: null, status_id: 1 });
  });

  test('is checked every half minute at first', async () => {
    await team.raise();
    await team.work();
    const [seconds] = await team.waiting('check-halopsa-tickets');
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThanOrEqual(30);
    await team.later();
    expect((await team.waiting('check-halopsa-tickets'))[0]).toBeGreaterThan(25);
    expect(team.asked('GET /api/Tickets/1000')).toBe(1);
  });

  test('is checked in turn if there are many, with a limit on requests', async () => {
    await Promise.all(Array.from({ length: 13 }, (_, index) => team.raise(`alert ${index}`)));
    while (team.halo.tickets.length < 13) await team.work();
    await team.later();
    expect(team.asked('GET /api/Tickets/1')).toBe(10);
    expect((await team.waiting('check-halopsa-tickets'))[0]).toBeGreaterThan(25);
  });

  test('is reported as deleted if it was, and never requested again', async () => {
    const id = await team.raise();
    await team.work();
    team.halo.deleteTicket(1000);
    await team.later();
    await team.later();
    expect(team.asked('GET /api/Tickets/1000')).toBe(1);
    expect(await team.timeline(id)).toContain(
      'ticket_closed: HaloPSA ticket 1000 no longer exists. It was deleted or merged into another one',
    );
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
    expect(await team.waiting('check-halopsa-tickets')).toEqual([]);
  });
});
