import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, Int, ObjectType } from 'type-graphql';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { record } from '../audit/audit.service.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { regroupSites } from '../customers/regroup.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import type {
  MatchingAssignment,
  MatchingTagging,
  SiteAssignment,
  SiteSearch,
  SiteTagging,
} from './site.input.ts';
import { matchingIds } from './sites.service.ts';
import { TeamSite } from './team-site.entity.ts';

@ObjectType({ description: 'How many sites a change applied to.' })
export class SitesChanged {
  @Field(() => Int, { description: 'Number of matching sites that were changed.' })
  changed!: number;

  @Field(() => Int, { description: 'Number of matching sites that already were as requested.' })
  unchanged!: number;
}

/**
 * Open alerts of sites whose customer changes are reported as changed, because lists show and group by customer.
 * @throws NotFound for another team's site or customer
 */
export async function assignSites(
  ctx: ViewerContext,
  { siteIds, ...assignment }: SiteAssignment,
): Promise<TeamSite[]> {
  return (await changeSites(ctx, withIds(siteIds), assignTo(assignment))).sites;
}

/** @throws NotFound for another team's customer */
export async function assignMatchingSites(
  ctx: ViewerContext,
  { filter, ...assignment }: MatchingAssignment,
): Promise<SitesChanged> {
  return countsOf(await changeSites(ctx, thatMatch(filter), assignTo(assignment)));
}

/**
 * Gives each site of an assignment its former customer back, unless it was assigned again since. Returns their number.
 * @throws NotFound if no site has its customer from this assignment
 */
export async function undoSiteAssignment(ctx: ViewerContext, assignmentId: string): Promise<number> {
  if (!isId(assignmentId)) throw new NotFound('Assignment');
  const { sites } = await changeSites(ctx, ofAssignment(assignmentId), (_, assigned) => {
    for (const site of assigned) moveTo(site, site.formerCustomer ?? null);
    return { action: 'site.assign_undo', after: {} };
  });
  if (sites.length === 0) throw new NotFound('Assignment');
  return sites.length;
}

/** @throws NotFound for another team's site, Invalid for no tags or a site with more than 20 */
export async function tagSites(ctx: ViewerContext, { siteIds, ...tags }: SiteTagging): Promise<TeamSite[]> {
  return (await changeSites(ctx, withIds(siteIds), tagWith(tags))).sites;
}

/** @throws Invalid for no tags or a site with more than 20 */
export async function tagMatchingSites(
  ctx: ViewerContext,
  { filter, ...tags }: MatchingTagging,
): Promise<SitesChanged> {
  return countsOf(await changeSites(ctx, thatMatch(filter), tagWith(tags)));
}

/** Sets the customer that new sites of a controller belong to. Known sites keep theirs. @throws NotFound */
export function setDefaultCustomer(
  ctx: ViewerContext,
  controllerId: string,
  customerId: string | null | undefined,
): Promise<Controller> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const controller = await findOwn(own, Controller, controllerId, 'Controller');
    const customer = customerId == null ? null : await findOwn(own, Customer, customerId, 'Customer');
    controller.defaultCustomer = customer;
    await own.em.flush();
    await appendEvents(own.em, own.viewer.team.id, [{ kind: 'controller', controllerId }]);
    const subject = { subject: controller.name, subjectId: controllerId };
    const after = { customer: customer?.name ?? null };
    await record(own.em, own, { action: 'controller.default_customer', ...subject, after });
    return controller;
  });
}

/** Controllers whose new sites go to a customer, as its deletion names them. */
export async function controllersOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const controllers = await em.find(
    Controller,
    { team: teamId, defaultCustomer: customerId },
    { orderBy: { name: 'asc', id: 'asc' } },
  );
  return controllers.map(({ name }) => ({ kind: 'default_customer', name }));
}

/** Changes sites, and returns what the audit log says about it. */
type Change = (own: ViewerContext, sites: readonly TeamSite[]) => Audited | Promise<Audited>;

type Audited = { action: string; after: Record<string, string | null> };

function assignTo({ customerId, assignmentId }: Pick<SiteAssignment, 'customerId' | 'assignmentId'>): Change {
  if (assignmentId && !isId(assignmentId)) throw new Invalid({ assignmentId: 'Give a UUID' });
  return async (own, sites) => {
    const customer = customerId == null ? null : await findOwn(own, Customer, customerId, 'Customer');
    // PostgreSQL returns UUIDs in lower case.
    for (const site of sites) moveTo(site, customer, assignmentId?.toLowerCase());
    return { action: 'site.assign', after: { customer: customer?.name ?? null } };
  };
}

/** Gives a site a customer. Any earlier assignment of it can no longer be undone. */
function moveTo(site: TeamSite, customer: Customer | null, assignmentId: string | null = null): void {
  if (site.customer?.id === customer?.id) {
    // Someone wants it where it is, so the undo of an earlier assignment must not take it away.
    if (site.assignmentId !== assignmentId) Object.assign(site, { assignmentId: null, formerCustomer: null });
    return;
  }
  const isSame = assignmentId !== null && site.assignmentId === assignmentId;
  const formerCustomer = isSame ? site.formerCustomer : site.customer;
  Object.assign(site, { customer, assignmentId, formerCustomer: assignmentId ? formerCustomer : null });
}

function tagWith({ add, remove }: Pick<SiteTagging, 'add' | 'remove'>): Change {
  const [added, removed] = [tidyTags(add), new Set(tidyTags(remove))];
  if (added.length + removed.size === 0) throw new Invalid({ add: 'Choose a tag to add or to remove' });
  return async (_, sites) => {
    for (const site of sites) {
      site.tags = tidyTags([...site.tags, ...added]).filter((tag) => !removed.has(tag));
      if (site.tags.length > 20) throw new Invalid({ add: `${site.name} would have more than 20 tags` });
    }
    return { action: 'site.tag', after: { added: added.join(', '), removed: [...removed].join(', ') } };
  };
}

