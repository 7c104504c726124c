import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { addJob } from '#api/jobs/queue.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { isId } from '#api/db/id.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import type { App } from '#api/config/app.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { nameOf, User } from '../users/user.entity.ts';
import {
  AlertActionOutcome,
  type Acknowledgement,
  type AlertActionResult,
  type AcknowledgedSelection,
  type BulkAcknowledgement,
  type BulkSnooze,
  type Snooze,
  type SnoozedSelection,
} from './alert.input.ts';
import { Alert } from './alert.entity.ts';
import { AlertEntry, AlertEntryKind } from './alert-entry.entity.ts';
import { findOwn, lockTeam, withLockedTeam } from '../teams/lock-team.store.ts';
import { AlertChangeKind } from './alert.enums.ts';
import { writeTransitions, type NewEntry } from './transition.store.ts';

/**
 * Acknowledges an alert. The first person stays until someone else adds a note, because a note always appears
 * under its author's name. Viewers can't replace someone else.
 * @throws NotFound, or Conflict for an alert that has ended or that someone else acknowledged
 */
export function acknowledgeAlert(ctx: ViewerContext, { id, note }: Acknowledgement): Promise<Alert> {
  return changeOpenAlert(ctx, id, acknowledging(ctx, note));
}

/** The same for several. An alert that can't be acknowledged doesn't keep the others from it. */
export function acknowledgeAlerts(
  ctx: ViewerContext,
  { ids, note }: BulkAcknowledgement,
): Promise<AlertActionResult[]> {
  return changeOpenAlerts(ctx, ids, acknowledging(ctx, note));
}

function acknowledging(ctx: ViewerContext, note: string | null | undefined): Decide {
  const said = note?.trim() || null;
  // The same for all of one action, so that it can be undone.
  const at = new Date();
  return (alert, user) => {
    if (alert.acknowledgedAt && (!said || said === alert.acknowledgeNote)) return null;
    keepAcknowledgement(ctx, alert);
    return acknowledged(nameOf(user), said, user, at);
  };
}

/**
 * @throws NotFound, or Conflict for an alert that has ended, and for a viewer if someone else acknowledged it
 */
export function unacknowledgeAlert(ctx: ViewerContext, id: string): Promise<Alert> {
  return changeOpenAlert(ctx, id, unacknowledging(ctx));
}

export function unacknowledgeAlerts(
  ctx: ViewerContext,
  { ids, acknowledgedAt }: AcknowledgedSelection,
): Promise<AlertActionResult[]> {
  const decide = unacknowledging(ctx);
  return changeOpenAlerts(ctx, ids, (alert, user, em) =>
    hasChanged(alert.acknowledgedAt, acknowledgedAt) ? AlertActionOutcome.changed : decide(alert, user, em),
  );
}

/** Whether an alert is no longer as the action left it that someone wants to undo. */
const hasChanged = (now: Date | null | undefined, then: Date | null | undefined): boolean =>
  Boolean(now && then && now.getTime() !== then.getTime());

function unacknowledging(ctx: ViewerContext): Decide {
  return (alert, user) => {
    if (!alert.acknowledgedAt) return null;
    keepAcknowledgement(ctx, alert);
    const fields = {
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedByName: null,
      acknowledgeNote: null,
    };
    return {
      fields,
      entry: { kind: AlertEntryKind.unacknowledged, at: new Date(), by: nameOf(user) },
    };
  };
}

/**
 * The same without signing in, through a message's link or a closed ticket. Runs in the caller's transaction
 * and takes the team's lock. `null` for an alert that has ended or is already acknowledged.
 */
export async function acknowledgeFor(
  em: EntityManager,
  teamId: string,
  alertId: string,
  by: string | Actor,
  note?: string | null,
): Promise<Alert | null> {
  const { name, member }: Actor = typeof by === 'string' ? { name: by } : by;
  const alert = await lockOpenAlert(em, teamId, alertId);
  if (!alert || alert.acknowledgedAt) return null;
  const user = member ? em.getReference(User, member.userId) : null;
  await applyUpdate(em, alert, acknowledged(name, note?.trim() || null, user));
  return alert;
}

/**
 * Viewers can't change what others did.
 * @throws Conflict
 */
