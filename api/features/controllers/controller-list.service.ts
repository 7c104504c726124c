import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { raw, type ObjectQuery } from '@mikro-orm/core';
import type { QBFilterQuery } from '@mikro-orm/postgresql';
import { int, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { fold, foldedSql, naturalOrderSql, wordsOf } from '#api/db/text-search.ts';
import { addressOf, Controller, lacksKey } from './controller.entity.ts';
import type { ControllerPage, ControllerSearch } from './controller.input.ts';

/** Counts of a team's controllers by state. */
@ObjectType({ description: "How many of your team's controllers are in which state." })
export class ControllerStates {
  @Field(() => Int, { description: 'Controllers whose console UniFi reports as offline.' })
  offline!: number;

  @Field(() => Int, { description: "Controllers that couldn't be read." })
  error!: number;

  @Field(() => Int, {
    description: "Controllers of which the latest reading doesn't say whether they're up.",
  })
  unknown!: number;

  @Field(() => Int, { description: "Controllers that haven't been read yet." })
  pending!: number;

  @Field(() => Int, {
    description: "Controllers over the package's limit, with any status. They aren't monitored.",
  })
  unwatched!: number;

  @Field(() => Int, { description: 'The last reading succeeded.' })
  online!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Latest successful reading of any of them. `null` before the first.',
  })
  lastReading!: Date | null;
}

/** Columns that callers see, without the API key and internal state. */
const shown = [
  'id',
  'name',
  'apiKeyTail',
  'status',
  'statusReason',
  'statusCode',
  'version',
  'deviceCount',
  'totalSites',
  'lastSync',
  'selectedSiteId',
  'selectedSiteName',
  'selectedSiteIds',
  'selectedSiteNames',
  'overLimit',
  'lastPushAt',
  'haloEnabled',
  'haloSeverityLevels',
  'haloPriority',
  'haloCategory',
  'haloCategoryName',
  'haloClientId',
  'haloClientName',
  'haloSiteId',
  'haloSiteName',
  'defaultCustomer',
  'createdAt',
] as const;

/** Sorts broken controllers first, then unmonitored ones. */
const STATE = `case when over_limit then 'unwatched' else status end`;
const severityOrder = `array_position(array['offline', 'error', 'unknown', 'pending', 'unwatched', 'online'], ${STATE})`;

/**
 * The team's controllers, oldest first or broken ones first. Returns plain rows, because a team may have
 * thousands and change-tracked entities cost several times as much.
 */
export async function controllers(
  { em, viewer }: ViewerContext,
  { search, worstFirst, first, skip }: ControllerPage,
): Promise<Controller[]> {
  const byAge = { createdAt: 'asc', id: 'asc' } as const;
  const query = em
    .createQueryBuilder(Controller, 'c')
    .select(shown)
    .where(found(viewer.team.id, search) as QBFilterQuery<Controller, 'c'>)
    .orderBy(
      worstFirst
        ? [{ [raw(severityOrder)]: 'asc' }, { [raw(naturalOrderSql('name'))]: 'asc' }, { id: 'asc' }]
        : byAge,
    );
  if (first) void query.limit(first);
  if (skip) void query.offset(skip);
  const rows = await query.execute<Controller[]>('all');
  return rows.map((row) => ({
    ...row,
    // A plain row has the ID where an entity has the customer.
    defaultCustomerId: (row.defaultCustomer as unknown as string | null) ?? null,
    url: addressOf(row),
    needsNewKey: lacksKey(row),
    selectedSiteCount: row.selectedSiteIds?.length ?? null,
  }));
}

/** The number of controllers, or of matches. */
export function controllerCount(
  { em, viewer }: ViewerContext,
  { search }: ControllerSearch,
): Promise<number> {
  return em.count(Controller, found(viewer.team.id, search));
}

/** How many controllers are in each state, and when one was last read. */
export async function controllerStates({ em, viewer }: ViewerContext): Promise<ControllerStates> {
  const rows = await queryRows(
    em,
    {
      state: textOf<keyof Omit<ControllerStates, 'lastReading'>>(),
      count: int,
      last: tables.controller.last_sync,
    },
    `select ${STATE} as state, count(*)::int as count, max(last_sync) as last
         from controller where team_id = ? group by 1`,
    [viewer.team.id],
  );
  const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  const readings = rows.flatMap(({ last }) => (last ? [new Date(last).getTime()] : []));
  const none = { offline: 0, error: 0, unknown: 0, pending: 0, unwatched: 0, online: 0 };
  return { ...none, ...counts, lastReading: readings.length > 0 ? new Date(Math.max(...readings)) : null };
}

const found = (team: string, search: string | null | undefined): ObjectQuery<Controller> => ({
  team,
  $and: wordsOf(search).map((word) => ({ [raw(inItsNames, [fold(word)])]: [] })),
});

/** SQL: whether the name or a selected site contains a word. */
const inItsNames = (alias: string): string => {
  const names = `concat_ws(' ', ${alias}.name, ${alias}.selected_site_name, array_to_string(${alias}.selected_site_names, ' '))`;
  return `strpos(${foldedSql(names)}, ?) > 0`;
};
