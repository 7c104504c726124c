import type { EntityManager } from '@mikro-orm/postgresql';
import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';

/**
 * Follows a change to which customers or tags sites have, in the same transaction under the team's lock. What is limited to
 * customers or tags may cover other sites now.
 */
export type RegroupHandler = (em: EntityManager, teamId: string) => Promise<void>;

export const regroupHandlers = new ExtensionPoint<readonly RegroupHandler[]>('regrouped sites');

/** Runs before sites have other customers or tags. What it returns runs once they have. */
export type RegroupWatcher = (em: EntityManager, teamId: string) => Promise<() => Promise<void>>;

export const regroupWatchers = new ExtensionPoint<readonly RegroupWatcher[]>('watchers of regrouped sites');

/**
 * Saves other customers or tags of sites, and what follows. Charges for the team's open alerts, which are all looked at.
 * @param save writes the change, nothing of which may be in the database before
 */
export async function regroupSites(own: ViewerContext, save: () => Promise<void>): Promise<void> {
  const { em, viewer } = own;
  await chargeOpenAlerts(own);
  const saved: (() => Promise<void>)[] = [];
  for (const watch of regroupWatchers.value) saved.push(await watch(em, viewer.team.id));
  await save();
  for (const follow of saved) await follow();
  for (const handle of regroupHandlers.value) await handle(em, viewer.team.id);
}

/** Charges for all open alerts of the team. Alerts build on customers, so they are counted here. */
export async function chargeOpenAlerts(ctx: ViewerContext): Promise<void> {
  const [row] = await queryRows(
    ctx.em,
    { count: int },
    'select count(*)::int as count from alert where team_id = ? and resolved_at is null',
    [ctx.viewer.team.id],
  );
  chargeRows(ctx, row?.count ?? 0, rowsPerPoint.summedUp);
}