function keepAcknowledgement({ viewer }: ViewerContext, alert: Alert): void {
  const isOthers = alert.acknowledgedAt && alert.acknowledgedBy?.id !== viewer.user.id;
  if (isOthers && viewer.teamRole === TeamRole.viewer)
    throw new Conflict(`${alert.acknowledgedByName} has acknowledged this alert already`);
}

function acknowledged(
  by: string,
  note: string | null,
  user: User | null = null,
  at = new Date(),
): AlertUpdate {
  const fields = {
    acknowledgedAt: at,
    acknowledgedBy: user,
    acknowledgedByName: by,
    acknowledgeNote: note,
  };
  return { fields, entry: { kind: AlertEntryKind.acknowledged, at, by, detail: note } };
}

/**
 * Pauses notifications for an open alert. If it is still open afterwards, people are notified again. Snoozing
 * again sets a new end. Viewers can't change someone else's snooze.
 * @throws NotFound, or Conflict for an alert that has ended or that someone else snoozed
 */
export function snoozeAlert(ctx: ViewerContext, { id, minutes }: Snooze): Promise<Alert> {
  return changeOpenAlert(ctx, id, snoozing(ctx, minutes));
}

export function snoozeAlerts(ctx: ViewerContext, { ids, minutes }: BulkSnooze): Promise<AlertActionResult[]> {
  return changeOpenAlerts(ctx, ids, snoozing(ctx, minutes));
}

function snoozing(ctx: ViewerContext, minutes: number): Decide {
  const until = new Date(Date.now() + minutes * 60_000);
  return async (alert, user, em) => {
    keepSnooze(ctx, alert);
    await endLater(em, alert, until);
    return snoozed(alert, nameOf(user), until, user);
  };
}

/** @throws NotFound, or Conflict for an alert that has ended, and for a viewer if someone else snoozed it */
export function unsnoozeAlert(ctx: ViewerContext, id: string): Promise<Alert> {
  return changeOpenAlert(ctx, id, unsnoozing(ctx));
}

export function unsnoozeAlerts(
  ctx: ViewerContext,
  { ids, snoozedUntil }: SnoozedSelection,
): Promise<AlertActionResult[]> {
  const decide = unsnoozing(ctx);
  return changeOpenAlerts(ctx, ids, async (alert, user, em) => {
    if (hasChanged(alert.snoozedUntil, snoozedUntil)) return AlertActionOutcome.changed;
    const update = await decide(alert, user, em);
    return (update && snoozedUntil && (await earlierSnooze(em, alert, user))) || update;
  });
}

/** Gives back the snooze that the present one replaced. Undefined if there was none, or if it would have ended. */
async function earlierSnooze(em: EntityManager, alert: Alert, user: User): Promise<AlertUpdate | undefined> {
  const kinds = { alert: alert.id, kind: AlertEntryKind.snoozed };
  const present = await em.findOne(AlertEntry, kinds, { orderBy: { at: 'desc' } });
  const { until, by, userId } = present?.params?.replaced ?? {};
  const end = new Date(until ?? 0);
  if (present?.until?.getTime() !== alert.snoozedUntil?.getTime() || end.getTime() <= Date.now() || !by)
    return undefined;
  const snoozer = userId ? await em.findOne(User, userId) : null;
  await endLater(em, alert, end);
  const entry = { kind: AlertEntryKind.snoozed, at: new Date(), by: nameOf(user), until: end };
  return { fields: { snoozedUntil: end, snoozedBy: by, snoozer }, entry };
}

function unsnoozing(ctx: ViewerContext): Decide {
  return (alert, user) => {
    if (!alert.snoozedUntil) return null;
    keepSnooze(ctx, alert);
    return awake({ kind: AlertEntryKind.unsnoozed, at: new Date(), by: nameOf(user) });
  };
}

/**
 * The same without signing in, through a message's link. Runs in the caller's transaction and takes the
 * team's lock. `null` for an alert that has ended.
 * @throws Conflict when someone else snoozed it, unless the person is known to be more than a viewer
 */
