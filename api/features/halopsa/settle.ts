import type { EntityManager } from '@mikro-orm/postgresql';
import { append } from '#api/live/log.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { enter } from '../alerts/transition.ts';
import { lockTeam } from '../teams/lock-team.ts';
import { HalopsaTicket } from './halopsa-ticket.entity.ts';

export interface Settlement {
  /** Only while it has this number: another HaloPSA may have been connected meanwhile. */
  number?: number | null;
  /** Only while the alert is over: it may have come back meanwhile. */
  isOver?: true;
  ticket: Partial<HalopsaTicket>;
  alert?: Pick<Alert, 'ticketId' | 'ticketUrl'>;
  /** The line of the alert's timeline. */
  entry?: { kind: AlertEntryKind; detail: string };
}

/** What is known of a ticket under the team's lock, for what belongs into the same transaction. */
export type Along = (em: EntityManager, ticket: HalopsaTicket, alert: Alert) => Promise<unknown>;

/**
 * Writes down what became of a ticket, on its alert's timeline and for everybody's screens, in one transaction.
 * @returns false where it is not true any more, and nothing was written
 */
export async function settle(
  em: EntityManager,
  teamId: string,
  id: string,
  { number, isOver, ticket: fields, alert: onAlert, entry }: Settlement,
  along?: Along,
): Promise<boolean> {
  return em.fork().transactional(async (tx) => {
    await lockTeam(tx, teamId);
    // Its alert may be gone with its controller meanwhile.
    const ticket = await tx.findOne(HalopsaTicket, { id }, { populate: ['alert'] });
    if (!ticket || (number !== undefined && number !== ticket.ticketId)) return false;
    const { alert } = ticket;
    if (isOver && !alert.resolvedAt) return false;
    tx.assign(ticket, fields);
    if (onAlert) tx.assign(alert, onAlert);
    await tx.flush();
    if (entry) {
      await enter(tx, teamId, [{ ...entry, alertId: alert.id, at: new Date() }]);
      const { id: alertId, controllerId } = alert;
      await append(tx, teamId, [{ kind: AlertChangeKind.changed, alertId, controllerId }]);
    }
    await along?.(tx, ticket, alert);
    return true;
  });
}
