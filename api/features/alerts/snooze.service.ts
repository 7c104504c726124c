import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { addJob } from '#api/jobs/queue.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { nameOf, User } from '../users/user.entity.ts';
import type { Alert } from './alert.entity.ts';
import { AlertEntryKind } from './alert-entry.entity.ts';
import { applyUpdate, changeOpenAlert, lockOpenAlert, type Actor, type AlertUpdate } from './change-alert.ts';
import type { Snooze } from './snooze.args.ts';

/**
 * Nobody is told about an open alert again for so many minutes; then, if it is still wrong, they are. Snoozed again, the new end
 * counts. A viewer does not change what another has snoozed.
 * @throws NotFound, or Conflict for an alert that has ended or that is another's
 */
export function snoozeAlert(ctx: CustomerContext, { id, minutes }: Snooze): Promise<Alert> {
  return changeOpenAlert(ctx, id, async (alert, user, em) => {
    respectOthers(ctx, alert);
    const until = new Date(Date.now() + minutes * 60_000);
    await endLater(em, alert, until);
    return snoozed(nameOf(user), until, user);
  });
}

/** @throws NotFound, or Conflict for an alert that has ended, and for a viewer when another snoozed it */
export function unsnoozeAlert(ctx: CustomerContext, id: string): Promise<Alert> {
  return changeOpenAlert(ctx, id, (alert, user) => {
    if (!alert.snoozedUntil) return null;
    respectOthers(ctx, alert);
    return awake({ kind: AlertEntryKind.unsnoozed, at: new Date(), by: nameOf(user) });
  });
}

/**
 * The same for somebody who is not signed in here, in the caller's transaction, whose lock of the team it takes: a link in
 * a message. Null for an alert that has ended.
 * @throws Conflict when another snoozed it, for whoever is not known to be more than a viewer
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
  await applyUpdate(em, alert, snoozed(name, until, user));
  return alert;
}

/** The end of a snooze, unless it was changed or taken back meanwhile. Still wrong: people are reminded. */
export async function endSnoozeOf(
  em: EntityManager,
  teamId: string,
  alertId: string,
  until: Date,
): Promise<void> {
  const alert = await lockOpenAlert(em, teamId, alertId);
  if (alert?.snoozedUntil?.getTime() !== until.getTime()) return;
  const at = new Date();
  // Well for the moment: there is nothing to remind of.
  if (alert.calmSince) await applyUpdate(em, alert, awake({ kind: AlertEntryKind.unsnoozed, at }));
  else await applyUpdate(em, alert, awake({ kind: AlertEntryKind.reminded, at }));
}

/** A viewer changes nothing that others did. @throws Conflict */
function respectOthers({ viewer }: CustomerContext, alert: Alert): void {
  const isOthers = alert.snoozedUntil && alert.snoozer?.id !== viewer.user.id;
  if (isOthers && viewer.teamRole === TeamRole.viewer) throw others(alert);
}

const others = ({ snoozedBy }: Alert) => new Conflict(`${snoozedBy} has snoozed this alert already`);

/** One job for each alert: a changed end takes the place of the one before. */
function endLater(em: EntityManager, { id, team }: Alert, until: Date): Promise<void> {
  const payload = { teamId: team.id, alertId: id, until: until.toISOString() };
  return addJob(em, 'end-snooze', payload, { runAt: until, jobKey: `end-snooze:${id}` });
}

function snoozed(by: string, until: Date, user: User | null = null): AlertUpdate {
  const entry = { kind: AlertEntryKind.snoozed, at: new Date(), by, until };
  return { fields: { snoozedUntil: until, snoozedBy: by, snoozer: user }, entry };
}

function awake(entry: AlertUpdate['entry']): AlertUpdate {
  return { fields: { snoozedUntil: null, snoozedBy: null, snoozer: null }, entry };
}
