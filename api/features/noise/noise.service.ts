import { bool, date, int, orNull, text, textOf, timestamp } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import type { DeliveryChannel } from '../alerts/notification-channel.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import { isMessageSql } from '../notifications/delivery.entity.ts';
import { allowed } from '../packages/limits.ts';
import { Team } from '../teams/team.entity.ts';
import { isStored } from '../watch/backtest/run-rule.ts';
import { budgetsOf, messagesThisWeek, startOf, weekOf } from './budgets.store.ts';
import type { Noise, NoiseSources } from './noise.types.ts';

/** Weeks that are counted. Timelines and deliveries are stored for longer. */
export const shownWeeks = 8;

/** The most rules and devices in each list. */
const most = 10;

/** Days that a message may wait, such as in quiet hours, before it is sent. Bounds how many are read. */
const longestWaitDays = 14;

/** SQL: how many of the alerts `a` meet a condition. */
const count = (condition: string) => `(count(*) filter (where ${condition}))::int`;

/**
 * SQL: whether nobody has done anything with an alert. Closing its ticket in HaloPSA acknowledges it. One that was raised
 * less than a day ago may still be looked at.
 */
const isUntouched = `a.acknowledged_at is null and (a.resolved_at is not null or a."timestamp" < now() - interval '1 day')
  and not exists (select from alert_entry e where e.alert_id = a.id
    and e.kind in ('acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'maintenance_started'))`;
const isBrief = `a.resolution = 'recovered' and a.acknowledged_at is null and a.raises = 1
  and a.resolved_at <= a."timestamp" + interval '5 minutes'`;

/** SQL: the first day of the first of so many weeks. Parameters: the zone, and the weeks. */
const firstWeek = `(${weekOf('now()', '?')} - 7 * (?::int - 1))`;

/** The figures of the last weeks. */
export async function noise(ctx: ViewerContext): Promise<Noise> {
  const { em, viewer } = ctx;
  const teamId = viewer.team.id;
  const zone = viewer.team.timeZone ?? defaultZone;
  const period = [zone, shownWeeks, zone];
  const sent = await queryRows(
    em,
    { start: date, channel: textOf<DeliveryChannel>(), messages: int },
    `with period as materialized (select ${startOf(firstWeek, '?')} as "from")
     select ${weekOf('d.sent_at', '?')} as start, d.channel, count(*)::int as messages
       from period join delivery d on d.team_id = ? and d.sent_at >= period."from" and ${isMessageSql}
        and d.created_at >= period."from" - interval '${longestWaitDays} days'
      group by 1, 2 order by 3 desc, 2`,
    [...period, zone, teamId],
  );
  const alerts = await queryRows(
    em,
    {
      start: date,
      isComplete: bool,
      alerts: int,
      acknowledged: int,
      untouched: int,
      flapping: int,
      brief: int,
    },
    `with period as materialized (select ${firstWeek} as first, ${startOf(firstWeek, '?')} as "from")
     select week::date as start, ${startOf('week', '?')} >= ? as "isComplete", count(a.id)::int as alerts, ${count('a.acknowledged_at is not null')} as acknowledged,
            ${count(`a.id is not null and ${isUntouched}`)} as untouched, ${count('a.raises > 1')} as flapping,
            ${count(isBrief)} as brief
       from period cross join generate_series(first::timestamp, first + 7 * ?::int - 7, interval '7 days') week
       left join alert a on a.team_id = ? and a."timestamp" >= period."from" and ${weekOf('a."timestamp"', '?')} = week::date
      group by week order by week`,
    [zone, shownWeeks, ...period, zone, await historyBegin(ctx), shownWeeks, teamId, zone],
  );
  const total = (rows: readonly { alerts?: number; messages?: number }[]) =>
    rows.reduce((sum, row) => sum + (row.alerts ?? row.messages ?? 0), 0);
  chargeRows(ctx, total(sent) + total(alerts), rowsPerPoint.summedUp);
  const budgets = await budgetsOf(em, teamId);
  return {
    timeZone: zone,
    weeks: alerts.map((week) => {
      const channels = sent.filter(({ start }) => start === week.start);
      return { ...week, messages: total(channels), channels };
    }),
    budgets: budgets.map((one) => ({ ...one, isExceeded: one.budget !== null && one.messages > one.budget })),
  };
}

/** Since when the team's alerts are stored. Those that ended earlier were deleted. */
async function historyBegin({ em, viewer }: ViewerContext): Promise<Date> {
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  return new Date(days === null ? 0 : Date.now() - days * 86_400_000);
}

/**
 * SQL: every alert that was raised in a period or that messages were sent about, with its messages. Parameters: the zone, the
 * weeks, the zone again, and the team twice.
 */
