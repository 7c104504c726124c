import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { HalopsaConnection } from '#api/features/halopsa/halopsa-connection.entity.ts';
import { HalopsaTicket, TicketStatus } from '#api/features/halopsa/tickets/halopsa-ticket.entity.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { category } from '#api/demo/halopsa/world.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin());
afterEach(() => {
  vi.restoreAllMocks();
  return team.end();
});

describe('An alert that needs a ticket', () => {
  test('gets one with all its details, and shows it', async () => {
    const id = await team.raise('AP Lobby');
    await team.work();
    const [ticket, ...more] = team.halo.tickets;
    expect(more).toEqual([]);
    const { reference } = await team.ticket(id);
    expect(ticket).toMatchObject({
      summary: expect.stringMatching(
        new RegExp(
          `^AP Lobby \\(Head Office\\) has been offline since \\d\\d:\\d\\d UTC \\[${reference}\\]$`,
        ),
      ) as string,
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
      `Alert: http://netlantern.test/alerts/${id}`,
      `Reference: ${reference}`,
    ])
      expect(ticket!.details.split('\n')).toContain(fact);
    expect(await team.alert(id)).toMatchObject({
      ticketId: ticket!.id,
      ticketUrl: `${team.halo.url}/tickets?id=${ticket!.id}`,
    });
    expect(await team.timeline(id)).toEqual([`ticket_opened: HaloPSA ticket ${ticket!.id}`]);
    const page = await fetch((await team.alert(id)).ticketUrl!);
    expect(await page.text()).toContain('AP Lobby (Head Office) has been offline');
  });

  test('has its hostile and very long names on one line of 255 characters', async () => {
    const id = await team.raise(`<b>AP\nLobby</b> ${'😀'.repeat(300)}`);
    await team.work();
    const [{ summary, details } = { summary: '', details: '' }] = team.halo.tickets;
    expect(summary.length).toBeLessThanOrEqual(255);
    expect(summary).toMatch(/^<b>AP Lobby<\/b> 😀/);
    expect(summary.endsWith(`[${(await team.ticket(id)).reference}]`)).toBe(true);
    expect(summary.isWellFormed()).toBe(true);
    expect(details.split('\n')[0]).toContain('<b>AP Lobby</b>');
  });

  test('names the devices behind it, at most ten', async () => {
    const id = await team.raise('Core Switch', { affectedCount: 12 });
    const names = Array.from({ length: 12 }, (_, nth) => `AP ${String(nth + 1).padStart(2, '0')}`);
    for (const [nth, name] of names.entries())
      await team.running.app.orm.em
        .fork()
        .execute(`insert into affected_device (alert_id, mac, name, since) values (?, ?, ?, now())`, [
          id,
          `A000000000${nth}`,
          name,
        ]);
    await team.work();
    const [{ summary, details } = { summary: '', details: '' }] = team.halo.tickets;
    expect(summary).toContain(' UTC, and 12 devices behind it [');
    expect(details.split('\n')).toContain(`Behind it: ${names.slice(0, 10).join(', ')} and 2 more`);
  });

  test('has a selected severity; others get none', async () => {
    await team.raise('mild', { severity: AlertSeverity.warning });
    await team.work();
    expect(team.halo.tickets).toEqual([]);
    expect(await team.rows().count(HalopsaTicket)).toBe(0);
  });

  test('may need it because of its controller, even if its rule opens none', async () => {
    await team.changeRule({ haloEnabled: false });
    const settings = { haloEnabled: true, haloClientId: 301, haloPriority: 3 };
    await team.rows().nativeUpdate(Controller, { id: team.cast.alice.controllerId }, settings);
    await team.raise();
    await team.work();
    // Of four priorities "low" is the last; no one chose the form's default category.
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
          settings: {} as never,
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

test('Maintenance delays the ticket until it ends, and only alerts that are still open get one', async () => {
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
  expect((await team.ticket(still)).reason).toBe('Waiting for the maintenance window “New firmware” to end');
  await team.resolve(over);
  await team.rows().nativeDelete(MaintenanceWindow, { id: window.id });
  await team.later();
  expect(team.halo.tickets).toMatchObject([{ summary: expect.stringContaining('still wrong') }]);
});

test('A renamed category is sent with its new name', async () => {
  const renamed = team.halo.world.categories.find(({ id }) => id === 7)!;
  renamed.value = 'Hardware>Networking';
  await team.raise();
  await team.work();
  expect(team.halo.tickets).toMatchObject([{ category_1: 'Hardware>Networking' }]);
});

/** Puts off all tickets from now on. @returns what ends it */
async function maintenance(): Promise<() => Promise<unknown>> {
  const alice = rest(team.cast.alice);
  const { status, body } = await alice.post('/api/maintenance-windows', {
    name: 'New firmware',
    startsAt: new Date(Date.now() - 60_000).toISOString().slice(0, 16),
    minutes: 600,
    timeZone: 'UTC',
  });
  expect(status).toBe(200);
  return () => alice.post(`/api/maintenance-windows/${(body as { id: string }).id}/end`);
}

test('Maintenance that ends early delays nothing anymore', async () => {
  const end = await maintenance();
  await team.raise();
  await team.work();
  expect(team.halo.tickets).toEqual([]);
  await end();
  await team.work();
  expect(team.halo.tickets).toHaveLength(1);
});

test('Maintenance does not delay a ticket that HaloPSA rejected before it', async () => {
  const does = { status: 429, headers: { 'retry-after': '1' } };
  team.halo.faults.add({ on: 'POST /api/Tickets', does, times: 1 });
  await team.raise();
  await team.work();
  const end = await maintenance();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 1100);
  await team.later();
  expect(team.halo.tickets).toEqual([]);
  await end();
  await team.work();
  expect(team.halo.tickets).toHaveLength(1);
});

describe('Something that was deleted in HaloPSA', () => {
  const gone = {
    client: () => team.halo.world.clients.splice(0, 1),
    site: () => team.halo.world.sites.splice(0, 1),
    category: () => team.halo.world.categories.splice(2, 1),
  };

  test.each([
    ['client', 'The client "Contoso Dental" no longer exists in HaloPSA.'],
    [
      'site',
      `The site "Main" does not belong to the client "Contoso Dental" in HaloPSA. It was removed, or belongs to another client.`,
    ],
    ['category', 'The category "Hardware>Network" no longer exists in HaloPSA.'],
  ] as const)('is named with the way to fix it: the %s', async (what, says) => {
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

  test('is named too if it is a category stored by its number only', async () => {
    await team.changeRule({ haloCategory: 99, haloCategoryName: null });
    const id = await team.raise();
    await team.work();
    expect((await team.ticket(id)).reason).toBe(
      'The category number 99 no longer exists in HaloPSA. Choose another category in the rule "Anything down", then try again.',
    );
  });

  test('doesn’t affect a rule that doesn’t use it', async () => {
    await team
      .rows()
      .nativeUpdate(AlertRule, { id: team.ruleId }, { haloCategory: 1, haloCategoryName: null });
    await team.raise();
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ category_1: '' }]);
  });

  test('doesn’t hide the fix for a second error', async () => {
    const refusal = { status: 400, body: { Message: 'Please select an approver' } };
    team.halo.faults.add({ on: 'POST /api/Tickets', does: refusal });
    team.halo.world.categories.find(({ id }) => id === 7)!.value = 'Hardware>Networking';
    const id = await team.raise();
    await team.work();
    expect(team.asked('POST /api/Tickets')).toBe(2);
    expect((await team.ticket(id)).reason).toBe(
      'HaloPSA rejected the ticket: Please select an approver. Check the ticket type on the HaloPSA page and the choices in the rule "Anything down", then try again.',
    );
  });
});

test('A category that wasn’t chosen isn’t sent, even if the tenant has one with the form’s default number', async () => {
  team.halo.world.categories.push(category(1, 'Printers'));
  await team.connect({ clientSecret: '' });
  await team.work();
  await team.changeRule({ haloCategory: 1, haloCategoryName: null });
  await team.raise();
  await team.work();
  expect(team.halo.tickets).toMatchObject([{ category_1: '' }]);
});

describe('The ticket of an alert that became part of another one', () => {
  const closes = () =>
    team.rows().nativeUpdate(HalopsaConnection, {}, { closesTickets: true, resolvedStatusId: 9 });

  test('names the ticket of the cause and is closed', async () => {
    await closes();
    const id = await team.raise('AP Lobby');
    await team.work();
    const cause = await team.raise('Core Switch');
    await team.fold(id, cause);
    await team.work();
    const [folded, ofCause] = team.halo.tickets;
    expect(folded).toMatchObject({ status_id: 9, dateclosed: expect.any(Date) });
    expect(folded!.notes).toHaveLength(1);
    const { note } = folded!.notes[0]!;
    expect(note).toMatch(/^<p>Part of another alert: Core Switch \(Head Office\) has been offline since /);
    expect(note).toContain(`See ticket ${ofCause!.id}: ${team.halo.url}/tickets?id=${ofCause!.id}`);
    expect(ofCause).toMatchObject({ dateclosed: null });
    expect(await team.timeline(id)).toContain(
      'ticket_closed: HaloPSA ticket 1000 was closed because the alert became part of another one',
    );
  });

  test('names the alert of a cause that gets no ticket, and stays open by default', async () => {
    const id = await team.raise('AP Lobby');
    await team.work();
    const cause = await team.raise('Core Switch', { severity: AlertSeverity.warning });
    await team.fold(id, cause);
    await team.work();
    const [ticket] = team.halo.tickets;
    expect(ticket!.notes[0]!.note).toContain(`http://netlantern.test/alerts/${cause}`);
    expect(ticket!.dateclosed).toBeNull();
    expect(await team.timeline(id)).toContain('ticket_noted: Noted the other alert in HaloPSA ticket 1000');
  });

  test('is not created if it waits', async () => {
    const id = await team.raise('AP Lobby');
    await team.fold(id, await team.raise('Core Switch'));
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ summary: expect.stringContaining('Core Switch') }]);
    expect(await team.timeline(id)).toContain(
      'ticket_failed: No ticket was created because the alert became part of another one first.',
    );
  });
});
