import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { acknowledgeFor } from '../alerts/acknowledge.service.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { addCheckJob, firstChecks } from './check-jobs.ts';
import { connectionOf, withHalopsa } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { forget, isClosedNow, isNotOurs, ownTicket } from './own-ticket.ts';
import { checkEvery } from './plan.ts';
import { settle } from './settle.ts';

/** Milliseconds after its opening in which a ticket is looked at more often. */
const young = 600_000;

/** Tickets looked at in one run. With three runs a minute at most, new tickets keep room in what HaloPSA may be asked. */
const mostAtOnce = 10;

/** Each minute: has the tickets that are due looked at, team by team; of those whose subscription has ended none. */
export async function pollTickets(app: App): Promise<void> {
  const em = app.orm.em.fork();
  const due = await em.execute<{ team_id: string }[]>(
    `select distinct team_id from halopsa_ticket join team on team.id = team_id
        where status = 'open' and next_check_at <= now() and coalesce(active_until > now(), true)`,
  );
  for (const { team_id } of due) await addCheckJob(em, team_id, new Date());
}

/** Whether somebody closed tickets of a team in HaloPSA: that says that somebody sees to the alert. */
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
  await goOn(em, teamId);
}

/** False where the others need not be tried. */
async function check(
  app: App,
  em: EntityManager,
  teamId: string,
  connection: HalopsaConnection | null,
  ticket: HalopsaTicket,
): Promise<boolean> {
  if (!connection || !ticket.ticketId) {
    await later(em, ticket, null);
    return true;
  }
  try {
    const read = await withHalopsa(app, em, connection, (halopsa) => ownTicket(halopsa, connection, ticket));
    if (isClosedNow(read, connection, ticket)) await closedByHuman(em, teamId, ticket);
    else await later(em, ticket, nextLook(ticket));
    return true;
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) {
      await forget(em, teamId, ticket, error);
      return true;
    }
    if (!error.isOfConnection) {
      await later(em, ticket, new Date(Date.now() + checkEvery));
      return true;
    }
    // The connection says what is wrong; the tickets wait for it.
    const pause = Math.max(checkEvery, error.waitMs ?? 0);
    const due = { team: teamId, status: TicketStatus.open, nextCheckAt: { $lte: new Date() } };
    await em.nativeUpdate(HalopsaTicket, due, { nextCheckAt: new Date(Date.now() + pause) });
    return false;
  }
}

async function closedByHuman(em: EntityManager, teamId: string, ticket: HalopsaTicket): Promise<void> {
  const name = `HaloPSA ticket ${ticket.ticketId}`;
  await settle(
    em,
    teamId,
    ticket.id,
    {
      number: ticket.ticketId,
      ticket: { status: TicketStatus.closed, closedAt: new Date(), nextCheckAt: null },
      entry: { kind: AlertEntryKind.ticket_closed, detail: `${name} was closed in HaloPSA` },
    },
    (tx, _, alert) => acknowledgeFor(tx, teamId, alert.id, name),
  );
}

function nextLook({ openedAt }: HalopsaTicket): Date {
  const now = Date.now();
  return new Date(now + (openedAt && now - openedAt.getTime() < young ? firstChecks : checkEvery));
}

async function later(em: EntityManager, { id }: HalopsaTicket, nextCheckAt: Date | null): Promise<void> {
  await em.nativeUpdate(HalopsaTicket, { id, status: TicketStatus.open }, { nextCheckAt });
}

/** Sooner than the next minute where a ticket is young. */
async function goOn(em: EntityManager, teamId: string): Promise<void> {
  const [next] = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.open, nextCheckAt: { $lte: new Date(Date.now() + 60_000) } },
    { orderBy: { nextCheckAt: 'asc' }, limit: 1, disableIdentityMap: true },
  );
  if (!next?.nextCheckAt) return;
  const soonest = Date.now() + firstChecks;
  await addCheckJob(em, teamId, new Date(Math.max(soonest, next.nextCheckAt.getTime())));
}
