import type { EntityManager } from '@mikro-orm/postgresql';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { int, notNull } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { openAlertsBySite } from '#api/db/open-alerts.ts';
import { worstRank } from '#api/db/severity.ts';
import { tables } from '#api/db/tables.ts';
import { fold, naturalOrderSql, soughtSql, wordsOf } from '#api/db/text-search.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { chargeSearch } from '#api/security/request-rate/row-cost.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import { findOwn, withLockedTeam } from '../teams/lock-team.store.ts';
import type { Team } from '../teams/team.entity.ts';
import { Customer } from './customer.entity.ts';
import {
  maxCustomers,
  type CustomerChanges,
  type CustomerInput,
  type CustomerPage,
  type CustomerSearch,
} from './customer.input.ts';
import { chargeOpenAlerts, regroupSites } from './regroup.service.ts';
import { usedSentence, type CustomerUse } from './customer-uses.ts';
import { isLimited, limitWords, type SiteLimit } from './site-limit.ts';
import { tidyTags } from './tags.ts';

/** What else refers to a customer. It can't be deleted until nothing does. */
export type CustomerUses = (em: EntityManager, customerId: string, teamId: string) => Promise<CustomerUse[]>;

export const customerUses = new ExtensionPoint<readonly CustomerUses[]>('uses of customers');

/** Follows a change to a customer's name, color or tags, or its deletion, in the same transaction under the team's lock. */
export type CustomerHandler = (own: ViewerContext, customerId: string) => Promise<void>;

export const customerHandlers = new ExtensionPoint<readonly CustomerHandler[]>('changed customers');

