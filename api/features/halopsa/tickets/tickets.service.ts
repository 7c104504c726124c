import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict } from '#api/lib/errors.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertChangeKind } from '#api/features/alerts/alert.enums.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { isAboutProvider } from '#api/features/alerts/message.ts';
import { lockTeamFor, findOwn } from '#api/features/teams/lock-team.store.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { customerClients } from '#api/features/sites/team-sites.store.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { planLinkedTickets } from './linked-tickets.store.ts';
import { reopenTicket } from './ticket-queue.store.ts';
import {
  ticketSettingsFor,
  missingOf,
  ticketSettingsOfController,
  ticketSettingsOfRule,
} from './ticket-settings.ts';
import { failureOf } from '../connection.store.ts';
import type { HalopsaConnection } from '../halopsa-connection.entity.ts';
import { HalopsaList } from '../halopsa-list.entity.ts';
import type { ListName } from '../lists.service.ts';
import type { Choice, Choices } from '../client/halopsa-responses.ts';

/** Status of an alert's ticket. `null` if none is wanted. @throws NotFound */
export async function halopsaTicket(ctx: ViewerContext, alertId: string): Promise<HalopsaTicket | null> {
  const alert = await findOwn(ctx, Alert, alertId, 'Alert');
  return ctx.em.findOne(HalopsaTicket, { alert, linkedClientId: null });
}

/** Tickets of further clients that an outage affects, by client. None belong to one of these. */
export async function linkedTickets(
  { em }: ViewerContext,
  { alert, linkedClientId }: HalopsaTicket,
): Promise<HalopsaTicket[]> {
  if (linkedClientId != null) return [];
  const linked = { alert: alert.id, linkedClientId: { $ne: null } };
  return em.find(HalopsaTicket, linked, { orderBy: { linkedClientId: 'asc' } });
}

/**
 * Retries an alert's tickets that couldn't be created, with current settings. @throws
 * NotFound, or Conflict if there is nothing to retry
 */
export async function retryTicket(ctx: ViewerContext, alertId: string): Promise<Alert> {
  const teamId = ctx.viewer.team.id;
  return ctx.em.transactional(
    async (em) => {
      await lockTeamFor(em, ctx, 'alerts');
      const alert = await findOwn({ ...ctx, em }, Alert, alertId, 'Alert');
      await em.populate(alert, ['rule', 'controller']);
      const failed = await em.find(HalopsaTicket, { alert, status: TicketStatus.failed });
      if (failed.length === 0) throw new Conflict('This alert has no failed ticket');
      if (alert.resolvedAt) throw new Conflict('This alert has already ended');
      const { severity, rule, controller, siteId } = alert;
      const customer = (await customerClients(em, teamId, [siteId])).get(siteId);
      const current = ticketSettingsFor(severity, rule, controller, customer);
      const main = await em.findOne(HalopsaTicket, { alert, linkedClientId: null });
      // A site of a linked ticket that failed may have another client now, which then gets one.
      if (main && isAboutProvider(alert.type)) await planLinkedTickets(em, teamId, alert, main, new Date());
      for (const ticket of failed) {
        if (ticket.status !== TicketStatus.failed) continue;
        const settings = ticket.linkedClientId == null ? current : undefined;
        await reopenTicket(em, teamId, ticket, settings ?? ticket.settings);
      }
      const { controllerId } = alert;
      await appendEvents(em, teamId, [{ kind: AlertChangeKind.changed, alertId, controllerId }]);
      return alert;
    },
    { clear: true },
  );
}

/** Problems that prevent tickets, as far as we know without asking HaloPSA. */
export async function problemsOf(
  { em, viewer }: ViewerContext,
  connection: HalopsaConnection,
): Promise<string[]> {
  const wanted = { team: viewer.team, haloEnabled: true };
  const allSettings = [
    ...(await em.find(AlertRule, wanted, { orderBy: { name: 'asc' } })).map(ticketSettingsOfRule),
    ...(await em.find(Controller, wanted, { orderBy: { name: 'asc' } })).map(ticketSettingsOfController),
  ];
  const lists = await cachedLists(em, connection);
  const problems = [failureOf(connection) ?? ''];
  for (const settings of allSettings) {
    const gone = missingOf(settings, {
      clients: lists.get('clients'),
      sites: lists.get(`sites:${settings.clientId ?? 0}`),
      categories: lists.get('categories'),
    });
    if (gone) problems.push(gone);
  }
  const unlinked =
    allSettings.length > 0 ? await customersWithoutClient(em, viewer.team.id, lists) : undefined;
  if (unlinked) problems.push(unlinked);
  for (const [name, what] of Object.entries(named)) {
    if (lists.get(name as ListName)?.truncated)
      problems.push(`HaloPSA has more ${what} than we can read, so some aren't listed.`);
  }
  return problems.filter(Boolean);
}

/** The problem with customers whose client no longer exists. */
async function customersWithoutClient(
  em: EntityManager,
  teamId: string,
  lists: ReadonlyMap<ListName, Choices>,
): Promise<string | undefined> {
  const clients = lists.get('clients');
  if (!clients || clients.truncated) return undefined;
  const linked = await em.find(
    Customer,
    { team: teamId, haloClientId: { $ne: null, $nin: clients.rows.map(({ id }) => id) } },
    { orderBy: { name: 'asc' }, disableIdentityMap: true },
  );
  const [first, ...rest] = linked.map(({ name }) => `"${name}"`);
  if (!first) return undefined;
  const more = rest.length > 0 ? ` and ${rest.length} more` : '';
  return `The HaloPSA client of ${first}${more} no longer exists. Choose another on the Customers page.`;
}

/** Names of the shared lists. */
const named: Partial<Record<ListName, string>> = {
  clients: 'clients',
  categories: 'categories',
  priorities: 'priorities',
  ticketTypes: 'ticket types',
  statuses: 'statuses',
};

/** All cached lists of a connection. */
async function cachedLists(
  em: EntityManager,
  connection: HalopsaConnection,
): Promise<Map<ListName, Choices>> {
  const rows = await em.find(HalopsaList, { connection }, { disableIdentityMap: true });
  return new Map(
    rows.map(({ name, rows, truncated }) => [name as ListName, { rows: rows as Choice[], truncated }]),
  );
}
