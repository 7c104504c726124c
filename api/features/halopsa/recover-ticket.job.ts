import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { TicketJob } from '#api/jobs/contracts.ts';
import { momentWords, type Reader } from '#api/lib/local-time.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { AlertResolution } from '../alerts/alert.enums.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { messageOf, pastMessage } from '../alerts/message.ts';
import { connectionOf, withHalopsa } from './connection.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import type { Halopsa, ReadTicket } from './halopsa.ts';
import { forget, isClosedNow, isNotOurs, ownTicket } from './own-ticket.ts';
import { settle, type Settlement } from './settle.ts';
import { addTicketJob, nextTry, tryAgain } from './ticket-jobs.ts';
import { linkTo, ticketReader } from './ticket-text.ts';

/** Milliseconds that a recovery must last, at most, before the ticket is told of it: two more readings. */
const longestWait = 120_000;

/** Adds a note to the ticket of an alert that has ended, and closes the ticket if the team wants that. */
export async function recoverTicket(app: App, job: TicketJob): Promise<void> {
  const em = app.orm.em.fork();
  const ticket = await em.findOne(HalopsaTicket, { id: job.ticket }, { populate: ['alert.controller'] });
  const resolvedAt = ticket?.alert.resolvedAt;
  if (!ticket?.ticketId || ticket.status !== TicketStatus.open || !resolvedAt) return;
  const settledAt = settles(app, ticket.alert, resolvedAt);
  if (settledAt > new Date()) return addTicketJob(em, 'recover-halopsa-ticket', job, settledAt);
  const connection = await connectionOf(em, job.teamId);
  if (!connection) return;
  const progress = { ...job };
  const asker = await ticketReader(em, job.teamId);
  try {
    const id = ticket.ticketId;
    const settlement = await withHalopsa(app, em, connection, async (halopsa) => {
      const read = await ownTicket(halopsa, connection, ticket);
      if (!progress.isNoted) await halopsa.addNote(id, noteOf(app, ticket.alert, resolvedAt, asker));
      progress.isNoted = true;
      return conclude(halopsa, connection, ticket, read);
    });
    await settle(em, job.teamId, job.ticket, { ...settlement, number: id });
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) return forget(em, job.teamId, ticket, error);
    await failed(em, progress, ticket.ticketId, error);
  }
}

/** What flapped has been well for long already. */
function settles({ config }: App, { flappingSince, controller }: Alert, resolvedAt: Date): Date {
  const seconds = controller.pollSeconds ?? config.pollIntervalSeconds;
  return new Date(resolvedAt.getTime() + (flappingSince ? 0 : Math.min(longestWait, 2000 * seconds)));
}

function noteOf({ config }: App, alert: Alert, resolvedAt: Date, asker: Reader): string {
  const link = linkTo(alert.id, config.publicUrl);
  if (alert.resolution === AlertResolution.removed)
    return `Closed because it was removed from UniFi: ${messageOf(alert, asker)}\n${link}`;
  if (alert.resolution === AlertResolution.no_longer_watched)
    return `It hasn't been monitored since ${momentWords(resolvedAt, asker)}: ${messageOf(alert, asker)}\n${link}`;
  return `Resolved: ${pastMessage(alert, resolvedAt, asker.timeZone)}\n${link}`;
}

/** The tenant's rules may keep a ticket open: then it says so itself. */
async function conclude(
  halopsa: Halopsa,
  connection: HalopsaConnection,
  ticket: HalopsaTicket,
  read: ReadTicket,
): Promise<Settlement> {
  const name = `HaloPSA ticket ${read.id}`;
  const over = { nextCheckAt: null };
  const { closesTickets, resolvedStatusId } = connection;
  if (isClosedNow(read, connection, ticket))
    return { ticket: { status: TicketStatus.closed, closedAt: new Date(), ...over } };
  const noted = AlertEntryKind.ticket_noted;
  if (!closesTickets || !resolvedStatusId)
    return { ticket: over, entry: { kind: noted, detail: `Noted the recovery in ${name}` } };
  try {
    await halopsa.setStatus(read, resolvedStatusId);
  } catch (error) {
    if (!(error instanceof HalopsaError) || error.problem !== 'refused') throw error;
    await halopsa.addNote(read.id, `This ticket could not be closed: ${error.message}`);
    const detail = `Noted the recovery in ${name}, which stays open: ${error.message}`;
    return { ticket: { ...over, reason: error.message }, entry: { kind: noted, detail } };
  }
  return {
    ticket: {
      status: TicketStatus.closed,
      closedAt: new Date(),
      statusBefore: read.statusId,
      reason: null,
      ...over,
    },
    entry: { kind: AlertEntryKind.ticket_closed, detail: `${name} was closed because the alert ended` },
  };
}

async function failed(em: EntityManager, job: TicketJob, id: number, error: HalopsaError): Promise<void> {
  const again = nextTry(job, error);
  if (again) {
    await settle(em, job.teamId, job.ticket, { number: id, ticket: { reason: error.message } }, (tx) =>
      tryAgain(tx, 'recover-halopsa-ticket', job, error, again),
    );
    return;
  }
  const detail = `Failed to note the recovery in HaloPSA ticket ${id}: ${error.message}`;
  await settle(em, job.teamId, job.ticket, {
    number: id,
    ticket: { reason: error.message, nextCheckAt: null },
    entry: { kind: AlertEntryKind.ticket_failed, detail },
  });
}
