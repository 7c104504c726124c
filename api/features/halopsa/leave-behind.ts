import type { EntityManager } from '@mikro-orm/postgresql';
import { append } from '#api/live/log.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { enter } from '../alerts/transition.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaList } from './halopsa-list.entity.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { forgotten } from './own-ticket.ts';

/**
 * Numbers mean something else in another HaloPSA: the lists and tickets of this one are forgotten, in the caller's
 * transaction, which holds the team's lock. Open alerts get a ticket in the next one when they begin again: not all of
 * them at once.
 */
export async function leaveBehind(
  em: EntityManager,
  teamId: string,
  connection: HalopsaConnection,
): Promise<void> {
  await em.nativeDelete(HalopsaList, { connection });
  const reason = 'It is in the HaloPSA that was connected before.';
  const left = { status: TicketStatus.closed, reason, ...forgotten };
  await em.nativeUpdate(HalopsaTicket, { team: teamId, ticketId: { $ne: null } }, left);
  const where = { team: teamId, resolvedAt: null, ticketId: { $ne: null } };
  const alerts = await em.find(Alert, where, { disableIdentityMap: true });
  if (alerts.length === 0) return;
  await em.nativeUpdate(Alert, where, { ticketId: null, ticketUrl: null });
  const at = new Date();
  const lines = alerts.map(({ id, ticketId }) => ({
    alertId: id,
    kind: AlertEntryKind.ticket_closed,
    at,
    detail: `HaloPSA ticket ${ticketId} is told nothing more: it is in the HaloPSA that was connected before`,
  }));
  await enter(em, teamId, lines);
  const changed = alerts.map(({ id: alertId, controllerId }) => {
    return { kind: AlertChangeKind.changed, alertId, controllerId };
  });
  await append(em, teamId, changed);
}