const messagesByAlert = `
  with period as materialized (select ${startOf(firstWeek, '?')} as "from"),
  sent as (
    select d.alert_id as id, count(*)::int as messages from period join delivery d on d.team_id = ?
       and d.sent_at >= period."from" and d.created_at >= period."from" - interval '${longestWaitDays} days'
     where d.alert_id is not null and ${isMessageSql} group by 1),
  raised as (
    select a.id from period join alert a on a.team_id = ? and a."timestamp" >= period."from"),
  messages_by_alert as (
    select coalesce(sent.id, raised.id) as id, coalesce(sent.messages, 0) as messages, raised.id is not null as is_raised
      from sent full join raised using (id))`;

/** SQL: whether an alert is about a provider. It is stored with the site that failed first, but isn't about that site. */
/** Stands for deleted rules, because `mode()` ignores `null`. */
const noRule = '00000000-0000-0000-0000-000000000000';

const isOfProvider = `a.type = 'isp_outage'`;

/** SQL: the value of an expression in the latest alert of a group. */
const latest = (value: string) => `(array_agg(${value} order by a."timestamp" desc))[1]`;
const latestOfSite = (value: string) => latest(`case when not ${isOfProvider} then ${value} end`);

const sourceFigures = `sum(messages_by_alert.messages)::int as messages, ${count('messages_by_alert.is_raised')} as alerts,
  ${count(`messages_by_alert.is_raised and ${isUntouched}`)} as untouched`;

/** What caused most messages in the last weeks. */
export async function noiseSources(ctx: ViewerContext, weeks: number): Promise<NoiseSources> {
  const { em, viewer } = ctx;
  const teamId = viewer.team.id;
  const zone = viewer.team.timeZone ?? defaultZone;
  const values = [zone, weeks, zone, teamId, teamId];
  const { alert, alert_rule: rule } = tables;
  const figures = { messages: int, alerts: int, untouched: int };
  const rules = await queryRows(
    em,
    {
      ruleId: rule.id,
      name: rule.name,
      condition: rule.condition,
      threshold: rule.threshold,
      duration: rule.duration,
      isActive: rule.is_active,
      brief: int,
      ...figures,
    },
    `${messagesByAlert}
     select r.id as "ruleId", r.name, r.condition, r.threshold, r.duration, r.is_active as "isActive", ${sourceFigures},
            ${count(`messages_by_alert.is_raised and ${isBrief}`)} as brief
       from messages_by_alert join alert a on a.id = messages_by_alert.id join alert_rule r on r.id = a.rule_id
      group by r.id order by messages desc, alerts desc, r.name, r.id limit ${most}`,
    values,
  );
  const devices = await queryRows(
    em,
    {
      name: text,
      controllerId: orNull(alert.controller_id),
      siteId: orNull(alert.site_id),
      siteName: orNull(text),
      mac: alert.device_mac,
      line: alert.line,
      asn: alert.asn,
      isDevice: bool,
      ruleId: orNull(alert.rule_id),
      ...figures,
    },
    `${messagesByAlert}
     select ${latest('coalesce(a.device_name, a.device_mac, a.site_name)')} as name,
            ${latestOfSite('a.controller_id')} as "controllerId", ${latestOfSite('a.site_id')} as "siteId",
            ${latestOfSite('a.site_name')} as "siteName", a.device_mac as mac, a.line,
            ${latest(`case when ${isOfProvider} then a.asn end`)} as asn,
            a.device_mac is not null and bool_and(a.type <> 'client_disconnect') as "isDevice",
            nullif(mode() within group (order by coalesce(a.rule_id, '${noRule}')), '${noRule}') as "ruleId", ${sourceFigures}
       from messages_by_alert join alert a on a.id = messages_by_alert.id
      group by case when ${isOfProvider} then a.subject
                 else concat_ws(' ', a.controller_id, a.site_id) end, a.device_mac, a.line
      order by messages desc, alerts desc, name, a.device_mac limit ${most}`,
    values,
  );
  const [period] = await queryRows(
    em,
    { from: timestamp, alerts: int },
    `select period."from", (select count(*)::int from alert a where a.team_id = ? and a."timestamp" >= period."from") as alerts
       from (select ${startOf(firstWeek, '?')} as "from") period`,
    [teamId, zone, weeks, zone],
  );
  chargeRows(ctx, 2 * period!.alerts, rowsPerPoint.summedUp);
  const own = await em.find(AlertRule, {
    team: viewer.team,
    id: { $in: devices.flatMap(({ ruleId, isDevice }) => (isDevice && ruleId) || []) },
  });
  return {
    from: new Date(Math.max(Date.parse(period!.from), (await historyBegin(ctx)).getTime())),
    rules: rules.map((one) => ({ ...one, hasBacktest: isStored(one.condition) })),
    devices: devices.map(({ ruleId, ...one }) => ({
      ...one,
      rule: (one.isDevice && own.find(({ id }) => id === ruleId)) || null,
    })),
  };
}

const messagesOf = batched(({ em }, ids) => messagesThisWeek(em, ids));

/** Messages of a channel this week. `null` if it has no budget. */
export async function channelMessages(
  ctx: ViewerContext,
  { id, weeklyBudget }: Pick<Integration, 'id' | 'weeklyBudget'>,
): Promise<number | null> {
  return weeklyBudget ? ((await messagesOf(ctx, id)) ?? null) : null;
}
