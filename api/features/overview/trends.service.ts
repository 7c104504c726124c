import { Field, Float, Int, ObjectType } from 'type-graphql';
import { date, float, int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';

@ObjectType({ description: 'Alerts that were raised on one day.' })
export class AlertTrendDay {
  @Field({
    description: 'The day in your time zone, such as `2026-11-22`. In UTC if your time zone isn’t known.',
  })
  day!: string;

  @Field(() => Int, { description: 'Number of alerts raised on this day.' })
  raised!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Median seconds from raising to acknowledging them. `null` if none was acknowledged.',
  })
  secondsToAcknowledge!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Median seconds from raising to recovery. `null` if none has recovered.',
  })
  secondsToRecover!: number | null;
}

@ObjectType({ description: 'Alerts by day, and how quickly people and networks responded.' })
export class AlertTrends {
  @Field(() => [AlertTrendDay], { description: 'Every day of the period, oldest first.' })
  days!: AlertTrendDay[];

  @Field(() => Int, { description: 'Number of alerts in the period.' })
  raised!: number;

  @Field(() => Int, { description: 'Number of alerts in the period of the same length before it.' })
  raisedBefore!: number;

  @Field(() => Float, { nullable: true, description: 'Median seconds to acknowledge. `null` if none was.' })
  secondsToAcknowledge!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Median seconds to recovery. `null` if none has recovered.',
  })
  secondsToRecover!: number | null;
}

/** SQL: the median seconds between raising an alert and another of its times. */
const medianUntil = (column: string, condition: string) =>
  `percentile_cont(0.5) within group (order by extract(epoch from ${column} - "timestamp")) filter (where ${condition})`;
const medianUntilAcknowledged = (condition = 'true') =>
  medianUntil('acknowledged_at', `acknowledged_at >= "timestamp" and ${condition}`);
/** An alert that ended because it's no longer monitored didn't recover. */
const medianUntilRecovered = (condition = 'true') =>
  medianUntil('resolved_at', `resolution = 'recovered' and ${condition}`);

/** The alerts of the latest days, by day of the viewer's time zone. */
export async function alertTrends(ctx: ViewerContext, days: number): Promise<AlertTrends> {
  const { em, viewer } = ctx;
  const zone = zoneOf(ctx);
  const today = `(now() at time zone ?)::date`;
  const rows = await queryRows(
    em,
    { day: date, raised: int, secondsToAcknowledge: orNull(float), secondsToRecover: orNull(float) },
    `with alert as (
       select *, ("timestamp" at time zone ?)::date as day from alert
        where team_id = ? and "timestamp" >= now() - make_interval(days => ? + 1))
     select days::date as day, count(alert.id)::int as raised,
            ${medianUntilAcknowledged()} as "secondsToAcknowledge", ${medianUntilRecovered()} as "secondsToRecover"
       from generate_series(${today} - ?::int + 1, ${today}, interval '1 day') days
       left join alert on alert.day = days::date group by 1 order by 1`,
    [zone, viewer.team.id, days, zone, days, zone],
  );
  const [total] = await queryRows(
    em,
    { raisedBefore: int, raised: int, secondsToAcknowledge: orNull(float), secondsToRecover: orNull(float) },
    `with alert as (
       select *, ("timestamp" at time zone ?)::date > ${today} - ?::int as is_recent from alert
        where team_id = ? and "timestamp" >= now() - make_interval(days => 2 * ? + 1)
          and ("timestamp" at time zone ?)::date > ${today} - 2 * ?::int)
     select (count(*) filter (where not is_recent))::int as "raisedBefore",
            (count(*) filter (where is_recent))::int as raised,
            ${medianUntilAcknowledged('is_recent')} as "secondsToAcknowledge",
            ${medianUntilRecovered('is_recent')} as "secondsToRecover"
       from alert`,
    [zone, zone, days, viewer.team.id, days, zone, zone, days],
  );
  chargeRows(ctx, total!.raised + total!.raisedBefore, rowsPerPoint.summedUp);
  return { ...total!, days: rows };
}
