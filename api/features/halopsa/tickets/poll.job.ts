import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { acknowledgeFor } from '#api/features/alerts/alert-actions.service.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { addCheckJob, firstChecks, ticketQueue } from './ticket-queue.store.ts';
import { connectionOf, withHalopsa } from '../connection.store.ts';
import { HalopsaConnection } from '../halopsa-connection.entity.ts';
import { HalopsaError } from '../client/halopsa-responses.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import {
  forgetTicket,
  isClosedNow,
  isNotOurs,
  readOwnTicket,
  recordOutcome,
} from './ticket-outcome.store.ts';
import { checkEvery } from './plan-tickets.store.ts';
import { refreshLists } from '../lists.service.ts';

/** Milliseconds after creation in which a ticket is checked more often. */
const newTicketPeriod = 600_000;

/** Tickets checked per run. With at most three runs a minute, new tickets keep most of the quota. */
const mostAtOnce = 10;

/** Every minute: queues checks of due tickets per team, except for teams whose subscription has ended. */
export async function pollTickets(app: App): Promise<void> {
  const em = app.orm.em.fork();
  const due = await queryRows(
    em,
    { team_id: tables.halopsa_ticket.team_id },
    `select distinct team_id from halopsa_ticket join team on team.id = team_id
        where status = 'open' and next_check_at <= now() and coalesce(active_until > now(), true)`,
  );
  for (const { team_id } of due) await addCheckJob(em, team_id, new Date());
}

/** Checks whether tickets were closed in HaloPSA, which acknowledges their alerts. */
export async function checkTickets(app: App, { teamId }: { teamId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const due = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.open, nextCheckAt: { $lte: new Date() } },
    { orderBy: { nextCheckAt: 'asc' }, limit: mostAtOnce },
  );
  const connection = await connectionOf(em, teamId);
  for (const ticket of due) {
    if (!(await check(app, em, teamId, connection, ticket))) break;
  }
  await scheduleNextCheck(em, teamId);
}

/** Returns false if the remaining ones needn't be tried. */
async function check(
  app: App,
  em: EntityManager,
  teamId: string,
  connection: HalopsaConnection | null,
  ticket: HalopsaTicket,
): Promise<boolean> {
  if (!connection || !ticket.ticketId) {
    await checkLater(em, ticket, null);
    return true;
  }
  try {
    const read = await withHalopsa(app, em, connection, (halopsa) =>
      readOwnTicket(halopsa, connection, ticket),
    );
    if (isClosedNow(read, connection, ticket)) await closedByHuman(em, teamId, ticket);
    else await checkLater(em, ticket, nextLook(ticket));
    return true;
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) {
      await forgetTicket(em, teamId, ticket, error);
      return true;
    }
    if (!error.isOfConnection) {
      await checkLater(em, ticket, new Date(Date.now() + checkEvery));
      return true;
    }
    // The connection records the problem, and tickets wait for it.
    const pause = Math.max(checkEvery, error.waitMs ?? 0);
    const due = { team: teamId, status: TicketStatus.open, nextCheckAt: { $lte: new Date() } };
    await em.nativeUpdate(HalopsaTicket, due, { nextCheckAt: new Date(Date.now() + pause) });
    return false;
  }
}

async function closedByHuman(em: EntityManager, teamId: string, ticket: HalopsaTicket): Promise<void> {
  const name = `HaloPSA ticket ${ticket.ticketId}`;
  await recordOutcome(
    em,
    teamId,
    ticket.id,
    {
      number: ticket.ticketId,
      ticket: { status: TicketStatus.closed, closedAt: new Date(), nextCheckAt: null },
      entry: { kind: AlertEntryKind.ticket_closed, detail: `${name} was closed in HaloPSA` },
    },
    // One client's ticket says nothing about the sites of others.
    async (tx, { linkedClientId }, alert) =>
      linkedClientId == null && (await acknowledgeFor(tx, teamId, alert.id, name)),
  );
}

function nextLook({ openedAt }: HalopsaTicket): Date {
  const now = Date.now();
  return new Date(now + (openedAt && now - openedAt.getTime() < newTicketPeriod ? firstChecks : checkEvery));
}

async function checkLater(em: EntityManager, { id }: HalopsaTicket, nextCheckAt: Date | null): Promise<void> {
  await em.nativeUpdate(HalopsaTicket, { id, status: TicketStatus.open }, { nextCheckAt });
}

/** Before the next minute if a ticket is new. */
async function scheduleNextCheck(em: EntityManager, teamId: string): Promise<void> {
  const [next] = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.open, nextCheckAt: { $lte: new Date(Date.now() + 60_000) } },
    { orderBy: { nextCheckAt: 'asc' }, limit: 1, disableIdentityMap: true },
  );
  if (!next?.nextCheckAt) return;
  const soonest = Date.now() + firstChecks;
  await addCheckJob(em, teamId, new Date(Math.max(soonest, next.nextCheckAt.getTime())));
}

/** Daily: queues a refresh of every team's lists. */
export async function refreshAllLists(app: App): Promise<void> {
  const em = app.orm.em.fork();
  for (const { id, team } of await em.find(HalopsaConnection, {})) {
    const options = { queueName: ticketQueue(team.id), jobKey: `halopsa-lists:${id}`, maxAttempts: 3 };
    await addJob(em, 'refresh-halopsa-lists', { teamId: team.id }, options);
  }
}

/** Refreshes one team's lists. Problems are recorded on its connection. */
export async function refreshTeamLists(app: App, { teamId }: { teamId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const connection = await connectionOf(em, teamId);
  if (!connection) return;
  try {
    await refreshLists(app, em, connection);
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
  }
}
