import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaTicket, TicketStatus } from '#api/features/halopsa/halopsa-ticket.entity.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
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

describe('An alert that wants a ticket', () => {
  test('gets one, with everything that is known of it, and shows it', async () => {
    const id = await team.raise('AP Lobby is offline since 09:12 UTC');
    await team.work();
    const [ticket, ...more] = team.halo.tickets;
    expect(more).toEqual([]);
    const { reference } = await team.ticket(id);
    expect(ticket).toMatchObject({
      summary: `AP Lobby is offline since 09:12 UTC [${reference}]`,
      client_id: 246,
      site_id: 553,
      priority_id: 1,
      category_1: 'Hardware>Network',
    });
    for (const fact of [
      'Severity: critical',
      'Rule: Anything down',
      'Controller: Head Office',
      'Device: AP Lobby (AABBCCDDEEFF)',
      `Alert: http://netlantern.test/alerts?alert=${id}`,
      `Reference: ${reference}`,
    ])
      expect(ticket!.details.split('\n')).toContain(fact);
    expect(await team.alert(id)).toMatchObject({
      ticketId: ticket!.id,
      ticketUrl: `${team.halo.url}/tickets?id=${ticket!.id}`,
    });
    expect(await team.timeline(id)).toEqual([`ticket_opened: HaloPSA ticket ${ticket!.id}`]);
    const page = await fetch((await team.alert(id)).ticketUrl!);
    expect(await page.text()).toContain('AP Lobby is offline');
  });

  test('has its hostile and endless names on one line of 255 characters', async () => {
    const id = await team.raise(`<b>AP\nLobby</b> ${'😀'.repeat(300)}`);
    await team.work();
    const [{ summary, details } = { summary: '', details: '' }] = team.halo.tickets;
    expect(summary.length).toBeLessThanOrEqual(255);
    expect(summary).toMatch(/^<b>AP Lobby<\/b> 😀/);
    expect(summary.endsWith(`[${(await team.ticket(id)).reference}]`)).toBe(true);
    expect(summary.isWellFormed()).toBe(true);
    expect(details.split('\n')[0]).toContain('<b>AP Lobby</b>');
  });

  test('is one whose severity was chosen; another gets none', async () => {
    await team.raise('mild', { severity: AlertSeverity.warning });
    await team.work();
    expect(team.halo.tickets).toEqual([]);
    expect(await team.rows().count(HalopsaTicket)).toBe(0);
  });

  test('may be wanted by its controller where its rule wants none', async () => {
    await team.changeRule({ haloEnabled: false });
    const wishes = { haloEnabled: true, haloClientId: 301, haloPriority: 3 };
    await team.rows().nativeUpdate(Controller, { id: team.cast.alice.controllerId }, wishes);
    await team.raise();
    await team.work();
    // Of four priorities "low" is the last; nobody chose the form's default category.
    expect(team.halo.tickets).toMatchObject([{ client_id: 301, priority_id: 4, category_1: '' }]);
  });

  test('cannot have a second', async () => {
    const { teamId } = team.cast.alice;
    await expect(
      team.rows().transactional(async (em) => {
        const ticket = em.assign(new HalopsaTicket(), {
          team: teamId,
          alert: await team.raise(),
          reference: 'NL-1',
          wish: {} as never,
        });
        await em.persist(ticket).flush();
      }),
    ).rejects.toThrow(/unique/);
    await team.work();
    expect(team.halo.tickets).toHaveLength(1);
  });
});

test('Tickets of one connection are opened one after another', async () => {
  await Promise.all(['one', 'two', 'three'].map((message) => team.raise(message)));
  const { halo } = team;
  halo.faults.latencyMs = 30;
  await Promise.all([team.work(), team.work(), team.work()]);
  await team.work();
  expect(halo.mostWrites()).toBe(1);
  expect(halo.tickets.map(({ id }) => id)).toEqual([1000, 1001, 1002]);
});

describe('When the alert is over', () => {
  test('the ticket is told, and stays open where the team did not ask for more', async () => {
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.work();
    const [ticket] = team.halo.tickets;
    expect(ticket!.notes).toMatchObject([{ outcome: 'Private Note', hiddenFromUser: true }]);
    expect(ticket!.notes[0]!.note).toMatch(/well again: AP Lobby was offline from .* to .* UTC \(\d+ s\)/);
    expect(ticket!.dateclosed).toBeNull();
    expect(await team.timeline(id)).toContain('ticket_noted: HaloPSA ticket 1000 was told of the recovery');
  });

  test('the ticket is closed where the team asked for it', async () => {
    await closes();
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ status_id: 9, dateclosed: expect.any(Date) }]);
    expect(await team.timeline(id)).toContain(
      'ticket_closed: HaloPSA ticket 1000 was closed: the alert is over',
    );
    expect((await team.ticket(id)).status).toBe(TicketStatus.closed);
    await team.later();
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
  });

  test('a ticket that may not be closed says so, stays open and is not tried again', async () => {
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
      'ticket_noted: HaloPSA ticket 1000 was told of the recovery and stays open: You cannot close a ticket that is not assigned to an agent.',
    );
  });

  test('before a ticket could be opened, none is, and that is said', async () => {
    const id = await team.raise();
    await team.resolve(id);
    await team.work();
    expect(team.halo.tickets).toEqual([]);
    expect(await team.timeline(id)).toEqual([
      'ticket_failed: No ticket was opened: it was over before it could be.',
    ]);
  });

  test('and comes back, it is the same ticket, which goes back to where it was', async () => {
    await closes();
    const id = await team.raise();
    await team.work();
    team.halo.tickets[0]!.status_id = 2;
    await team.resolve(id);
    await team.work();
    await team.comeBack(id);
    await team.work();
    expect(team.halo.tickets).toHaveLength(1);
    expect(team.halo.tickets[0]).toMatchObject({ status_id: 2, dateclosed: null });
    expect(team.halo.tickets[0]!.notes.at(-1)!.note).toContain('comes and goes');
    expect((await team.ticket(id)).status).toBe(TicketStatus.open);
    await team.later();
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
  });
});