/** A page of the team's customers, by name or those in trouble first. */
export async function customers(
  ctx: ViewerContext,
  { search, ids: only, worstFirst, first, skip }: CustomerPage,
): Promise<Customer[]> {
  const { em, viewer } = ctx;
  const { sql, values } = matching(viewer.team.id, search);
  // Before the statement: a page behind the last has read as much.
  if (worstFirst) await chargeOpenAlerts(ctx);
  await chargeCustomers(ctx, search);
  const rows = await queryRows(
    em,
    { id: tables.customer.id },
    `with worst as (${worstAlerts} ${worstFirst ? '' : 'and false'} group by 1)
     select c.id from (select c.id, c.name ${sql} ${only ? 'and c.id = any(?::uuid[])' : ''}) c
       left join worst on worst.id = c.id
      order by worst.rank nulls last, worst.alerts desc nulls last, ${naturalOrderSql('c.name')}, c.id limit ? offset ?`,
    [viewer.team.id, ...values, ...(only ? [`{${only.filter(isId).join(',')}}`] : []), first, skip],
  );
  const ids = rows.map(({ id }) => id);
  const found = await em.find(Customer, { id: { $in: ids } });
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** SQL: each customer's number of open alerts, and the rank of the worst: 1 for a critical one. Up to `group by`. */
const worstAlerts = `
  select s.customer_id as id, count(distinct a.id) as alerts,
         ${worstRank('a.severity')} as rank
    from (${openAlertsBySite}) a join team_site s on s.team_id = a.team_id and s.host_id = a.site_id
   where a.team_id = ?`;

/** The number of matching customers. */
export async function customerCount(ctx: ViewerContext, { search }: CustomerSearch): Promise<number> {
  const { em, viewer } = ctx;
  await chargeCustomers(ctx, search);
  const { sql, values } = matching(viewer.team.id, search);
  const [row] = await queryRows(em, { count: int }, `select count(*)::int as count ${sql}`, values);
  return row?.count ?? 0;
}

async function chargeCustomers(ctx: ViewerContext, search: string | null | undefined): Promise<void> {
  if (search) chargeSearch(ctx, search, await ctx.em.count(Customer, { team: ctx.viewer.team }));
}

/** SQL from `from` on: the customers of a team that match. */
function matching(teamId: string, search: string | null | undefined) {
  const words = wordsOf(search).map(fold);
  const { join, conditions } = soughtSql(`concat_ws(' ', c.name, array_to_string(c.tags, ' '))`, words);
  return {
    sql: `from customer c ${join} where ${['c.team_id = ?', ...conditions].join(' and ')}`,
    values: [teamId, ...words],
  };
}

/** @throws NotFound for another team's customer */
export function customer(ctx: ViewerContext, id: string): Promise<Customer> {
  return findOwn(ctx, Customer, id, 'Customer');
}

/** @throws Invalid for a name that is taken, Conflict at the maximum */
export function createCustomer(ctx: ViewerContext, input: CustomerInput): Promise<Customer> {
  return change(ctx, 'create', async (own) => {
    const used = await own.em.count(Customer, { team: own.viewer.team });
    if (used >= maxCustomers) throw new Conflict(`A team can have ${maxCustomers} customers.`);
    const [spare = ''] = input.color ? [] : await spareColors(own.em, own.viewer.team, 1);
    const color = input.color ?? spare;
    const added = new Customer();
    own.em.assign(added, { team: own.viewer.team, ...tidy({ ...input, color }) });
    own.em.assign(added, await clientOf(own, added, input));
    await own.em.persist(added).flush();
    return { customer: added, after: factsOf(added) };
  });
}

/** A client in HaloPSA, and the customer to link to it. */
export interface LinkedCustomer {
  /** `null` adds one. */
  id: string | null;
  /** Name of a new one. */
  name: string;
  clientId: number;
  clientName: string;
}

/**
 * Adds customers and links existing ones to their clients, under the team's lock. The caller writes the audit log.
 * @returns them by client
 * @throws Conflict at the maximum, or for a name that is taken
 */
export async function addLinkedCustomers(
  { em, viewer: { team } }: ViewerContext,
  wanted: readonly LinkedCustomer[],
): Promise<Map<number, Customer>> {
  const used = await em.count(Customer, { team });
  const ids = wanted.flatMap(({ id }) => id ?? []);
  const adds = wanted.length - ids.length;
  if (adds > 0 && used + adds > maxCustomers)
    throw new Conflict(`A team can have ${maxCustomers} customers. You have ${used}, and this adds ${adds}.`);
  const known = new Map((await em.find(Customer, { team, id: { $in: ids } })).map((one) => [one.id, one]));
  const colors = await spareColors(em, team, adds);
  let next = 0;
  const linked = wanted.map(({ id, name, clientId, clientName }) => {
    const halo = { haloClientId: clientId, haloClientName: clientName };
    const customer = (id && known.get(id)) || new Customer();
    em.assign(customer, id ? halo : { team, name, color: colors[next++]!, ...halo });
    em.persist(customer);
    return [clientId, customer] as const;
  });
  try {
    await em.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Conflict('Two of the customers would have the same name. Import one of them.');
  }
  return new Map(linked);
}

/** @throws NotFound, or Invalid for a name that is taken */
export function updateCustomer(ctx: ViewerContext, id: string, input: CustomerChanges): Promise<Customer> {
  return change(ctx, 'update', async (own) => {
    const changed = await findOwn(own, Customer, id, 'Customer');
    const [before, shown, tags] = [factsOf(changed), shownOf(changed), JSON.stringify(changed.tags)];
    const changes = given(input);
    own.em.assign(changed, { ...tidy(changes), ...(await clientOf(own, changed, changes)) });
    const save = () => own.em.flush();
    if (JSON.stringify(changed.tags) === tags) await save();
    else await regroupSites(own, save);
    if (shownOf(changed) !== shown) await follow(own, id);
    return { customer: changed, before, after: factsOf(changed) };
  });
}

/**
 * Its sites stay, without a customer.
 * @throws NotFound, or Conflict while something uses it, which would otherwise apply to nothing or end unnoticed
 */
export async function deleteCustomer(ctx: ViewerContext, id: string): Promise<string> {
  await change(ctx, 'delete', async (own) => {
    const removed = await findOwn(own, Customer, id, 'Customer');
    const { em, viewer } = own;
    const uses = (
      await Promise.all(customerUses.value.map((usesOf) => usesOf(em, id, viewer.team.id)))
    ).flat();
    if (uses.length > 0) throw new Conflict(usedSentence(removed.name, uses), 'in_use', { uses });
    const before = factsOf(removed);
    await follow(own, id);
    await regroupSites(own, () => em.remove(removed).flush());
    return { customer: removed, before };
  });
  return id;
}

/** @throws NotFound for another team's customer */
export async function requireCustomers({ em, viewer }: ViewerContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (!ids.every(isId)) throw new NotFound('Customer');
  const found = await em.count(Customer, { team: viewer.team, id: { $in: [...ids] } });
  if (found < new Set(ids).size) throw new NotFound('Customer');
}

/** “Acme, Birch and sites tagged gold”. `null` if nothing limits it. */
export async function limitedTo(ctx: ViewerContext, limit: SiteLimit): Promise<string | null> {
  if (!isLimited(limit)) return null;
  const names = await Promise.all(limit.customerIds.map((id) => nameOf(ctx, id)));
  return limitWords(
    names.map((name) => name ?? 'a deleted customer'),
    limit.tags,
  );
}

const nameOf = batched(async ({ em, viewer }, ids) => namesOf(em, viewer.team.id, ids));

/** Names of customers by ID. */
export async function namesOf(
  em: EntityManager,
  teamId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows(
    em,
    { id: tables.customer.id, name: tables.customer.name },
    'select id, name from customer where team_id = ? and id = any(?::uuid[])',
    [teamId, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How many sites a customer has. */
export const siteCountOf = batched(async ({ em, viewer }, ids) => {
  const rows = await queryRows(
    em,
    { id: notNull(tables.team_site.customer_id), count: int },
    `select customer_id as id, count(*)::int as count from team_site
      where team_id = ? and customer_id = any(?::uuid[]) and controller_id is not null group by 1`,
    [viewer.team.id, `{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
});

/** Colors that no state has, visible in both themes. */
export const palette = [
  '#2563eb',
  '#7c3aed',
  '#0e7490',
  '#be185d',
  '#4338ca',
  '#8d5524',
  '#64748b',
  '#a21caf',
];

/** Colors for new customers of a team: those that its customers use least, each counted as it's given. */
async function spareColors(em: EntityManager, team: Team, count: number): Promise<string[]> {
  const uses = new Map(palette.map((color) => [color, 0]));
  const take = (color: string) => uses.set(color, (uses.get(color) ?? 0) + 1);
  for (const { color } of await em.find(Customer, { team }, { fields: ['color'] }))
    if (uses.has(color)) take(color);
  return Array.from({ length: count }, () => {
    const least = palette.toSorted((a, b) => uses.get(a)! - uses.get(b)!)[0]!;
    take(least);
    return least;
  });
}

function tidy(fields: CustomerChanges): CustomerChanges {
  const { name, color, tags } = fields;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(color && { color: color.toLowerCase() }),
    ...(tags !== undefined && { tags: tidyTags(tags) }),
  };
}

/** Finds the name of a client in HaloPSA. `null` if it isn't known. */
export type ClientName = (ctx: ViewerContext, clientId: number) => Promise<string | null>;

export const clientName = new ExtensionPoint<ClientName>('names of HaloPSA clients');

/** The client that a customer is linked to from now on. Without a name, the same client keeps its own, and another's is looked up. */
async function clientOf(
  ctx: ViewerContext,
  { haloClientId: current = null, haloClientName: known = null }: Customer,
  { haloClientId: id = current, haloClientName: name }: CustomerChanges,
): Promise<Pick<Customer, 'haloClientId' | 'haloClientName'>> {
  if (id === null) return { haloClientId: null, haloClientName: null };
  const kept = id === current ? known : null;
  return {
    haloClientId: id,
    haloClientName: name?.trim() || kept || (await clientName.value(ctx, id)),
  };
}

/** What lists of alerts show of a customer. */
const shownOf = ({ name, color, tags }: Customer): string => JSON.stringify([name, color, tags]);

const factsOf = ({ name, color, tags, haloClientId }: Customer): AuditDetails => ({
  name,
  color,
  tags: tags.join(', '),
  haloClientId: haloClientId ?? null,
});

/** Runs a change under the team's lock and writes the audit log. @throws Invalid for a name that is taken */
async function change(
  ctx: ViewerContext,
  verb: 'create' | 'update' | 'delete',
  work: (own: ViewerContext) => Promise<{ customer: Customer; before?: AuditDetails; after?: AuditDetails }>,
): Promise<Customer> {
  try {
    return await withLockedTeam(ctx, 'manage', async (own) => {
      const { customer: subject, ...facts } = await work(own);
      const { name, id } = subject;
      await record(own.em, own, { action: `customer.${verb}`, subject: name, subjectId: id, ...facts });
      return subject;
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Invalid({ name: 'Your team already has a customer of this name' });
  }
}

async function follow(own: ViewerContext, id: string): Promise<void> {
  for (const handle of customerHandlers.value) await handle(own, id);
}
