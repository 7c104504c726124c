import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { nameOf, User } from '../users/user.entity.ts';
import type { Acknowledgement } from './acknowledgement.args.ts';
import type { Alert } from './alert.entity.ts';
import { AlertEntryKind } from './alert-entry.entity.ts';
import { applyUpdate, changeOpenAlert, lockOpenAlert, type Actor, type AlertUpdate } from './change-alert.ts';

/**
 * Who was first stays until somebody adds a note of their own: a note always stands under the name of who wrote it.
 * Without a note nothing changes then. A viewer does not take the place of another.
 * @throws NotFound, or Conflict for an alert that has ended or that is another's
 */
export function acknowledgeAlert(ctx: CustomerContext, { id, note }: Acknowledgement): Promise<Alert> {
  const said = note?.trim() || null;
  return changeOpenAlert(ctx, id, (alert, user) => {
    if (alert.acknowledgedAt && (!said || said === alert.acknowledgeNote)) return null;
    respectOthers(ctx, alert);
    return acknowledged(nameOf(user), said, user);
  });
}

/** @throws NotFound, or Conflict for an alert that has ended, and for a viewer when another acknowledged it */
export function unacknowledgeAlert(ctx: CustomerContext, id: string): Promise<Alert> {
  return changeOpenAlert(ctx, id, (alert, user) => {
    if (!alert.acknowledgedAt) return null;
    respectOthers(ctx, alert);
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
  });
}

/**
 * The same for somebody who is not signed in here, in the caller's transaction, whose lock of the team it takes: a link in
 * a message, a ticket that was closed. Null for an alert that has ended or is acknowledged already.
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

/** A viewer changes nothing that others did. @throws Conflict */
function respectOthers({ viewer }: CustomerContext, alert: Alert): void {
  const isOthers = alert.acknowledgedAt && alert.acknowledgedBy?.id !== viewer.user.id;
  if (isOthers && viewer.teamRole === TeamRole.viewer)
    throw new Conflict(`${alert.acknowledgedByName} has acknowledged this alert already`);
}

function acknowledged(by: string, note: string | null, user: User | null = null): AlertUpdate {
  const at = new Date();
  const fields = {
    acknowledgedAt: at,
    acknowledgedBy: user,
    acknowledgedByName: by,
    acknowledgeNote: note,
  };
  return { fields, entry: { kind: AlertEntryKind.acknowledged, at, by, detail: note } };
}
