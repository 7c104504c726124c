import type { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import type { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import type { Controller, TicketPlace } from '#api/features/controllers/controller.entity.ts';
import type { Choices, NewTicket } from '../client/halopsa-responses.ts';

/** The ticket settings of a rule or a controller. */
export interface TicketSettings {
  /** Where it is changed: `the rule "Anything down"`. */
  from: string;
  /** Where client and site are changed, if not there: `the customer "Acme"`. */
  placeFrom?: string;
  clientId: number | null;
  clientName: string | null;
  siteId: number | null;
  siteName: string | null;
  priority: PrioritySetting;
  categoryId: number;
  /** Null: never chosen, `categoryId` is the form's default. */
  categoryName: string | null;
}

type Chosen = TicketPlace & Pick<Controller, 'haloCategory'>;

/** Ticket settings of a rule (priorities 1 Low to 5 Critical). */
export function ticketSettingsOfRule(rule: AlertRule): TicketSettings {
  const priority = { scale: 'rule', value: rule.haloPriority } as const;
  return { from: `the rule "${rule.name}"`, priority, ...chosen(rule) };
}

/** Ticket settings of a controller (priorities 1 high to 3 low). */
export function ticketSettingsOfController(controller: Controller): TicketSettings {
  const priority = { scale: 'ticket', value: controller.haloPriority } as const;
  return { from: `the controller "${controller.name}"`, priority, ...chosen(controller) };
}

/**
 * Ticket settings of an alert: its rule's, else its controller's, with the client of its site's customer where
 * `ticketClient` says so. Undefined if neither creates tickets.
 */
export function ticketSettingsFor(
  severity: AlertSeverity,
  rule: AlertRule | null | undefined,
  controller: Controller,
  customer: CustomerClient | undefined,
): TicketSettings | undefined {
  if (rule?.haloEnabled && rule.haloSeverityLevels.includes(severity))
    return withClient(ticketSettingsOfRule(rule), ticketClient(rule, customer, undefined));
  const wanted = controller.haloEnabled && controller.haloSeverityLevels.includes(severity);
  if (!wanted) return undefined;
  return withClient(ticketSettingsOfController(controller), ticketClient(undefined, customer, controller));
}

/** The customer of a site, linked to a client. */
export interface CustomerClient {
  customerName: string;
  clientId: number;
  /** `null` if the name wasn't known when it was linked. */
  clientName: string | null;
}

/** What names a ticket's client. */
export enum TicketClientSource {
  rule = 'rule',
  customer = 'customer',
  controller = 'controller',
}

/**
 * What decides the HaloPSA client of a ticket, the first of these that names one: the rule, the customer of the alert's
 * site, the controller. `undefined` if none does.
 * @param rule only if it opens the ticket itself
 * @param controller only if no rule opens the ticket, so that its client stays as it was before customers had clients
 */
export function ticketClient(
  rule: TicketPlace | undefined,
  customer: CustomerClient | undefined,
  controller: TicketPlace | undefined,
): { source: TicketClientSource.customer; customer: CustomerClient } | { source: OwnSource } | undefined {
  if (rule?.haloClientId != null) return { source: TicketClientSource.rule };
  if (customer) return { source: TicketClientSource.customer, customer };
  return controller?.haloClientId != null ? { source: TicketClientSource.controller } : undefined;
}

type OwnSource = TicketClientSource.rule | TicketClientSource.controller;

/** Tickets of a customer go to its client's main site. */
function withClient(settings: TicketSettings, decided: ReturnType<typeof ticketClient>): TicketSettings {
  if (decided?.source !== TicketClientSource.customer) return settings;
  const { customerName, clientId, clientName } = decided.customer;
  return {
    ...settings,
    placeFrom: `the customer "${customerName}"`,
    clientId,
    clientName,
    siteId: null,
    siteName: null,
  };
}

function chosen(of: Chosen) {
  return {
    clientId: of.haloClientId ?? null,
    clientName: of.haloClientName ?? null,
    siteId: of.haloSiteId ?? null,
    siteName: of.haloSiteName ?? null,
    categoryId: of.haloCategory,
    categoryName: of.haloCategoryName ?? null,
  };
}

/** The lists of a tenant that settings refer to. A list is absent if nothing is chosen from it. */
export interface TenantLists {
  clients?: Choices;
  sites?: Choices;
  categories: Choices;
  priorities: Choices;
}

export type TicketFields = Pick<NewTicket, 'client_id' | 'site_id' | 'priority_id' | 'category_1'>;

/** The settings as IDs of the tenant, or which of them no longer exist there and how to fix that. */
export function resolveSettings(
  settings: TicketSettings,
  lists: TenantLists,
): { fields: TicketFields } | { problem: string } {
  const gone = missingOf(settings, lists);
  if (gone) return { problem: gone };
  // A ticket uses the category's name, which may have changed since it was chosen.
  const chosen = categoryOf(settings);
  const category = lists.categories.rows.find(({ id }) => id === chosen)?.name ?? settings.categoryName;
  const priority = tenantPriority(
    settings.priority,
    lists.priorities.rows.map(({ id }) => id),
  );
  return {
    fields: {
      ...(settings.clientId !== null && { client_id: settings.clientId }),
      ...(settings.siteId !== null && { site_id: settings.siteId }),
      ...(priority !== undefined && { priority_id: priority }),
      ...(category && { category_1: category }),
    },
  };
}

/** What the forms begin with (specification 1, section 5). */
const defaultCategory = 1;

/** Explains which chosen values no longer exist, and where to choose again. */
export function missingOf(settings: TicketSettings, lists: Partial<TenantLists>): string | undefined {
  const { clients, sites, categories } = lists;
  if (isGone(settings.clientId, clients))
    return missing('client', settings.clientName, settings.clientId, {
      from: settings.placeFrom ?? settings.from,
    });
  if (isGone(settings.siteId, sites)) return wrongClient(settings);
  const category = categoryOf(settings);
  if (isGone(category, categories)) return missing('category', settings.categoryName, category, settings);
  return undefined;
}

/** `null` for the form's default, which no one chose. The ticket then has no category, as the form says. */
function categoryOf({ categoryId, categoryName }: TicketSettings): number | null {
  return categoryName !== null || categoryId !== defaultCategory ? categoryId : null;
}

/** A value missing from a truncated list may still exist. */
function isGone(id: number | null, list: Choices | undefined): boolean {
  return id !== null && list !== undefined && !list.truncated && !list.rows.some((row) => row.id === id);
}

function missing(
  what: string,
  name: string | null,
  id: number | null,
  { from }: Pick<TicketSettings, 'from'>,
): string {
  const repair = `Choose another ${what} in ${from}, then try again.`;
  return `The ${what} ${quoted(name, id)} no longer exists in HaloPSA. ${repair}`;
}

/** The list contains one client's sites. A site missing from it was deleted or belongs to another client. */
function wrongClient({ from, ...settings }: TicketSettings): string {
  const [site, client] = [
    quoted(settings.siteName, settings.siteId),
    quoted(settings.clientName, settings.clientId),
  ];
  const says = `The site ${site} does not belong to the client ${client} in HaloPSA. It was removed, or belongs to another client.`;
  return `${says} Choose another site in ${from}, then try again.`;
}

function quoted(name: string | null, id: number | null): string {
  return name ? `"${name}"` : `number ${id}`;
}

/**
 * The two documented scales: a rule's goes from 1 Low to 5 Critical, a controller's from 1 high to 3 low
 * (specification 1, section 5).
 */
interface PrioritySetting {
  scale: 'rule' | 'ticket';
  value: number;
}

/** How urgent a step of either scale is: 0 most, 1 least. */
function urgency({ scale, value }: PrioritySetting): number {
  const least = scale === 'rule' ? (5 - value) / 4 : (value - 1) / 2;
  return Math.min(1, Math.max(0, least));
}

/**
 * The tenant's priority at the same relative position in its scale. `numbers` are ordered most urgent first.
 */
export function tenantPriority(wished: PrioritySetting, numbers: readonly number[]): number | undefined {
  return numbers[Math.round(urgency(wished) * (numbers.length - 1))];
}
