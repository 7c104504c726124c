import { setTimeout as sleep } from 'node:timers/promises';
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

const isWorking = async () => {
  const sql = 'select 1 from graphile_worker.jobs where locked_at is not null';
  return (await team.rows().execute(sql)).length > 0;
};

const onTickets = 'POST /api/Tickets';

test('An alert that gets worse adds a note to its ticket', async () => {
  const id = await team.raise();
  await team.work();
  await team.escalate(id);
  await team.work();
  expect(team.halo.tickets).toHaveLength(1);
  expect(team.halo.tickets[0]!.notes.at(-1)!.note).toContain('Escalated: ');
});

test('A late note about an escalation describes the outage even if the device has come back impaired', async () => {
  const id = await team.raise();
  await team.work();
  await team.escalateAndEase(id);
  await team.work();
  const { note } = team.halo.tickets[0]!.notes.at(-1)!;
  expect(note).toContain(' was offline from ');
  expect(note).toContain('. It has come back, but is still impaired.');
});

test('An alert that comes back and then gets worse adds a note for each to its ticket', async () => {
  await closes();
  const id = await team.raise();
  await team.work();
  await team.resolve(id);
  await team.work();
  await team.comeBack(id);
  await team.escalate(id);
  await team.work();
  const notes = team.halo.tickets[0]!.notes.map(({ note }) => note);
  expect(notes.slice(-2)).toEqual([
    expect.stringContaining('The alert is flapping'),
    expect.stringContaining('Escalated: '),
  ]);
});

describe('An alert that comes back', () => {
  test('keeps its ticket, which returns to its previous status', async () => {
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
    expect(team.halo.tickets[0]!.notes.at(-1)!.note).toContain('The alert is flapping');
    expect((await team.ticket(id)).status).toBe(TicketStatus.open);
    await team.later();
    expect((await team.alert(id)).acknowledgedAt).toBeNull();
  });

  test('closes its ticket again when it recovers, even if HaloPSA never removes the closing date', async () => {
    await closes();
    team.halo.faults.keepsClosedMark = true;
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.work();
    await team.comeBack(id);
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ status_id: 1, dateclosed: null }]);
    await team.resolve(id);
    await team.work();
    expect(team.halo.tickets).toMatchObject([{ status_id: 9, dateclosed: expect.any(Date) }]);
  });

  test('gets no second ticket if the response for the first was lost and HaloPSA is down for a day', async () => {
    team.halo.faults.add({ on: onTickets, does: 'doThenDrop', times: 1 });
    team.halo.faults.add({ on: 'GET /api/Tickets', does: 'drop' });
    const id = await team.raise();
    await team.work();
    for (let look = 0; look < 29; look++) await team.later();
    expect(await team.ticket(id)).toMatchObject({
      status: TicketStatus.failed,
      reason: expect.stringContaining('We retried for a day without success.'),
    });
    team.halo.faults.clear();
    await team.resolve(id);
    await team.comeBack(id);
    await team.work();
    expect(team.halo.tickets).toHaveLength(1);
    expect(await team.ticket(id)).toMatchObject({ status: TicketStatus.open, ticketId: 1000 });
  });

  test('gets no second ticket during the search for an existing one', async () => {
    team.halo.faults.add({ on: onTickets, does: { status: 201, body: {} }, times: 1 });
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    await team.comeBack(id);
    await team.work();
    await team.later();
    expect(team.asked(onTickets)).toBe(1);
    expect((await team.ticket(id)).status).toBe(TicketStatus.unknown);
  });

  test('gets its ticket even if it comes back while its creation is being skipped', async () => {
    team.halo.faults.add({ on: onTickets, does: 'drop', times: 1 });
    const id = await team.raise();
    await team.work();
    await team.resolve(id);
    team.halo.faults.latencyMs = 1000;
    const looking = team.later();
    while (!(await isWorking())) await sleep(20);
    await sleep(200);
    await team.comeBack(id);
    team.halo.faults.latencyMs = 0;
    await looking;
    await team.work();
    expect(team.halo.tickets).toHaveLength(1);
    expect(await team.ticket(id)).toMatchObject({ status: TicketStatus.open, ticketId: 1000 });
  });
});
