import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { type CustomerUse, requireCustomers as requireOwn } from '../customers/customers.service.ts';
import type { AlertRule, RuleScope } from './alert-rule.entity.ts';
import { exceptionWords, scopeWords, type ScopeNames } from './rule-scope-words.ts';
import { isUnlimited } from './rule-scope.ts';

type Covering = Pick<AlertRule, 'scope' | 'exceptions'>;

const partsOf = ({ scope, exceptions }: Covering): RuleScope[] => [scope, ...exceptions];

/** @throws NotFound for another team's customer */
export const requireCustomers = (ctx: ViewerContext, rule: Covering): Promise<void> =>
  requireOwn(
    ctx,
    partsOf(rule).flatMap(({ customerIds }) => customerIds ?? []),
  );

/** Names of the rules that are limited to a customer or leave it out, so that it can't be deleted. */
export async function rulesOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const refers = JSON.stringify({ customerIds: [customerId] });
  const rules = await queryRows(
    em,
    { id: tables.alert_rule.id, name: tables.alert_rule.name },
    `select id, name from alert_rule where team_id = ? and (scope @> ?::jsonb or exceptions @> ?::jsonb) order by name, id`,
    [teamId, refers, `[${refers}]`],
  );
  return rules.map(({ id, name }) => ({ name: `the rule “${name}”`, path: `/alerts?tab=rules#rule-${id}` }));
}

/** “Access points of Acme, except devices named *guest*”. `null` if the rule isn't limited. */
export async function coveredWords(ctx: ViewerContext, rule: Covering): Promise<string | null> {
  if (isUnlimited(rule.scope) && rule.exceptions.length === 0) return null;
  return scopeWords(rule.scope, rule.exceptions, await namesFor(ctx, partsOf(rule)));
}

/** “access points named *guest*” */
export async function leftOutWords(ctx: ViewerContext, exception: RuleScope): Promise<string> {
  return exceptionWords(exception, await namesFor(ctx, [exception]));
}

/** Names of sites, in order. `null` for one that isn't known anymore. */
export const siteNames = (ctx: ViewerContext, { siteIds }: RuleScope): Promise<(string | null)[]> =>
  Promise.all((siteIds ?? []).map(async (id) => (await nameOf(ctx, prefixes.site + id)) ?? null));

/** Names of devices, in order. `null` for one that isn't known anymore. */
export const deviceNames = (ctx: ViewerContext, { macs }: RuleScope): Promise<(string | null)[]> =>
  Promise.all((macs ?? []).map(async (mac) => (await nameOf(ctx, prefixes.device + mac)) ?? null));

async function namesFor(ctx: ViewerContext, parts: readonly RuleScope[]): Promise<ScopeNames> {
  const keys = parts.flatMap(({ customerIds, siteIds, macs }) => [
    ...(customerIds ?? []).map((id) => `${prefixes.customer}${id}`),
    ...(siteIds ?? []).map((id) => `${prefixes.site}${id}`),
    ...(macs ?? []).map((mac) => `${prefixes.device}${mac}`),
  ]);
  const found = new Map(await Promise.all(keys.map(async (key) => [key, await nameOf(ctx, key)] as const)));
  return {
    customer: (id) => found.get(prefixes.customer + id),
    site: (hostId) => found.get(prefixes.site + hostId),
    device: (mac) => found.get(prefixes.device + mac),
  };
}

const prefixes = { customer: 'customer ', site: 'site ', device: 'device ' };

/** Names by kind and ID. One statement reads those of all rules in a list. */
const nameOf = batched(async ({ em, viewer }, keys) => {
  const { customer, site, device } = prefixes;
  const teamId = viewer.team.id;
  const of = (prefix: string) =>
    JSON.stringify(keys.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : [])));
  const rows = await queryRows(
    em,
    { key: text, name: text },
    `select ? || id as key, name from customer
      where team_id = ? and id::text in (select json_array_elements_text(?::json))
     union all
     select ? || host_id, name from team_site
      where team_id = ? and host_id in (select json_array_elements_text(?::json))
     union all
     (select distinct on (d.mac) ? || d.mac, d.name from device d join controller c on c.id = d.controller_id
       where c.team_id = ? and d.mac in (select json_array_elements_text(?::json))
       order by d.mac, d.left_at desc nulls first)`,
    [customer, teamId, of(customer), site, teamId, of(site), device, teamId, of(device)],
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
});
