import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, int, orNull, type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Package } from '../packages/package.entity.ts';
import { isRunning } from './subscription.entity.ts';
import {
  countSubscribers,
  type TeamGroup,
  type PackageSubscribers,
  type Subscribers,
} from './team-subscription.ts';
import { subscriptionState } from './sync/service-state.ts';

const group = {
  packageId: orNull(tables.package.id),
  price: orNull(tables.package.price),
  status: orNull(tables.subscription.status),
  /** Whether the team's service has an end, and whether it has passed. */
  hasEnd: bool,
  isOver: bool,
  teams: int,
};

/** Teams grouped by state and by the package they subscribed to or otherwise have. */
const grouped = `
  select p.id as "packageId", p.price, sold.status, t.active_until is not null as "hasEnd",
         coalesce(t.active_until <= ?::timestamptz, false) as "isOver", count(*)::int as teams
    from team t
    left join lateral (
      select status, package_id from subscription s
       where s.team_id = t.id and ${isRunning} and not lacks_card
       order by status = 'past_due', started_at desc, stripe_id desc limit 1) as sold on true
    left join package p on p.id = coalesce(sold.package_id, t.package_id)
   group by 1, 2, 3, 4, 5`;

/** Counts all teams by state, using the same `subscriptionState` as for a single team. */
export async function subscribersOf(em: EntityManager, now = new Date()): Promise<Subscribers> {
  const groups = await queryRows(em, group, grouped, [now]);
  return countSubscribers(groups.map((one) => toTeamGroup(one, now)));
}

export async function subscribersByPackage(
  em: EntityManager,
  now = new Date(),
): Promise<PackageSubscribers[]> {
  const groups = await queryRows(em, group, grouped, [now]);
  return [...Map.groupBy(groups, ({ packageId }) => packageId)].map(([packageId, those]) => ({
    packageId,
    ...countSubscribers(those.map((one) => toTeamGroup(one, now))),
  }));
}

function toTeamGroup({ price, status, hasEnd, isOver, teams }: RowOf<typeof group>, now: Date): TeamGroup {
  const end = hasEnd ? new Date(now.getTime() + (isOver ? -1 : 1)) : null;
  const team = {
    trialEndsAt: null,
    activeUntil: end,
    package: price === null ? null : ({ price } as Package),
  };
  return {
    state: subscriptionState(team, status === null ? undefined : { status }, now),
    subscribed: status !== null,
    teams,
  };
}