export async function snoozeFor(
  em: EntityManager,
  teamId: string,
  alertId: string,
  by: string | Actor,
  until: Date,
): Promise<Alert | null> {
  const { name, member }: Actor = typeof by === 'string' ? { name: by } : by;
  const alert = await lockOpenAlert(em, teamId, alertId);
  if (!alert) return null;
  const isOwn = member ? alert.snoozer?.id === member.userId : !alert.snoozer && alert.snoozedBy === name;
  const mayChange = member !== undefined && member.role !== TeamRole.viewer;
  if (alert.snoozedUntil && !isOwn && !mayChange) throw others(alert);
  await endLater(em, alert, until);
  const user = member ? em.getReference(User, member.userId) : null;
  await applyUpdate(em, alert, snoozed(alert, name, until, user));
  return alert;
}

/**
 * Ends a snooze, unless it was changed or cancelled in the meantime. If the alert is still open, people are
 * reminded.
 */
export async function endSnoozeOf(
  em: EntityManager,
  teamId: string,
  alertId: string,
  until: Date,
): Promise<void> {
  const alert = await lockOpenAlert(em, teamId, alertId);
  if (alert?.snoozedUntil?.getTime() !== until.getTime()) return;
  const at = new Date();
  // It is calm at the moment, so there is nothing to remind people of.
  if (alert.calmSince) await applyUpdate(em, alert, awake({ kind: AlertEntryKind.unsnoozed, at }));
  else await applyUpdate(em, alert, awake({ kind: AlertEntryKind.reminded, at }));
}

/**
 * Viewers can't change what others did.
 * @throws Conflict
 */
function keepSnooze({ viewer }: ViewerContext, alert: Alert): void {
  const isOthers = alert.snoozedUntil && alert.snoozer?.id !== viewer.user.id;
  if (isOthers && viewer.teamRole === TeamRole.viewer) throw others(alert);
}

const others = ({ snoozedBy }: Alert) => new Conflict(`${snoozedBy} has snoozed this alert already`);

/** One job per alert, so a changed end replaces the previous one. */
function endLater(em: EntityManager, { id, team }: Alert, until: Date): Promise<void> {
  const payload = { teamId: team.id, alertId: id, until: until.toISOString() };
  return addJob(em, 'end-snooze', payload, { runAt: until, jobKey: `end-snooze:${id}` });
}

function snoozed(alert: Alert, by: string, until: Date, user: User | null = null): AlertUpdate {
  const { snoozedUntil: end, snoozedBy, snoozer } = alert;
  const replaced =
    end && snoozedBy ? { until: end.toISOString(), by: snoozedBy, userId: snoozer?.id } : undefined;
  const params = replaced ? { replaced } : null;
  const entry = { kind: AlertEntryKind.snoozed, at: new Date(), by, until, params };
  return { fields: { snoozedUntil: until, snoozedBy: by, snoozer: user }, entry };
}

function awake(entry: AlertUpdate['entry']): AlertUpdate {
  return { fields: { snoozedUntil: null, snoozedBy: null, snoozer: null }, entry };
}

/** A change to an alert, and its timeline entry. */
export interface AlertUpdate {
  fields: Partial<
    Pick<
      Alert,
      | 'acknowledgedAt'
      | 'acknowledgedBy'
      | 'acknowledgedByName'
      | 'acknowledgeNote'
      | 'snoozedUntil'
      | 'snoozedBy'
      | 'snoozer'
    >
  >;
  entry: Omit<NewEntry, 'alertId'>;
}

/** Someone who changes an alert without signing in. */
export interface Actor {
  name: string;
  /** The team member, if known. */
  member?: { userId: string; role: TeamRole };
}

/**
 * Takes the team's lock in the caller's transaction. `null` for an alert that has ended or belongs to another
 * team.
 */
export async function lockOpenAlert(em: EntityManager, teamId: string, id: string): Promise<Alert | null> {
  if (!isId(id)) return null;
  await lockTeam(em, teamId);
  return em.findOne(Alert, { id, team: teamId, resolvedAt: null }, { refresh: true });
}

/**
 * Changes an alert, writes its timeline and notifies colleagues, in the caller's transaction, which holds the
 * team's lock.
 */
export function applyUpdate(em: EntityManager, alert: Alert, update: AlertUpdate): Promise<void> {
  return applyUpdates(em, alert.team.id, [{ alert, update }]);
}