describe('A ticket that somebody closes in HaloPSA', () => {
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

  test('is looked at every half minute at first', async () => {
    await team.raise();
    await team.work();
    const [seconds] = await team.waiting('check-halopsa-tickets');
    expect(seconds).toBeGreaterThan(25);
    expect(seconds).toBeLessThanOrEqual(30);
    await team.later();
    expect((await team.waiting('check-halopsa-tickets'))[0]).toBeGreaterThan(25);
    expect(team.asked('GET /api/Tickets/1000')).toBe(1);
  });

  test('is looked at in turn where there are many, and HaloPSA is not asked without end', async () => {
    await Promise.all(Array.from({ length: 13 }, (_, index) => team.raise(`alert ${index}`)));
    while (team.halo.tickets.length < 13) await team.work();
    await team.later();
    expect(team.asked('GET /api/Tickets/1')).toBe(10);
    expect((await team.waiting('check-halopsa-tickets'))[0]).toBeGreaterThan(25);
  });

  test('is said to be gone where it was deleted, and never asked for again', async () => {
    const id = await team.raise();
    await team.work();
    team.halo.deleteTicket(1000);
    await team.later();
    await team.later();
    expect(team.asked('GET /api/Tickets/1000')).toBe(1);
    expect(await team.timeline(id)).toContain(
      'ticket_closed: HaloPSA has no ticket 1000 any more: it was deleted or merged into another',
    );
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
    expect(await team.waiting('check-halopsa-tickets')).toEqual([]);
  });
});

test('Maintenance puts the ticket off to its end, and only what is still wrong then gets one', async () => {
  const em = team.rows();
  const now = new Date(Date.now() - 60_000).toISOString().slice(0, 16);
  const window = em.assign(new MaintenanceWindow(), {
    team: team.cast.alice.teamId,
    name: 'New firmware',
    startsAt: now,
    minutes: 30,
  });
  await em.persist(window).flush();
  const still = await team.raise('still wrong');
  const over = await team.raise('over by then');
  await team.work();
  expect(team.halo.tickets).toEqual([]);
  expect((await team.ticket(still)).reason).toMatch(/^Held until .* UTC: maintenance "New firmware"\.$/);
  await team.resolve(over);
  await team.rows().nativeDelete(MaintenanceWindow, { id: window.id });
  await team.later();
  expect(team.halo.tickets).toMatchObject([{ summary: expect.stringContaining('still wrong') }]);
});

test('A category that was renamed is written by its new name', async () => {
  const renamed = team.halo.world.categories.find(({ id }) => id === 7)!;
  renamed.value = 'Hardware>Networking';
  await team.raise();
  await team.work();
  expect(team.halo.tickets).toMatchObject([{ category_1: 'Hardware>Networking' }]);
});

describe('What vanished in HaloPSA', () => {
  const gone = {
    client: () => team.halo.world.clients.splice(0, 1),
    site: () => team.halo.world.sites.splice(0, 1),
    category: () => team.halo.world.categories.splice(2, 1),
  };

  test.each([
    ['client', 'The client "Contoso Dental" is not in HaloPSA any more.'],
    [
      'site',
      `The site "Main" does not belong to the client "Contoso Dental" in HaloPSA: it is gone, or another client's.`,
    ],
    ['category', 'The category "Hardware>Network" is not in HaloPSA any more.'],
  ] as const)('is named with the way to repair it: the %s', async (what, says) => {
    gone[what]();
    const id = await team.raise();
    await team.work();
    const sentence = `${says} Choose another ${what} in the rule "Anything down", then try again.`;
    expect(await team.ticket(id)).toMatchObject({ status: TicketStatus.failed, reason: sentence });
    expect(await team.timeline(id)).toEqual([`ticket_failed: ${sentence}`]);
    expect(team.halo.tickets).toEqual([]);
    const tries = team.halo.requests.length;
    await team.later();
    expect(team.halo.requests).toHaveLength(tries);
  });

  test('a category that was chosen by its number alone is named too', async () => {
    await team.changeRule({ haloCategory: 99, haloCategoryName: null });
    const id = await team.raise();
    await team.work();
    expect((await team.ticket(id)).reason).toBe(
      'The category number 99 is not in HaloPSA any more. Choose another category in the rule "Anything down", then try again.',
    );
  });

  test('is no harm to a rule that never chose it', async () => {
    await team
      .rows()
      .nativeUpdate(AlertRule, { id: team.ruleId }, { haloCategory: 1, haloCategoryName: null });
    await team.raise();
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ category_1: '' }]);
  });
});
