import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import { append } from '#api/events/log.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { lockTeamFor } from '../teams/lock-team.ts';
import { findOwn } from '../teams/own.ts';
import { nameOf } from '../users/name-of.ts';
import { User } from '../users/user.entity.ts';
import type { Acknowledgement } from './acknowledgement.args.ts';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind } from './alert.enums.ts';

type Acknowledged = Pick<
  Alert,
  'acknowledgedAt' | 'acknowledgedBy' | 'acknowledgedByName' | 'acknowledgeNote'
>;

/**
 * Who was first stays until somebody adds a note of their own: a note always stands under the name of who wrote it.
 * Without a note nothing changes then. A viewer does not take the place of another.
 * @throws NotFound, or Conflict for an alert that has ended or that is another's
 */
export function acknowledgeAlert(ctx: CustomerContext, { id, note }: Acknowledgement): Promise<Alert> {
  const acknowledgeNote = note?.trim() || null;
  return change(ctx, id, (alert, user) => {
    if (alert.acknowledgedAt && (!acknowledgeNote || acknowledgeNote === alert.acknowledgeNote)) return null;
    respectOthers(ctx, alert);
    const acknowledgedByName = nameOf(user);
    return { acknowledgedAt: new Date(), acknowledgedBy: user, acknowledgedByName, acknowledgeNote };
  });
}

/** @throws NotFound, or Conflict for an alert that has ended, and for a viewer when another acknowledged it */
export function unacknowledgeAlert(ctx: CustomerContext, id: string): Promise<Alert> {
  return change(ctx, id, (alert) => {
    if (!alert.acknowledgedAt) return null;
    respectOthers(ctx, alert);
    return nobody;
  });
}

/** A viewer changes nothing that others did. @throws Conflict */
function respectOthers({ viewer }: CustomerContext, alert: Alert): void {
  const isOthers = alert.acknowledgedAt && alert.acknowledgedBy?.id !== viewer.user.id;
  if (isOthers && viewer.teamRole === TeamRole.viewer)
    throw new Conflict(`${alert.acknowledgedByName} has acknowledged this alert already`);
}

const nobody: Acknowledged = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedByName: null,
  acknowledgeNote: null,
};

/** Changes an open alert and tells colleagues; null changes and tells nothing. */
function change(
  ctx: CustomerContext,
  id: string,
  decide: (alert: Alert, user: User) => Acknowledged | null | undefined,
): Promise<Alert> {
  const { user, team } = ctx.viewer;
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'acknowledge');
      const alert = await findOwn({ em, viewer: ctx.viewer }, Alert, id, 'Alert');
      if (alert.resolvedAt) throw new Conflict('This alert has already ended');
      const decided = decide(alert, await em.findOneOrFail(User, user.id));
      if (!decided) return alert;
      await em.assign(alert, decided);
      await em.flush();
      const { controllerId } = alert;
      await append(em, team.id, [{ kind: AlertChangeKind.changed, alertId: alert.id, controllerId }]);
      return alert;
    },
    // What this request has read before may have changed while it waited for the lock.
    { clear: true },
  );
}
