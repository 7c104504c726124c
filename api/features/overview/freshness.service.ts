import type { EntityManager } from '@mikro-orm/postgresql';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { bool, int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { isLate } from '../sites/team-sites.store.ts';

@ObjectType({ description: 'A controller that has not been read recently.' })
export class LateController {
  @Field(() => ID, { description: 'ID of the controller.' })
  id!: string;

  @Field({ description: 'Name of the controller.' })
  name!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time of its latest successful reading. `null` if there was none.',
  })
  lastSync!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it could not be read. `null` if unknown.' })
  reason!: string | null;
}

@ObjectType({ description: 'How fresh the readings of your controllers are.' })
export class PollFreshness {
  @Field(() => Int, { description: 'Controllers that were read within two of their intervals.' })
  fresh!: number;

  @Field(() => Int, { description: 'Controllers whose latest reading is older, or failed.' })
  late!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Oldest of the latest successful readings. `null` before the first.',
  })
  oldest!: Date | null;

  @Field(() => [LateController], { description: 'Up to five late controllers, the longest late first.' })
  lateControllers!: LateController[];
}

/** Late controllers that are named. */
const named = 5;

export const pollFreshness = ({ em, viewer, app }: ViewerContext): Promise<PollFreshness> =>
  freshnessOf(em, viewer.team.id, app.config.pollIntervalSeconds);

/** How many controllers have been read recently. Those beyond the package's limit aren't read at all. */
export async function freshnessOf(
  em: EntityManager,
  teamId: string,
  pollSeconds: number,
): Promise<PollFreshness> {
  const rows = await queryRows(
    em,
    {
      id: tables.controller.id,
      name: tables.controller.name,
      lastSync: tables.controller.last_sync,
      reason: tables.controller.status_reason,
      late: int,
      fresh: int,
      oldest: orNull(tables.controller.last_sync),
      isLate: bool,
    },
    `select id, name, last_sync as "lastSync", status_reason as reason, is_late as "isLate",
            (count(*) filter (where is_late) over ())::int as late,
            (count(*) filter (where not is_late) over ())::int as fresh, min(last_sync) over () as oldest
       from (select c.*, ${isLate('c')} as is_late from controller c where c.team_id = ? and not c.over_limit) read
      order by is_late desc, last_sync nulls first, name limit ${named}`,
    [pollSeconds, teamId],
  );
  const [first] = rows;
  const dateOf = (written: string | null) => (written ? new Date(written) : null);
  return {
    fresh: first?.fresh ?? 0,
    late: first?.late ?? 0,
    oldest: dateOf(first?.oldest ?? null),
    lateControllers: rows
      .filter(({ isLate }) => isLate)
      .map(({ id, name, lastSync, reason }) => ({ id, name, reason, lastSync: dateOf(lastSync) })),
  };
}
