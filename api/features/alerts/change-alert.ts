import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { append } from '#api/live/log.ts';
import { isId } from '#api/db/id.ts';
import { lockTeam, lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import type { TeamRole } from '../teams/membership.entity.ts';
import { User } from '../users/user.entity.ts';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind } from './alert.enums.ts';
import { enter, type NewEntry } from './transition.ts';

/** What becomes of an alert, and the line of its timeline that tells of it. */
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

/** Who changes an alert without being signed in here. */
export interface Actor {
  /** Who it is, in words. */
  name: string;
  /** Where it is known to be somebody of the team. */
  member?: { userId: string; role: TeamRole };
}

/** Takes the team's lock in the caller's transaction; null for an alert that has ended or is not the team's. */
export async function lockOpenAlert(em: EntityManager, teamId: string, id: string): Promise<Alert | null> {
  if (!isId(id)) return null;
  await lockTeam(em, teamId);
  return em.findOne(Alert, { id, team: teamId, resolvedAt: null }, { refresh: true });
}

/** Changes an alert, writes its timeline and tells colleagues, in the caller's transaction, which holds the team's lock. */
export async function applyUpdate(
  em: EntityManager,
  alert: Alert,
  { fields, entry }: AlertUpdate,
): Promise<void> {
  const { id, controllerId } = alert;
  em.assign(alert, fields);
  await em.flush();
  await enter(em, alert.team.id, [{ ...entry, alertId: id }]);
  await append(em, alert.team.id, [{ kind: AlertChangeKind.changed, alertId: id, controllerId }]);
}

/**
 * Changes an open alert for somebody who asked for it. What is decided as null changes and tells nothing.
 * @throws NotFound, or Conflict for an alert that has ended
 */
export function changeOpenAlert(
  ctx: CustomerContext,
  id: string,
  decide: (alert: Alert, user: User, em: EntityManager) => AlertUpdate | null | Promise<AlertUpdate | null>,
): Promise<Alert> {
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'acknowledge');
      const alert = await findOwn({ em, viewer: ctx.viewer }, Alert, id, 'Alert');
      if (alert.resolvedAt) throw new Conflict('This alert has already ended');
      const update = await decide(alert, await em.findOneOrFail(User, ctx.viewer.user.id), em);
      if (update) await applyUpdate(em, alert, update);
      return alert;
    },
    // What this request has read before may have changed while it waited for the lock.
    { clear: true },
  );
}
