import type { EntityManager } from '@mikro-orm/postgresql';
import { float, orNull } from '#api/db/columns.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import { allowed } from '../packages/limits.ts';
import { Team } from '../teams/team.entity.ts';
import { rawDays, spanOf, type Span } from './series.ts';
import { rolledUntil } from './roll-up.job.ts';

const day = 86_400_000;

/**
 * The period shown for a request, within what the team may see.
 * @throws Invalid for an invalid period
 */
export async function spanFor(
  ctx: ViewerContext,
  controller: Pick<Controller, 'pollSeconds'>,
  wish: { from?: Date | null; until?: Date | null },
  { mostSampled = rawDays * day, leastSeconds = 0 } = {},
): Promise<Span> {
  const { em, viewer } = ctx;
  const now = new Date();
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  const span = spanOf(wish, {
    now,
    reachesBack: days === null ? null : new Date(now.getTime() - days * day),
    leastSeconds: Math.max(leastSeconds, pollSecondsOf(ctx, controller)),
    mostSampled,
  });
  if ('wrong' in span) throw new Invalid(span.wrong);
  return span;
}

const secondsPerHour = 3600;

/**
 * Charges for the samples that a chart of this many devices or lines reads.
 * @throws TooMany
 */
export function chargeSamples(
  ctx: ViewerContext,
  { from, until, source }: Span,
  { series, everySeconds }: { series: number; everySeconds: number },
): void {
  const seconds = (until.getTime() - from.getTime()) / 1000;
  const samples = (series * seconds) / (source === 'hours' ? secondsPerHour : everySeconds);
  chargeRows(ctx, samples, rowsPerPoint.summedUp);
}

export const pollSecondsOf = (
  { app }: ViewerContext,
  { pollSeconds }: Pick<Controller, 'pollSeconds'>,
): number => pollSeconds ?? app.config.pollIntervalSeconds;

/** SQL for measurements between two moments, as rows of the same shape whatever their source. */
export interface Measured {
  text: string;
  values: unknown[];
}

const ofSamples = `
  select device_id, at, 1 as samples, seconds, cpu, cpu as cpu_max, memory, memory as memory_max, disk_free, uplink_bps,
         uplink_bps as uplink_bps_max, case when state in (1, 2, 4) then seconds else 0 end as observed,
         case when state = 1 then seconds else 0 end as online
    from metrics.device_sample where device_id = any(select id from chosen) and at >= ? and at < ?`;

const ofHours = `
  select device_id, at, samples, 3600 as seconds, cpu, cpu_max, memory, memory_max, disk_free, uplink_bps,
         uplink_bps_max, observed_seconds as observed, online_seconds as online
    from metrics.device_hour where device_id = any(select id from chosen) and at >= ? and at < ?`;

/**
 * Combines hourly sums with the samples that haven't been summed yet. The query has the devices in `chosen`.
 */
export async function measuredIn(em: EntityManager, { from, until, source }: Span): Promise<Measured> {
  if (source === 'samples') return { text: ofSamples, values: [from, until] };
  const rolled = (await rolledUntil(em)) ?? from;
  const seam = new Date(Math.min(Math.max(rolled.getTime(), from.getTime()), until.getTime()));
  return { text: `${ofHours} union all ${ofSamples}`, values: [from, seam, seam, until] };
}

/** SQL: the point that a row belongs to. Parameters: the start of the span and the length of a point. */
export const bucket = '(floor((extract(epoch from at) - ?) / ?))::int';
export const bucketValues = ({ from, bucketSeconds }: Span) => [from.getTime() / 1000, bucketSeconds];

/** SQL: an average over samples or hourly sums. */
export const averaged = (name: string) =>
  `sum(${name} * samples) / nullif(sum(samples) filter (where ${name} is not null), 0)`;

/** Values of a point, each of which may not have been measured. */
export const figures = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, orNull(float)])) as Record<
    Name,
    ReturnType<typeof orNull<number>>
  >;
