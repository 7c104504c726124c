import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { Config } from '#api/config/config.ts';
import type { TicketJob } from '#api/jobs/contracts.ts';
import { type Reader, momentWords } from '#api/lib/local-time.ts';
import { AlertEntry, AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import type { Alert } from '#api/features/alerts/alert.entity.ts';
import { affectedLists } from '#api/features/alerts/affected.store.ts';
import { isAboutProvider, messageOf, pastMessage } from '#api/features/alerts/message.ts';
import { AlertResolution } from '#api/features/alerts/alert.enums.ts';
import {
  addCheckJob,
  isPending,
  nextAttempt,
  noteOf,
  retryTicketJob,
  addTicketJob,
} from './ticket-queue.store.ts';
import { connectionOf, withHalopsa } from '../connection.store.ts';
import { HalopsaError, type ReadTicket } from '../client/halopsa-responses.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import {
  atSites,
  isDown,
  linkedSites,
  mainSites,
  overSince,
  siteList,
  sitesOf,
  ticketOfCause,
  ticketSites,
  type TicketSite,
} from './linked-tickets.store.ts';
import type { Halopsa } from '../client/halopsa.client.ts';
import {
  forgetTicket,
  isNotOurs,
  readOwnTicket,
  recordOutcome,
  ticketReader,
  isClosedNow,
  type TicketOutcome,
} from './ticket-outcome.store.ts';
import { checkEvery } from './plan-tickets.store.ts';
import { deviceNames, linkTo, mostAffected, siteNames } from './ticket-text.ts';
import type { HalopsaConnection } from '../halopsa-connection.entity.ts';

/**
 * Adds a note to a ticket when its alert comes back or escalates, when a linked ticket's sites are down again, or when a ticket
 * is linked to it. A ticket that we closed is reopened.
 */
export async function addTicketNote(app: App, job: TicketJob): Promise<void> {
  const em = app.orm.em.fork();
  const ticket = await em.findOne(HalopsaTicket, { id: job.ticket }, { populate: ['alert.rule'] });
  const connection = await connectionOf(em, job.teamId);
  if (!ticket?.ticketId || !connection) return;
  const note = await noteFor(app, em, ticket, job);
  if (!note) return;
  const id = ticket.ticketId;
  const progress = { ...job };
  try {
    const isOpen = await withHalopsa(app, em, connection, async (halopsa) => {
      const read = await readOwnTicket(halopsa, connection, ticket);
      if (!progress.isNoted) await halopsa.addNote(id, note.text);
      progress.isNoted = true;
      return note.reopens ? reopen(halopsa, ticket, read) : ticket.status === TicketStatus.open;
    });
    const nextCheckAt = new Date(Date.now() + checkEvery);
    const detail = `Added a note to HaloPSA ticket ${id} ${note.about}`;
    await recordOutcome(
      em,
      job.teamId,
      job.ticket,
      {
        number: id,
        ticket: note.reopens && isOpen ? { status: TicketStatus.open, closedAt: null, nextCheckAt } : {},
        entry: {
          kind: AlertEntryKind.ticket_noted,
          detail: isOpen || !note.reopens ? detail : `${detail}. The ticket stays closed.`,
        },
      },
      (tx) => (note.reopens && isOpen ? addCheckJob(tx, job.teamId, nextCheckAt) : Promise.resolve()),
    );
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) return forgetTicket(em, job.teamId, ticket, error);
    const again = nextAttempt(progress, error);
    if (again) return retryTicketJob(em, 'note-halopsa-ticket', progress, error, again);
    const detail = `Failed to add a note to HaloPSA ticket ${id}: ${error.message}`;
    await recordOutcome(em, job.teamId, job.ticket, {
      number: id,
      ticket: { reason: error.message },
      entry: { kind: AlertEntryKind.ticket_failed, detail },
    });
  }
}

