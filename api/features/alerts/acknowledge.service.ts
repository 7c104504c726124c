import type { CustomerContext } from '#api/context.ts';
import { Conflict } from '#api/errors.ts';
import { append } from '#api/events/log.ts';
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
 * Who was first stays, and a new note takes the place of the old one; without a note nothing changes then.
 * @throws NotFound, or Conflict for an alert that has ended
 */
export function acknowledgeAlert(ctx: CustomerContext, { id, note }: Acknowledgement): Promise<Alert> {
  const acknowledgeNote = note?.trim() || null;
  return change(ctx, id, (alert, user) => {
    if (!alert.acknowledgedAt) {
      const acknowledgedByName = nameOf(user);
      return { acknowledgedAt: new Date(), acknowledgedBy: user, acknowledgedByName, acknowledgeNote };
    }
    return acknowledgeNote && acknowledgeNote !== alert.acknowledgeNote ? { acknowledgeNote } : null;
  });
}

/** Whoever acknowledged it. @throws NotFound, or Conflict for an alert that has ended */
export function unacknowledgeAlert(ctx: CustomerContext, id: string): Promise<Alert> {
  return change(ctx, id, ({ acknowledgedAt }) => acknowledgedAt && nobody);
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
