import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { requireCustomers as requireOwn } from '../customers/customers.service.ts';
import type { AlertRule, RuleScope } from './alert-rule.entity.ts';
import { nameKey, namesByKey } from './names.store.ts';
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
  return rules.map(({ id, name }) => ({ kind: 'rule', id, name }));
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
  Promise.all((siteIds ?? []).map(async (id) => (await nameOf(ctx, nameKey('site', id))) ?? null));

/** Names of devices, in order. `null` for one that isn't known anymore. */
export const deviceNames = (ctx: ViewerContext, { macs }: RuleScope): Promise<(string | null)[]> =>
  Promise.all((macs ?? []).map(async (mac) => (await nameOf(ctx, nameKey('device', mac))) ?? null));

async function namesFor(ctx: ViewerContext, parts: readonly RuleScope[]): Promise<ScopeNames> {
  const keys = parts.flatMap(({ customerIds, siteIds, macs }) => [
    ...(customerIds ?? []).map((id) => nameKey('customer', id)),
    ...(siteIds ?? []).map((id) => nameKey('site', id)),
    ...(macs ?? []).map((mac) => nameKey('device', mac)),
  ]);
  const found = new Map(await Promise.all(keys.map(async (key) => [key, await nameOf(ctx, key)] as const)));
  return {
    customer: (id) => found.get(nameKey('customer', id)),
    site: (hostId) => found.get(nameKey('site', hostId)),
    device: (mac) => found.get(nameKey('device', mac)),
  };
}

/** One statement reads the names of all rules in a list. */
const nameOf = batched(({ em, viewer }, keys) => namesByKey(em, viewer.team.id, keys));
