import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { append } from '#api/live/log.ts';
import { lockTeamFor } from '../teams/lock-team.ts';
import { findOwn } from '../teams/own.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { openAnew } from './open-anew.ts';
import { wishFor } from './ticket-wish.ts';

/** How far an alert's ticket has come; null where none is wanted. @throws NotFound */
export async function halopsaTicket(ctx: CustomerContext, alertId: string): Promise<HalopsaTicket | null> {
  const alert = await findOwn(ctx, Alert, alertId, 'Alert');
  return ctx.em.findOne(HalopsaTicket, { alert });
}

/**
 * Tries a ticket again that could not be opened, as its rule or controller wants it now.
 * @throws NotFound, or Conflict where there is nothing to try
 */
export async function retryTicket(ctx: CustomerContext, alertId: string): Promise<Alert> {
  const teamId = ctx.viewer.team.id;
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'alerts');
      const alert = await findOwn({ ...ctx, em }, Alert, alertId, 'Alert');
      await em.populate(alert, ['rule', 'controller']);
      const ticket = await em.findOne(HalopsaTicket, { alert });
      if (ticket?.status !== TicketStatus.failed)
        throw new Conflict('This alert has no ticket that could not be opened');
      if (alert.resolvedAt) throw new Conflict('This alert has already ended');
      const wish = wishFor(alert.severity, alert.rule, alert.controller) ?? ticket.wish;
      await openAnew(em, teamId, ticket, wish);
      const { controllerId } = alert;
      await append(em, teamId, [{ kind: AlertChangeKind.changed, alertId, controllerId }]);
      return alert;
    },
    { clear: true },
  );
}
