import type { CustomerContext } from '#api/graphql/context.ts';
import { isRunning } from '../billing/subscription.entity.ts';
import { meant } from './analytics.service.ts';
import { CustomerOrder, type CustomerFigures, type CustomerFiguresArgs } from './customer-figures.ts';

/** Whose the platform's figures are: each customer with theirs, most first. @throws Invalid for the period */
export function customerFigures(
  { em }: CustomerContext,
  args: CustomerFiguresArgs,
): Promise<CustomerFigures[]> {
  const { from, to } = meant(args, new Date());
  const { order, first, skip } = args;
  return em.execute<CustomerFigures[]>(
    `${figures} order by ${orders[order]} team.name, team.id limit ? offset ?`,
    [from, to, first, skip],
  );
}

/** Currencies are not compared: pounds stand before dollars. */
const orders: Record<CustomerOrder, string> = {
  [CustomerOrder.alerts]: 'coalesce(raised.alerts, 0) desc,',
  [CustomerOrder.revenue]: 'paid.currency nulls last, coalesce(paid.amount, 0) desc,',
  [CustomerOrder.controllers]: 'coalesce(watched.active, 0) desc, coalesce(watched.controllers, 0) desc,',
};

const figures = `
  with given as (select ?::date as first, ?::date as last),
  raised as (
    select team_id, count(*) as alerts from alert, given
     where timestamp >= first::timestamp at time zone 'utc' and timestamp < (last + 1)::timestamp at time zone 'utc'
     group by team_id),
  watched as (
    select team_id, count(*) as controllers, count(*) filter (where last_sync > now() - interval '24 hours') as active
      from controller group by team_id),
  paid as (
    select team_id, min(currency) as currency, sum(amount) filter (where status <> 'trialing') as amount
      from subscription where ${isRunning} and not lacks_card group by team_id)
  select team.id as "teamId", team.name, owner.id as "ownerId", owner.email as "ownerEmail",
         coalesce(watched.controllers, 0)::int as controllers, coalesce(watched.active, 0)::int as "activeControllers",
         coalesce(raised.alerts, 0)::int as alerts, coalesce(paid.amount, 0)::float as revenue, paid.currency
    from team
    left join lateral (
      select u.id, u.email from membership m join "user" u on u.id = m.user_id
       where m.team_id = team.id and m.role = 'owner' limit 1) owner on true
    left join raised on raised.team_id = team.id
    left join watched on watched.team_id = team.id
    left join paid on paid.team_id = team.id`;