/** @returns whether the ticket is open */
async function reopen(
  halopsa: Halopsa,
  { status, statusBefore }: HalopsaTicket,
  read: ReadTicket,
): Promise<boolean> {
  if (status !== TicketStatus.closed) return true;
  // A ticket that someone closed in HaloPSA stays closed.
  if (!statusBefore) return false;
  try {
    await halopsa.setStatus(read, statusBefore);
    return true;
  } catch (error) {
    if (error instanceof HalopsaError && error.problem === 'refused') return false;
    throw error;
  }
}

/** Note about an escalation that is sent after the device has returned impaired. */
async function easedMessage(em: EntityManager, alert: Alert, asker: Reader): Promise<string | undefined> {
  const [then] = await em.find(
    AlertEntry,
    { alert, kind: AlertEntryKind.escalated },
    { orderBy: { at: 'desc' }, limit: 1 },
  );
  if (!then?.params?.type || !then.since || then.params.type === alert.type) return undefined;
  const was = pastMessage({ ...alert, ...then.params, since: then.since }, alert.since, asker);
  return `${was}. It has come back, but is still impaired.`;
}

/** A note about something that happened to a ticket's alert. */
interface Note {
  text: string;
  /** Follows "Added a note to HaloPSA ticket 1000". */
  about: string;
  /** Its problem is back, so a ticket that we closed is reopened. */
  reopens: boolean;
}

/** `null` if it is no longer true. */
async function noteFor(
  { config }: App,
  em: EntityManager,
  ticket: HalopsaTicket,
  job: TicketJob,
): Promise<Note | null> {
  const { alert } = ticket;
  const note = noteOf(job);
  if (note.about !== 'ticket' && (await overSince(em, ticket))) return null;
  const asker = await ticketReader(em, job.teamId);
  const link = linkTo(alert.id, config.publicUrl);
  const message = messageOf(alert, asker);
  switch (note.about) {
    case 'ticket':
      return linkNote(await em.findOne(HalopsaTicket, note.id));
    case 'affected': {
      const text = `${await affectedWords(em, ticket, asker)}\n${link}`;
      return { text, about: 'about what is affected now', reopens: false };
    }
    case 'escalation': {
      const text = `Escalated: ${(await easedMessage(em, alert, asker)) ?? message}\n${link}`;
      return { text, about: 'that the alert escalated', reopens: true };
    }
    case 'return': {
      if (ticket.linkedClientId == null) {
        const text = `The alert is flapping: ${message}\nThis stays its only ticket until it has been OK for a while.\n${link}`;
        return { text, about: 'that the alert is flapping', reopens: true };
      }
      const down = (await linkedSites(em, ticket)).filter(isDown);
      const text = `Sites are down again: ${messageOf(atSites(alert, down), asker)}\n${namesOfSites(down)}\n${link}`;
      return { text, about: 'that sites are down again', reopens: true };
    }
  }
}

/** What is affected now: devices, or the sites of the ticket's client. */
async function affectedWords(em: EntityManager, ticket: HalopsaTicket, asker: Reader): Promise<string> {
  const { alert } = ticket;
  if (isAboutProvider(alert.type)) {
    const down = (await ticketSites(em, alert)).filter(isDown);
    const isLinked = ticket.linkedClientId != null;
    const own = isLinked ? sitesOf(ticket, down) : await mainSites(em, ticket, down);
    const about = isLinked
      ? atSites(alert, own)
      : { ...alert, affectedSiteCount: down.length, deviceCount: null };
    const names = siteNames(siteList(own, mostAffected), about.affectedSiteCount! - own.length);
    return `Affected now: ${messageOf(about, asker)}\n${names}`;
  }
  const devices = (await affectedLists(em, [alert], mostAffected)).get(alert.id);
  const now = messageOf({ ...alert, affectedCount: devices?.count ?? null }, asker);
  return `Affected now: ${now}${devices ? `\n${deviceNames(devices)}` : ''}`;
}

