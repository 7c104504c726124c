import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { append } from '#api/live/log.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { record } from '../audit/audit.service.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { lockTeamFor } from '../teams/lock-team.ts';
import { findOwn } from '../teams/own.ts';
import { alertFactsOf } from './alert-facts.ts';
import type { HalopsaTicketTest } from './choices.ts';
import { connectionOf } from './connection.ts';
import type { HalopsaAlertsInput } from './controller-alerts.input.ts';
import { testTickets } from './halopsa-limits.ts';
import { cachedList, type ListName } from './lists.service.ts';
import { strangeSite } from './rule-check.ts';
import { openTestTicket } from './test-ticket.ts';
import { wishOfController } from './ticket-wish.ts';

/** What of a controller's alerts becomes a ticket, and how. @throws NotFound or Invalid */
export async function configureHalopsaAlerts(
  ctx: CustomerContext,
  id: string,
  input: HalopsaAlertsInput,
): Promise<Controller> {
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'manage');
      const own = { ...ctx, em };
      const controller = await findOwn(own, Controller, id, 'Controller');
      const before = alertFactsOf(controller);
      const { enabled, severityLevels, ...chosen } = given(input);
      if (enabled && !(await connectionOf(em, ctx.viewer.team.id)))
        throw new Invalid({
          enabled: 'You need to configure HaloPSA integration before enabling automatic ticket creation.',
        });
      const isOther = (field: 'haloClientId' | 'haloSiteId' | 'haloCategory') =>
        chosen[field] !== undefined && chosen[field] !== (controller[field] ?? null);
      if (isOther('haloClientId'))
        em.assign(controller, { haloClientName: null, haloSiteId: null, haloSiteName: null });
      if (isOther('haloSiteId')) controller.haloSiteName = null;
      if (isOther('haloCategory')) controller.haloCategoryName = null;
      em.assign(controller, {
        ...chosen,
        ...(enabled !== undefined && { haloEnabled: enabled }),
        ...(severityLevels !== undefined && { haloSeverityLevels: severityLevels }),
      });
      if (controller.haloEnabled && controller.haloSeverityLevels.length === 0)
        throw new Invalid({ severityLevels: 'Choose at least one severity' });
      const strange = chosen.haloSiteId ? await strangeSite(own, controller) : undefined;
      if (strange) throw new Invalid({ haloSiteId: strange });
      await name(own, controller, chosen);
      await em.flush();
      await append(em, ctx.viewer.team.id, [{ kind: 'controller', controllerId: id }]);
      const after = alertFactsOf(controller);
      const subject = controller.name;
      if (JSON.stringify(before) !== JSON.stringify(after))
        await record(em, ctx, { action: 'halopsa.alerts', subject, subjectId: id, before, after });
      return controller;
    },
    // What this request has read before may have changed while it waited for the lock.
    { clear: true },
  );
}

/** Names that were not sent along, as the lists have them; one that no list has now stays as it was stored. */
async function name(ctx: CustomerContext, controller: Controller, chosen: HalopsaAlertsInput): Promise<void> {
  const { haloClientId, haloSiteId, haloCategory } = controller;
  if (chosen.haloClientId !== undefined && chosen.haloClientName === undefined)
    controller.haloClientName = (await nameIn(ctx, 'clients', haloClientId)) ?? controller.haloClientName;
  if (chosen.haloSiteId !== undefined && chosen.haloSiteName === undefined)
    controller.haloSiteName =
      (await nameIn(ctx, `sites:${haloClientId ?? 0}`, haloSiteId)) ?? controller.haloSiteName;
  if (chosen.haloCategory !== undefined && chosen.haloCategoryName === undefined)
    controller.haloCategoryName =
      (await nameIn(ctx, 'categories', haloCategory)) ?? controller.haloCategoryName;
}

async function nameIn(
  { em, viewer }: CustomerContext,
  list: ListName,
  id: number | null | undefined,
): Promise<string | undefined> {
  const connection = id ? await connectionOf(em, viewer.team.id) : null;
  const cached = connection && (await cachedList(em, connection, list));
  return cached?.rows.find((row) => row.id === id)?.name;
}

/** Opens a real, marked ticket as the controller's alerts would. @throws NotFound or TooMany */
export async function testHalopsaAlert(ctx: CustomerContext, id: string): Promise<HalopsaTicketTest> {
  const controller = await findOwn(ctx, Controller, id, 'Controller');
  await ctx.app.attempts.take(testTickets, ctx.viewer.team.id);
  const subject = `Test alert of ${controller.name}`;
  return openTestTicket(ctx.app, ctx.em, ctx.viewer.team.id, wishOfController(controller), subject);
}
