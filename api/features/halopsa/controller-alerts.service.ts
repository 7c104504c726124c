import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { record } from '../audit/audit.service.ts';
import type { ClientName } from '../customers/customers.service.ts';
import { Controller, type TicketPlace } from '../controllers/controller.entity.ts';
import { lockTeamFor, findOwn } from '../teams/lock-team.store.ts';
import type { HalopsaTicketTest } from './halopsa-list.entity.ts';
import { connectionOf, testTickets } from './connection.store.ts';
import type { HalopsaAlertsInput } from './halopsa.input.ts';
import { cachedList, type ListName } from './lists.service.ts';
import { openTestTicket } from './tickets/create-ticket.store.ts';
import { ticketSettingsOfController } from './tickets/ticket-settings.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import type { RuleCheck } from '../alerts/alert-rules.service.ts';

/** Configures which of a controller's alerts become tickets. @throws NotFound or Invalid */
export async function configureHalopsaAlerts(
  ctx: ViewerContext,
  id: string,
  input: HalopsaAlertsInput,
): Promise<Controller> {
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'manage');
      const own = { ...ctx, em };
      const controller = await findOwn(own, Controller, id, 'Controller');
      const before = auditFacts(controller);
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
      const strange = chosen.haloSiteId ? await siteProblem(own, controller) : undefined;
      if (strange) throw new Invalid({ haloSiteId: strange });
      await name(own, controller, chosen);
      await em.flush();
      await appendEvents(em, ctx.viewer.team.id, [{ kind: 'controller', controllerId: id }]);
      const after = auditFacts(controller);
      const subject = controller.name;
      if (JSON.stringify(before) !== JSON.stringify(after))
        await record(em, ctx, { action: 'halopsa.alerts', subject, subjectId: id, before, after });
      return controller;
    },
    // Clear what this request read before, because it may have changed while waiting for the lock.
    { clear: true },
  );
}

/** Fills in missing names from the lists. A name that no list has keeps its stored value. */
async function name(ctx: ViewerContext, controller: Controller, chosen: HalopsaAlertsInput): Promise<void> {
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
  { em, viewer }: ViewerContext,
  list: ListName,
  id: number | null | undefined,
): Promise<string | undefined> {
  const connection = id ? await connectionOf(em, viewer.team.id) : null;
  const cached = connection && (await cachedList(em, connection, list));
  return cached?.rows.find((row) => row.id === id)?.name;
}

/** The name of a client, as HaloPSA called it when its clients were last read. */
export const haloClientName: ClientName = async (ctx, id) => (await nameIn(ctx, 'clients', id)) ?? null;

/** Opens a real, marked ticket as the controller's alerts would. @throws NotFound or TooMany */
export async function testHalopsaAlert(ctx: ViewerContext, id: string): Promise<HalopsaTicketTest> {
  const controller = await findOwn(ctx, Controller, id, 'Controller');
  await ctx.app.attempts.take(testTickets, ctx.viewer.team.id);
  const subject = `Test alert for ${controller.name}`;
  return openTestTicket(ctx.app, ctx.em, ctx.viewer.team.id, ticketSettingsOfController(controller), subject);
}

/** Values for the audit log. */
export function auditFacts(controller: Controller): AuditDetails {
  const { haloClientId, haloClientName, haloSiteId, haloSiteName, haloCategory, haloCategoryName } =
    controller;
  return {
    enabled: controller.haloEnabled,
    severities: [...controller.haloSeverityLevels],
    client: haloClientName ?? haloClientId ?? null,
    site: haloSiteName ?? haloSiteId ?? null,
    priority: controller.haloPriority,
    category: haloCategoryName ?? haloCategory,
  };
}

/** Problem with the chosen site, as far as we know without asking HaloPSA. */
export async function siteProblem(
  { em, viewer }: ViewerContext,
  { haloClientId, haloSiteId }: TicketPlace,
): Promise<string | undefined> {
  if (!haloSiteId) return undefined;
  if (!haloClientId) return 'Choose a client before a site';
  const connection = await connectionOf(em, viewer.team.id);
  const sites = connection && (await cachedList(em, connection, `sites:${haloClientId}`));
  const isKnown = !sites || sites.truncated || sites.rows.some(({ id }) => id === haloSiteId);
  return isKnown ? undefined : 'This site belongs to another client in HaloPSA';
}

/** Rejects a rule whose HaloPSA site belongs to another client. */
export const checkHaloSite: RuleCheck = async (ctx, rule, changes) => {
  const isChosen = changes.haloClientId !== undefined || changes.haloSiteId !== undefined;
  const strange = isChosen ? await siteProblem(ctx, rule) : undefined;
  return strange === undefined ? undefined : { haloSiteId: strange };
};
