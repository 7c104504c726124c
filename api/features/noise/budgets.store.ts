import type { EntityManager } from '@mikro-orm/postgresql';
import { int, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { isMessageSql } from '../notifications/delivery.entity.ts';

/** SQL: the time zone of a team's weeks. */
export const zoneOfTeam = (team: string) => `coalesce(${team}.time_zone, 'UTC')`;

/** SQL: the Monday of the week of a moment, as a date. Weeks begin at midnight there, whatever the clocks do. */
export const weekOf = (moment: string, zone: string) =>
  `date_trunc('week', ${moment} at time zone ${zone})::date`;

/** SQL: when the day of a date begins. */
export const startOf = (day: string, zone: string) => `(${day}::timestamp at time zone ${zone})`;

/** Channels of a team. Push notifications are set up by each member, and other integrations send no alerts. */
export const isChannel = `i.made_from is null and i.type = any('{${Object.values(NotificationChannel).join(',')}}')`;

/** SQL: how many messages a channel sent in the week that begins on a date. */
const sentIn = (week: string, zone: string) => `
  (select count(*)::int from delivery d
    where d.integration_id = i.id and ${isMessageSql} and d.sent_at >= ${startOf(week, zone)}
      and d.sent_at < ${startOf(`(${week} + 7)`, zone)})`;

const thisWeek = sentIn(weekOf('now()', zoneOfTeam('t')), zoneOfTeam('t'));

/** How many messages each of these channels has sent in the running week, by the channel's ID. */
export async function messagesThisWeek(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queryRows(
    em,
    { id: tables.integration.id, messages: int },
    `select i.id, ${thisWeek} as messages from integration i join team t on t.id = i.team_id where i.id = any(?::uuid[])`,
    [`{${ids.join(',')}}`],
  );
  return new Map(rows.map(({ id, messages }) => [id, messages]));
}

/** A team's channels with their messages of the current week, oldest channel first. */
export function budgetsOf(em: EntityManager, teamId: string) {
  return queryRows(
    em,
    {
      integrationId: tables.integration.id,
      channel: textOf<NotificationChannel>(),
      isActive: tables.integration.is_active,
      budget: tables.integration.weekly_budget,
      messages: int,
    },
    `select i.id as "integrationId", i.type as channel, i.is_active as "isActive", i.weekly_budget as budget,
            ${thisWeek} as messages
       from integration i join team t on t.id = i.team_id
      where i.team_id = ? and ${isChannel} order by i.created_at, i.id`,
    [teamId],
  );
}

/** A channel that has sent more than its budget, and whose owner hasn't been warned. */
export interface ExceededBudget {
  id: string;
  teamId: string;
  channel: NotificationChannel;
  budget: number;
  messages: number;
  /** The first day of the week. */
  week: string;
}

/** All of them in the week of a moment. */
export function exceededBudgets(em: EntityManager, at: Date): Promise<ExceededBudget[]> {
  const { id, team_id: teamId } = tables.integration;
  return queryRows(
    em,
    {
      id,
      teamId,
      channel: textOf<NotificationChannel>(),
      budget: int,
      messages: int,
      week: textOf<string>(),
    },
    `with budgeted as (
       select i.id, i.team_id, i.type, i.weekly_budget, week::text as week, ${sentIn('week', zoneOfTeam('t'))} as messages
         from integration i join team t on t.id = i.team_id
         cross join lateral (select ${weekOf('?::timestamptz', zoneOfTeam('t'))} as week) w
        where i.weekly_budget is not null and ${isChannel}
          and (i.budget_warned_week is null or i.budget_warned_week < week))
     select id, team_id as "teamId", type as channel, weekly_budget as budget, messages, week from budgeted
      where messages > weekly_budget`,
    [at],
  );
}
