import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { TicketJob } from '#api/jobs/contracts.ts';
import type { Reader } from '#api/lib/local-time.ts';
import { AlertEntry, AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { messageOf, pastMessage } from '../alerts/message.ts';
import { addCheckJob } from './check-jobs.ts';
import { connectionOf, withHalopsa } from './connection.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import type { Halopsa, ReadTicket } from './halopsa.ts';
import { forget, isNotOurs, ownTicket } from './own-ticket.ts';
import { checkEvery } from './plan.ts';
import { settle } from './settle.ts';
import { nextTry, tryAgain } from './ticket-jobs.ts';
import { linkTo, ticketReader } from './ticket-text.ts';

/** Adds a note to an alert's ticket when the alert comes back or escalates. A ticket that we closed is reopened. */
export async function noteTicket(app: App, job: TicketJob): Promise<void> {
  const em = app.orm.em.fork();
  const ticket = await em.findOne(HalopsaTicket, { id: job.ticket }, { populate: ['alert'] });
  const connection = await connectionOf(em, job.teamId);
  if (!ticket?.ticketId || !connection || ticket.alert.resolvedAt) return;
  const id = ticket.ticketId;
  const progress = { ...job };
  const asker = await ticketReader(em, job.teamId);
  try {
    const isOpen = await withHalopsa(app, em, connection, async (halopsa) => {
      const read = await ownTicket(halopsa, connection, ticket);
      if (!progress.isNoted) await halopsa.addNote(id, await noteOf(app, em, ticket.alert, job, asker));
      progress.isNoted = true;
      return reopen(halopsa, ticket, read);
    });
    const nextCheckAt = new Date(Date.now() + checkEvery);
    const detail = `Added a note to HaloPSA ticket ${id} that the alert ${job.isWorse ? 'escalated' : 'is flapping'}`;
    await settle(
      em,
      job.teamId,
      job.ticket,
      {
        number: id,
        ticket: isOpen ? { status: TicketStatus.open, closedAt: null, nextCheckAt } : {},
        entry: {
          kind: AlertEntryKind.ticket_noted,
          detail: isOpen ? detail : `${detail}. The ticket stays closed.`,
        },
      },
      (tx) => (isOpen ? addCheckJob(tx, job.teamId, nextCheckAt) : Promise.resolve()),
    );
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) return forget(em, job.teamId, ticket, error);
    const again = nextTry(progress, error);
    if (again) return tryAgain(em, 'note-halopsa-ticket', progress, error, again);
    const detail = `Failed to add a note to HaloPSA ticket ${id}: ${error.message}`;
    await settle(em, job.teamId, job.ticket, {
      number: id,
      ticket: { reason: error.message },
      entry: { kind: AlertEntryKind.ticket_failed, detail },
    });
  }
}

/** @returns whether the ticket is open now */
async function reopen(
  halopsa: Halopsa,
  { status, statusBefore }: HalopsaTicket,
  read: ReadTicket,
): Promise<boolean> {
  if (status !== TicketStatus.closed) return true;
  // What somebody closed in HaloPSA stays as they left it.
  if (!statusBefore) return false;
  try {
    await halopsa.setStatus(read, statusBefore);
    return true;
  } catch (error) {
    if (error instanceof HalopsaError && error.problem === 'refused') return false;
    throw error;
  }
}

/** The note about an escalation, if it is sent after the device has come back impaired. */
async function easedMessage(em: EntityManager, alert: Alert, asker: Reader): Promise<string | undefined> {
  const [then] = await em.find(
    AlertEntry,
    { alert, kind: AlertEntryKind.escalated },
    { orderBy: { at: 'desc' }, limit: 1 },
  );
  if (!then?.params?.type || !then.since || then.params.type === alert.type) return undefined;
  const was = pastMessage({ ...alert, ...then.params, since: then.since }, alert.since, asker.timeZone);
  return `${was}. It has come back, but is still impaired.`;
}

async function noteOf(
  { config }: App,
  em: EntityManager,
  alert: Alert,
  { isWorse }: TicketJob,
  asker: Reader,
): Promise<string> {
  const message = messageOf(alert, asker);
  const link = linkTo(alert.id, config.publicUrl);
  if (isWorse) return `Escalated: ${(await easedMessage(em, alert, asker)) ?? message}\n${link}`;
  return `The alert is flapping: ${message}\nThis stays its only ticket until it has been OK for a while.\n${link}`;
}