/** Finds the sites to change, under the team's lock. */
type Selection = (own: ViewerContext) => Promise<TeamSite[]>;

function withIds(ids: readonly string[]): Selection {
  if (ids.length === 0) throw new Invalid({ siteIds: 'Choose at least one site' });
  if (!ids.every(isId)) throw new NotFound('Site');
  return async ({ em, viewer }) => {
    const sites = await em.find(TeamSite, { id: { $in: [...ids] }, team: viewer.team }, withCustomer);
    // An ID in upper and in lower case is one site.
    if (sites.length < new Set(ids.map((id) => id.toLowerCase())).size) throw new NotFound('Site');
    return sites;
  };
}

const thatMatch =
  (filter: SiteSearch): Selection =>
  async (own) => {
    const ids = await matchingIds(own, filter);
    return own.em.find(TeamSite, { id: { $in: ids } }, withCustomer);
  };

/** The sites that still have their customer from an assignment. */
const ofAssignment =
  (assignmentId: string): Selection =>
  ({ em, viewer }) =>
    em.find(TeamSite, { assignmentId, team: viewer.team }, { populate: ['customer', 'formerCustomer'] });

const withCustomer = { populate: ['customer'] } as const;

/** The sites that a change was for, and how many of them weren't as requested before. */
type ChangedSites = { sites: TeamSite[]; changed: number };

const countsOf = ({ sites, changed }: ChangedSites): SitesChanged => ({
  changed,
  unchanged: sites.length - changed,
});

function changeSites(ctx: ViewerContext, select: Selection, change: Change): Promise<ChangedSites> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const sites = await select(own);
    const before = groupings(sites);
    const ownOf = ({ tags, customer }: TeamSite) => JSON.stringify([customer?.id, tags]);
    const known = sites.map(ownOf);
    const { action, after } = await change(own, sites);
    const changed = sites.filter((site, at) => ownOf(site) !== known[at]).length;
    const [one] = sites;
    if (!one) return { sites, changed };
    await saveSites(own, sites, before);
    const isOne = sites.length === 1;
    const subject = isOne ? one.name : `${sites.length} sites`;
    await record(own.em, own, { action, subject, subjectId: isOne ? one.id : null, after });
    return { sites, changed };
  });
}

/**
 * Assigns sites to one customer each, under the team's lock. The caller writes the audit log.
 * @param customers by ID of the site
 * @returns how many had another customer or none
 */
export async function assignEach(
  own: ViewerContext,
  customers: ReadonlyMap<string, Customer>,
): Promise<number> {
  const { em, viewer } = own;
  const ids = [...customers.keys()];
  const sites = await em.find(TeamSite, { id: { $in: ids }, team: viewer.team }, withCustomer);
  const moved = sites.filter(({ id, customer }) => customer?.id !== customers.get(id)!.id);
  const before = groupings(moved);
  for (const site of moved) moveTo(site, customers.get(site.id)!);
  await saveSites(own, moved, before);
  return moved.length;
}

/** What lists of alerts show of each site: its customer, and its tags with those of the customer. */
function groupings(sites: readonly TeamSite[]): Map<string, string> {
  return new Map(
    sites.map(({ id, tags, customer }) => {
      const { id: customerId = null, tags: ofCustomer = [] } = (customer ?? {}) as Partial<Customer>;
      return [id, JSON.stringify([customerId, ...[...new Set([...tags, ...ofCustomer])].toSorted()])];
    }),
  );
}

/**
 * Saves sites and reports what follows where their customer or tags differ from before. Charges for the sites, and for the
 * open alerts that change.
 */
async function saveSites(
  own: ViewerContext,
  sites: readonly TeamSite[],
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const { em, viewer } = own;
  chargeRows(own, sites.length);
  const now = groupings(sites);
  const regrouped = sites.map(({ id }) => id).filter((id) => now.get(id) !== before.get(id));
  if (regrouped.length === 0) return em.flush();
  const open = await openAlertsAt(em, viewer.team.id, 's.id', regrouped);
  chargeRows(own, open.length);
  await regroupSites(own, () => em.flush());
  // Read again, because rules may no longer cover some of them, which has ended those.
  await reportAlerts(own, await openAlertsAt(em, viewer.team.id, 's.id', regrouped));
}

/** Follows a change to a customer that lists show, or its deletion. Requires the team's lock. Charges for its open alerts. */
export async function reportAlertsOfCustomer(own: ViewerContext, customerId: string): Promise<void> {
  const open = await openAlertsAt(own.em, own.viewer.team.id, 's.customer_id', [customerId]);
  chargeRows(own, open.length);
  await reportAlerts(own, open);
}

type SiteColumn = 's.id' | 's.customer_id';

/** Reports open alerts as changed. */
async function reportAlerts(
  { em, viewer }: ViewerContext,
  open: readonly { alertId: string; controllerId: string }[],
): Promise<void> {
  const kind = AlertChangeKind.changed;
  await appendEvents(
    em,
    viewer.team.id,
    open.map((alert) => ({ ...alert, kind })),
  );
}

const openAlertsAt = (em: EntityManager, teamId: string, column: SiteColumn, ids: readonly string[]) =>
  queryRows(
    em,
    { alertId: tables.alert.id, controllerId: tables.alert.controller_id },
    `select a.id as "alertId", a.controller_id as "controllerId"
       from alert a join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
      where a.team_id = ? and a.resolved_at is null and ${column} = any(?::uuid[])`,
    [teamId, `{${ids.join(',')}}`],
  );