function linkNote(linked: HalopsaTicket | null): Note | null {
  if (!linked?.ticketId) return null;
  const { ticketId, ticketUrl, settings, linkedClientId } = linked;
  const about = `about ticket ${ticketId}`;
  if (linkedClientId == null)
    return { text: `The problem persists. See ticket ${ticketId}: ${ticketUrl}`, about, reopens: false };
  const client = settings.clientName ?? `client ${linkedClientId}`;
  const text = `Ticket ${ticketId} was opened for ${client}, which is affected as well.\n${ticketUrl}`;
  return { text, about, reopens: false };
}

/** Maximum milliseconds that a recovery must last before the ticket is updated: two more polls. */
const longestWait = 120_000;

/** Adds a note to the ticket of an alert that has ended, and closes the ticket if the team wants that. */
export async function recoverTicket(app: App, job: TicketJob): Promise<void> {
  const em = app.orm.em.fork();
  const ticket = await em.findOne(
    HalopsaTicket,
    { id: job.ticket },
    { populate: ['alert.controller', 'alert.causeAlert', 'alert.rule'] },
  );
  if (!ticket?.ticketId || ticket.status !== TicketStatus.open) return;
  const endedAt = await overSince(em, ticket);
  if (!endedAt) return;
  const settledAt = settles(app, ticket.alert, endedAt);
  if (settledAt > new Date()) return addTicketJob(em, 'recover-halopsa-ticket', job, settledAt);
  const later = await awaitsCause(em, ticket, endedAt);
  if (later) return addTicketJob(em, 'recover-halopsa-ticket', job, later);
  const connection = await connectionOf(em, job.teamId);
  if (!connection) return;
  const progress = { ...job };
  const note = await recoveryNoteFor(app, em, ticket, endedAt);
  try {
    const id = ticket.ticketId;
    const settlement = await withHalopsa(app, em, connection, async (halopsa) => {
      const read = await readOwnTicket(halopsa, connection, ticket);
      if (!progress.isNoted) await halopsa.addNote(id, note);
      progress.isNoted = true;
      return conclude(halopsa, connection, ticket, read);
    });
    await recordOutcome(em, job.teamId, job.ticket, { ...settlement, number: id });
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    if (isNotOurs(error)) return forgetTicket(em, job.teamId, ticket, error);
    await retryRecovery(em, progress, ticket.ticketId, error);
  }
}

/** A flapping alert has been stable for long already. One that became part of another one doesn't come back by itself. */
function settles({ config }: App, { flappingSince, controller, resolution }: Alert, resolvedAt: Date): Date {
  const seconds = controller.pollSeconds ?? config.pollIntervalSeconds;
  const isFinal = flappingSince || resolution === AlertResolution.folded;
  return new Date(resolvedAt.getTime() + (isFinal ? 0 : Math.min(longestWait, 2000 * seconds)));
}

/** Milliseconds that a ticket stays open so that its last note can name the ticket of the cause. */
const longestWaitForCause = 15 * 60_000;

/** When to look again whether the cause has its ticket. Undefined if it has one, or will get none soon. */
async function awaitsCause(
  em: EntityManager,
  ticket: HalopsaTicket,
  resolvedAt: Date,
): Promise<Date | undefined> {
  const now = Date.now();
  if (now - resolvedAt.getTime() >= longestWaitForCause) return undefined;
  const ofCause = await ticketOfCause(em, ticket);
  return ofCause && isPending(ofCause) ? new Date(now + 30_000) : undefined;
}

async function recoveryNoteFor(
  app: App,
  em: EntityManager,
  ticket: HalopsaTicket,
  endedAt: Date,
): Promise<string> {
  const { alert } = ticket;
  const asker = await ticketReader(em, alert.team.id);
  const note = async (about: Alert) =>
    about.resolution === AlertResolution.folded
      ? foldedNote(app.config, about, await ticketOfCause(em, ticket), asker)
      : recoveryNote(app, about, endedAt, asker);
  if (ticket.linkedClientId == null) return note(alert);
  const sites = await linkedSites(em, ticket);
  if (alert.resolvedAt) return note(sites.length > 0 ? atSites(alert, sites) : alert);
  const link = linkTo(alert.id, app.config.publicUrl);
  if (sites.length === 0) return `This client has no more sites in the outage.\n${link}`;
  return `All sites of this ticket are back: ${namesOfSites(sites)}\n${link}`;
}

