import type { EntityManager } from '@mikro-orm/postgresql';
import { int, orNull, textOf, timestamp } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { tables } from '#api/db/tables.ts';
import { dateOf } from '#api/db/row-values.ts';
import { type ConsolePushHealth, PushHealthState } from './push-health.entity.ts';

/** SQL: how far a push and the round that saw its change may be apart. */
const window = `interval '5 minutes'`;

/** SQL: the day of a moment in a team's time zone. */
const dayOf = (moment: string, team: string) =>
  `(${moment} at time zone coalesce(${team}.time_zone, '${defaultZone}'))::date`;

const today = (team: string) => dayOf('now()', team);

/** Days for which counts are kept. */
const keptHealthDays = 90;

/**
 * Counts a round's changes per console, and the pushes that announced them, within the round's transaction. Each push counts
 * for one change, because UniFi pushes each event separately.
 */
export async function countChanges(
  em: EntityManager,
  controllerId: string,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  const total = [...changes.values()].reduce((sum, one) => sum + one, 0);
  if (total === 0) return;
  const used = await queryRows(
    em,
    { id: tables.pushed_message.id },
    `update pushed_message set counted = true where id in (
       select id from pushed_message where controller_id = ? and not counted and at > now() - ${window} order by id limit ?)
     returning id`,
    [controllerId, total],
  );
  let pushes = used.length;
  const rows = [...changes].map(([hostId, count]) => {
    const pushed = Math.min(count, pushes);
    pushes -= pushed;
    return { hostId, count, pushed };
  });
  await em.execute(
    `insert into console_push_day as d (controller_id, host_id, day, changes, pushed, pushed_at, waiting, waiting_since)
     select c.id, "hostId", ${today('t')}, count, pushed, case when pushed > 0 then now() end,
            count - pushed, now()
       from json_to_recordset(?::json) as seen ("hostId" text, count int, pushed int)
       join controller c on c.id = ? join team t on t.id = c.team_id
     on conflict (controller_id, host_id, day) do update
        set changes = d.changes + excluded.changes, pushed = d.pushed + excluded.pushed,
            pushed_at = coalesce(excluded.pushed_at, d.pushed_at),
            waiting = excluded.waiting + case when d.waiting_since > now() - ${window} then d.waiting else 0 end,
            waiting_since = case when excluded.waiting > 0 then excluded.waiting_since else d.waiting_since end`,
    [JSON.stringify(rows), controllerId],
    'run',
  );
}

/** Counts a push for a change that was seen shortly before it arrived, in the caller's transaction. @returns whether it was */
export async function countPush(em: EntityManager, controllerId: string): Promise<boolean> {
  const counted = await queryRows(
    em,
    { hostId: tables.console_push_day.host_id },
    `update console_push_day set pushed = pushed + 1, pushed_at = now(), waiting = waiting - 1
      where (controller_id, host_id, day) in (
        select controller_id, host_id, day from console_push_day
         where controller_id = ? and waiting > 0 and waiting_since > now() - ${window}
         order by waiting_since, host_id limit 1)
     returning host_id as "hostId"`,
    [controllerId],
  );
  return counted.length > 0;
}

/** Changes since the last push that make a console's pushes stale. UniFi loses some, so one or two prove nothing. */
const staleChanges = 3;

/** The monitored consoles of a controller and how reliably they push, by name. */
export async function pushHealthOf(em: EntityManager, controllerId: string): Promise<ConsolePushHealth[]> {
  const rows = await queryRows(
    em,
    {
      hostId: tables.site_reading.host_id,
      name: textOf<string>(),
      changes: int,
      pushed: int,
      lastPushedAt: orNull(timestamp),
      changesSince: int,
    },
    `select s.host_id as "hostId", s.name, coalesce(d.changes, 0)::int as changes, coalesce(d.pushed, 0)::int as pushed,
            d."lastPushedAt", coalesce(since.changes, 0)::int as "changesSince"
       from site_reading s join controller c on c.id = s.controller_id join team t on t.id = c.team_id
       left join lateral (
         select sum(changes) filter (where day > ${today('t')} - 7) as changes,
                sum(pushed) filter (where day > ${today('t')} - 7) as pushed,
                max(pushed_at) as "lastPushedAt"
           from console_push_day where controller_id = s.controller_id and host_id = s.host_id) d on true
       left join lateral (
         select sum(changes) as changes
           from console_push_day where controller_id = s.controller_id and host_id = s.host_id
            and day > ${dayOf('d."lastPushedAt"', 't')}) since on true
      where s.controller_id = ? and s.gone_at is null and (c.selected_site_ids is null or s.host_id = any(c.selected_site_ids))
      order by s.name, s.host_id`,
    [controllerId],
  );
  return rows.map(({ changesSince, lastPushedAt, ...row }) => ({
    ...row,
    lastPushedAt: dateOf(lastPushedAt),
    state: stateOf(lastPushedAt, changesSince),
  }));
}

/** Changes are counted by day, so those since the last push are the ones of later days. */
function stateOf(lastPushedAt: string | null, changesSince: number): PushHealthState {
  if (lastPushedAt === null) return PushHealthState.never;
  return changesSince >= staleChanges ? PushHealthState.stale : PushHealthState.healthy;
}

/** Deletes days that are no longer shown. */
export async function removeOldHealth(em: EntityManager): Promise<void> {
  await em.execute(
    `delete from console_push_day where day < (now() at time zone 'UTC')::date - ${keptHealthDays}`,
    [],
    'run',
  );
}
