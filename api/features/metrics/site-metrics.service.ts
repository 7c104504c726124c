import type { CustomerContext } from '#api/graphql/context.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { chargeSamples, pollSecondsOf, spanFor } from './bounds.ts';
import { measuredUntil } from './device-metrics.service.ts';
import type { SiteMetricsArgs, TopTalkersArgs } from './metrics.args.ts';
import type { SiteMetrics, TopTalker } from './metrics.types.ts';
import { averaged, bucket, bucketValues, measuredIn } from './read-devices.ts';
import { seriesOf, uptimeOf, type Row } from './series.ts';
import { sightsIn } from './sights.service.ts';

/** Samples that are read for one answer: a fifth of a second or so. What has more comes from the hours. */
const mostSamples = 200_000;

const columns = ['online', 'offline', 'cpuPercent', 'cpuPeakPercent', 'memoryPercent', 'uplinkBps'] as const;

type MeasuredRow = Row &
  Record<(typeof columns)[number], number | null> & { observedSum: number; onlineSum: number };

/** What was measured of the devices of a site together. @throws NotFound, Invalid */
export async function siteMetrics(
  ctx: CustomerContext,
  controllerId: string,
  { siteId, ...period }: SiteMetricsArgs,
): Promise<SiteMetrics> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const site = siteId ?? controller.selectedSiteId ?? null;
  const ids = await devicesAt(ctx, controller, site);
  const span = await spanFor(ctx, controller, period, {
    mostSampled: sampledFor(ctx, controller, ids.length),
  });
  chargeSamples(ctx, span, { series: ids.length, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  // Of a round, the devices together; of a point, its rounds on average. A device that was observed for part of an hour
  // counts for that part.
  const rows = await ctx.em.execute<MeasuredRow[]>(
    `with chosen as (${devicesOf}),
     rounds as (
       select at, max(seconds) as seconds, sum(online) / nullif(max(observed), 0) as online,
              sum(observed - online) / nullif(max(observed), 0) as offline, avg(cpu) as cpu, max(cpu_max) as cpu_max,
              avg(memory) as memory, sum(uplink_bps) filter (where role = 'gateway') as uplink_bps,
              sum(observed) as observed_sum, sum(online) as online_sum
         from (${text}) as measured join chosen on chosen.id = device_id group by at)
     select ${bucket} as bucket, max(seconds) as seconds, avg(online) as online, avg(offline) as offline,
            avg(cpu) as "cpuPercent", max(cpu_max) as "cpuPeakPercent", avg(memory) as "memoryPercent",
            avg(uplink_bps) as "uplinkBps", sum(observed_sum) as "observedSum", sum(online_sum) as "onlineSum"
       from rounds group by 1 order by 1`,
    [controller.id, site, site, ...values, ...bucketValues(span)],
  );
  return {
    ...span,
    ...seriesOf(span, rows, columns),
    measuredUntil: await measuredUntil(ctx, ids),
    sights: await sightsIn(ctx, controller, site, span),
    uptimePercent: uptimeOf(
      rows.map(({ observedSum, onlineSum }) => ({ observed: observedSum, online: onlineSum })),
    ),
  };
}

const devicesOf = `select id, role from device where controller_id = ? and (?::text is null or host_id = ?)`;

async function devicesAt(
  { em }: CustomerContext,
  { id }: Controller,
  site: string | null,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(devicesOf, [id, site, site]);
  return rows.map((row) => row.id);
}

/** Milliseconds of samples that may be read of so many devices at once. */
function sampledFor(ctx: CustomerContext, controller: Controller, devices: number): number {
  return (mostSamples / Math.max(1, devices)) * pollSecondsOf(ctx, controller) * 1000;
}

/**
 * The devices of a site over whose uplinks the most went. Gateways are left out: what all others send passes them.
 * @throws NotFound, Invalid
 */
export async function topTalkers(
  ctx: CustomerContext,
  controllerId: string,
  { siteId, first, ...period }: TopTalkersArgs,
): Promise<TopTalker[]> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const site = siteId ?? controller.selectedSiteId ?? null;
  const ids = await devicesAt(ctx, controller, site);
  const span = await spanFor(ctx, controller, period, {
    mostSampled: sampledFor(ctx, controller, ids.length),
  });
  chargeSamples(ctx, span, { series: ids.length, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  const rows = await ctx.em.execute<(Omit<TopTalker, 'device'> & { id: string })[]>(
    `with chosen as (${devicesOf} and role <> 'gateway'),
     talkers as (
       select device_id as id, ${averaged('uplink_bps')} as average, max(uplink_bps_max) as peak, sum(online) as seconds
         from (${text}) as measured group by 1)
     select id, average * seconds / 8 as bytes, average as "averageBps", peak as "peakBps"
       from talkers where average is not null order by 2 desc, id limit ?`,
    [controller.id, site, site, ...values, first],
  );
  const found = await ctx.em.find(Device, { id: { $in: rows.map(({ id }) => id) } });
  const devices = new Map(found.map((device) => [device.id, device]));
  return rows.flatMap(({ id, ...figures }) => {
    const device = devices.get(id);
    return device ? [{ device, ...figures }] : [];
  });
}