/** "Bakery (WAN), School (WAN) and 7 more" */
function namesOfSites(sites: readonly TicketSite[]): string {
  return siteNames(siteList(sites, mostAffected));
}

function recoveryNote({ config }: App, alert: Alert, resolvedAt: Date, asker: Reader): string {
  const link = linkTo(alert.id, config.publicUrl);
  if (alert.resolution === AlertResolution.removed)
    return `Closed because it was removed from UniFi: ${messageOf(alert, asker)}\n${link}`;
  if (alert.resolution === AlertResolution.no_longer_watched)
    return `It hasn't been monitored since ${momentWords(resolvedAt, asker)}: ${messageOf(alert, asker)}\n${link}`;
  return `Resolved: ${pastMessage(alert, resolvedAt, asker)}\n${link}`;
}

/** The cause, with its ticket if it has one. */
function foldedNote(
  { publicUrl }: Config,
  { id, causeAlert }: Alert,
  ofCause: HalopsaTicket | undefined,
  asker: Reader,
): string {
  const link = linkTo(id, publicUrl);
  if (!causeAlert) return `It became part of another alert.\n${link}`;
  const { ticketId, ticketUrl } = ofCause ?? {};
  const ticket = ticketId ? `See ticket ${ticketId}: ${ticketUrl}` : linkTo(causeAlert.id, publicUrl);
  return `Part of another alert: ${messageOf(causeAlert, asker)}\n${ticket}\n${link}`;
}

/** The tenant's rules may keep a ticket open, in which case a note says so. */
async function conclude(
  halopsa: Halopsa,
  connection: HalopsaConnection,
  ticket: HalopsaTicket,
  read: ReadTicket,
): Promise<TicketOutcome> {
  const name = `HaloPSA ticket ${read.id}`;
  const over = { nextCheckAt: null };
  const { closesTickets, resolvedStatusId } = connection;
  if (isClosedNow(read, connection, ticket))
    return { ticket: { status: TicketStatus.closed, closedAt: new Date(), ...over } };
  const noted = AlertEntryKind.ticket_noted;
  const { resolvedAt, resolution } = ticket.alert;
  const isFolded = resolution === AlertResolution.folded;
  const note = isFolded ? 'Noted the other alert' : 'Noted the recovery';
  const ended = isFolded ? 'the alert became part of another one' : 'the alert ended';
  if (!closesTickets || !resolvedStatusId)
    return { ticket: over, entry: { kind: noted, detail: `${note} in ${name}` } };
  try {
    await halopsa.setStatus(read, resolvedStatusId);
  } catch (error) {
    if (!(error instanceof HalopsaError) || error.problem !== 'refused') throw error;
    await halopsa.addNote(read.id, `We couldn't close this ticket: ${error.message}`);
    const detail = `${note} in ${name}, which stays open: ${error.message}`;
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
    entry: {
      kind: AlertEntryKind.ticket_closed,
      detail: `${name} was closed because ${resolvedAt ? ended : 'its sites are back'}`,
    },
  };
}

async function retryRecovery(
  em: EntityManager,
  job: TicketJob,
  id: number,
  error: HalopsaError,
): Promise<void> {
  const again = nextAttempt(job, error);
  if (again) {
    await recordOutcome(em, job.teamId, job.ticket, { number: id, ticket: { reason: error.message } }, (tx) =>
      retryTicketJob(tx, 'recover-halopsa-ticket', job, error, again),
    );
    return;
  }
  const detail = `Failed to note the recovery in HaloPSA ticket ${id}: ${error.message}`;
  await recordOutcome(em, job.teamId, job.ticket, {
    number: id,
    ticket: { reason: error.message, nextCheckAt: null },
    entry: { kind: AlertEntryKind.ticket_failed, detail },
  });
}