/** The same for several alerts of a team. */
export async function applyUpdates(
  em: EntityManager,
  teamId: string,
  updates: readonly { alert: Alert; update: AlertUpdate }[],
): Promise<void> {
  for (const { alert, update } of updates) em.assign(alert, update.fields);
  await em.flush();
  await writeTransitions(
    em,
    teamId,
    updates.map(({ alert, update }) => ({ ...update.entry, alertId: alert.id })),
  );
  await appendEvents(
    em,
    teamId,
    updates.map(({ alert: { id, controllerId } }) => ({
      kind: AlertChangeKind.changed,
      alertId: id,
      controllerId,
    })),
  );
}

/** The result for one alert: its change, `null` for none, or why it can't be changed. */
type Decision =
  AlertUpdate | null | AlertActionOutcome.refused | AlertActionOutcome.changed | AlertActionOutcome.no_device;

/** Decides what to change. `null`: nothing. @throws Conflict if the person may not */
export type Decide<D extends Decision = AlertUpdate | null> = (
  alert: Alert,
  user: User,
  em: EntityManager,
) => D | Promise<D>;

/**
 * Changes an open alert at a person's request. If `decide` returns `null`, nothing changes.
 * @throws NotFound, or Conflict for an alert that has ended
 */
export function changeOpenAlert(ctx: ViewerContext, id: string, decide: Decide): Promise<Alert> {
  return withLockedTeam(ctx, 'acknowledge', async ({ em }) => {
    const alert = await findOwn({ em, viewer: ctx.viewer }, Alert, id, 'Alert');
    if (alert.resolvedAt) throw new Conflict('This alert has already ended');
    const update = await decide(alert, await em.findOneOrFail(User, ctx.viewer.user.id), em);
    if (update) await applyUpdate(em, alert, update);
    return alert;
  });
}

/** The same for several alerts in one transaction. Each has an outcome of its own. */
function changeOpenAlerts(
  ctx: ViewerContext,
  ids: readonly string[],
  decide: Decide<Decision>,
): Promise<AlertActionResult[]> {
  chargeRows(ctx, ids.length);
  return withLockedTeam(ctx, 'acknowledge', async (own) => {
    const { results, updates } = await decideOnAlerts(own, ids, decide);
    await applyUpdates(own.em, ctx.viewer.team.id, updates);
    return results;
  });
}

/** What a change to several alerts will do to each, in a transaction that holds the team's lock. Nothing is changed so far. */
export async function decideOnAlerts(
  { em, viewer }: ViewerContext,
  ids: readonly string[],
  decide: Decide<Decision>,
): Promise<{ results: AlertActionResult[]; updates: { alert: Alert; update: AlertUpdate }[] }> {
  // An ID in upper and in lower case is one alert.
  const wanted = [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()];
  const found = await em.find(Alert, { id: { $in: wanted.filter(isId) }, team: viewer.team.id });
  const alerts = new Map(found.map((alert) => [alert.id, alert]));
  const user = await em.findOneOrFail(User, viewer.user.id);
  const updates: { alert: Alert; update: AlertUpdate }[] = [];
  const results: AlertActionResult[] = [];
  for (const id of wanted) {
    const alert = alerts.get(id.toLowerCase()) ?? null;
    const decision = alert && !alert.resolvedAt ? await decisionOn(alert, user, em, decide) : undefined;
    if (alert && decision && typeof decision !== 'string') updates.push({ alert, update: decision });
    results.push({ id, alert, outcome: outcomeOf(alert, decision) });
  }
  return { results, updates };
}

async function decisionOn(
  alert: Alert,
  user: User,
  em: EntityManager,
  decide: Decide<Decision>,
): Promise<Decision> {
  try {
    return await decide(alert, user, em);
  } catch (error) {
    if (error instanceof Conflict) return AlertActionOutcome.refused;
    throw error;
  }
}

function outcomeOf(alert: Alert | null, decision: Decision | undefined) {
  if (!alert) return AlertActionOutcome.not_found;
  if (decision === undefined) return AlertActionOutcome.ended;
  if (typeof decision === 'string') return decision;
  return decision ? AlertActionOutcome.done : AlertActionOutcome.unchanged;
}

/** Ends a snooze at its time. Does nothing if it has already ended or was changed. */
export async function endSnooze(
  app: App,
  { teamId, alertId, until }: { teamId: string; alertId: string; until: string },
): Promise<void> {
  await app.orm.em.fork().transactional((em) => endSnoozeOf(em, teamId, alertId, new Date(until)));
}
