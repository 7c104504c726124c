import { float, int, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { findDevice } from '../controllers/devices.service.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import {
  chargeSamples,
  pollSecondsOf,
  spanFor,
  averaged,
  bucket,
  bucketValues,
  measuredIn,
  figures,
} from './read-period.service.ts';
import type { MetricsPeriod, SiteMetricsArgs, TopTalkersArgs } from './metrics.input.ts';
import type { DeviceMetrics, SiteMetrics, TopTalker, ReachabilitySpan } from './metrics.types.ts';
import { seriesOf, uptimeOf, rawDays } from './series.ts';
import { Device } from '../controllers/device.entity.ts';
import { ReachabilityInterval } from './metrics.entity.ts';

const deviceColumns = [
  'cpuPercent',
  'cpuPeakPercent',
  'memoryPercent',
  'memoryPeakPercent',
  'diskFreePercent',
  'uplinkBps',
  'uplinkPeakBps',
  'onlinePercent',
] as const;

/**
 * Measurements of one device.
 * @throws NotFound, Invalid
 */
export async function deviceMetrics(
  ctx: ViewerContext,
  controllerId: string,
  deviceId: string,
  period: MetricsPeriod,
): Promise<DeviceMetrics> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const device = await findDevice(ctx, controller, deviceId);
  const span = await spanFor(ctx, controller, period);
  chargeSamples(ctx, span, { series: 1, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  const rows = await queryRows(
    ctx.em,
    { bucket: int, seconds: float, ...figures(deviceColumns), observed: float, online: float },
    `with chosen as (select ?::uuid as id)
     select ${bucket} as bucket, max(seconds) as seconds,
            ${averaged('cpu')} as "cpuPercent", max(cpu_max) as "cpuPeakPercent",
            ${averaged('memory')} as "memoryPercent", max(memory_max) as "memoryPeakPercent",
            min(disk_free) as "diskFreePercent",
            ${averaged('uplink_bps')} as "uplinkBps", max(uplink_bps_max) as "uplinkPeakBps",
            100 * sum(online) / nullif(sum(observed), 0) as "onlinePercent",
            sum(observed) as observed, sum(online) as online
       from (${text}) as measured group by 1 order by 1`,
    [device.id, ...bucketValues(span), ...values],
  );
  return {
    ...span,
    ...seriesOf(span, rows, deviceColumns),
    device,
    measuredUntil: await measuredUntil(ctx, [device.id]),
    uptimePercent: uptimeOf(rows),
  };
}

/** The newest sample of any of them. */
async function measuredUntil({ em }: ViewerContext, deviceIds: string[]): Promise<Date | null> {
  const [row] = await queryRows(
    em,
    { at: orNull(tables.device_sample.at) },
    `select max(newest.at) as at from unnest(?::uuid[]) as device (id) cross join lateral (
       select at from metrics.device_sample s
        where s.device_id = device.id and s.at > now() - interval '${rawDays + 1} days'
        order by at desc limit 1) as newest`,
    [`{${deviceIds.join(',')}}`],
  );
  return row?.at ? new Date(row.at) : null;
}

/** Samples that one response may read, about a fifth of a second. Longer series use the hourly sums. */
const mostSamples = 200_000;

const siteColumns = [
  'online',
  'offline',
  'cpuPercent',
  'cpuPeakPercent',
  'memoryPercent',
  'uplinkBps',
] as const;

/**
 * Measurements of all devices of a site, or of the monitored sites, combined.
 * @throws NotFound, Invalid
 */
export async function siteMetrics(
  ctx: ViewerContext,
  controllerId: string,
  { siteId, ...period }: SiteMetricsArgs,
): Promise<SiteMetrics> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const sites = sitesOf(controller, siteId);
  const ids = await devicesAt(ctx, controller, sites);
  const span = await spanFor(ctx, controller, period, {
    mostSampled: sampledFor(ctx, controller, ids.length),
  });
  chargeSamples(ctx, span, { series: ids.length, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  // Sums the devices of each round, then averages the rounds of each point. A device observed for part of an
  // hour is weighted accordingly.
  const rows = await queryRows(
    ctx.em,
    { bucket: int, seconds: float, ...figures(siteColumns), observedSum: float, onlineSum: float },
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
    [controller.id, asJson(sites), asJson(sites), ...values, ...bucketValues(span)],
  );
  return {
    ...span,
    ...seriesOf(span, rows, siteColumns),
    measuredUntil: await measuredUntil(ctx, ids),
    reachability: await reachabilityIn(ctx, controller, sites, span),
    uptimePercent: uptimeOf(
      rows.map(({ observedSum, onlineSum }) => ({ observed: observedSum, online: onlineSum })),
    ),
  };
}

/** One site, or the ones that its controller monitors: `null` for all. */
export const sitesOf = ({ selectedSiteIds }: Controller, siteId?: string | null): string[] | null =>
  siteId ? [siteId] : (selectedSiteIds ?? null);

const devicesOf = `
  select id, role from device
   where controller_id = ? and (?::jsonb is null or host_id in (select jsonb_array_elements_text(?::jsonb)))`;

const asJson = (sites: string[] | null): string | null => sites && JSON.stringify(sites);

async function devicesAt(
  { em }: ViewerContext,
  { id }: Controller,
  sites: string[] | null,
): Promise<string[]> {
  const rows = await queryRows(em, { id: tables.device.id, role: tables.device.role }, devicesOf, [
    id,
    asJson(sites),
    asJson(sites),
  ]);
  return rows.map((row) => row.id);
}

/** How many milliseconds of samples may be read for this many devices at once. */
function sampledFor(ctx: ViewerContext, controller: Controller, devices: number): number {
  return (mostSamples / Math.max(1, devices)) * pollSecondsOf(ctx, controller) * 1000;
}

/**
 * The devices of a site with the most uplink traffic. Gateways are left out, because all other devices'
 * traffic passes through them.
 * @throws NotFound, Invalid
 */
export async function topTalkers(
  ctx: ViewerContext,
  controllerId: string,
  { siteId, first, ...period }: TopTalkersArgs,
): Promise<TopTalker[]> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const sites = sitesOf(controller, siteId);
  const ids = await devicesAt(ctx, controller, sites);
  const span = await spanFor(ctx, controller, period, {
    mostSampled: sampledFor(ctx, controller, ids.length),
  });
  chargeSamples(ctx, span, { series: ids.length, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  const rows = await queryRows(
    ctx.em,
    { id: tables.device_sample.device_id, bytes: float, averageBps: float, peakBps: float },
    `with chosen as (${devicesOf} and role <> 'gateway'),
     talkers as (
       select device_id as id, ${averaged('uplink_bps')} as average, max(uplink_bps_max) as peak, sum(online) as seconds
         from (${text}) as measured group by 1)
     select id, average * seconds / 8 as bytes, average as "averageBps", peak as "peakBps"
       from talkers where average is not null order by 2 desc, id limit ?`,
    [controller.id, asJson(sites), asJson(sites), ...values, first],
  );
  const found = await ctx.em.find(Device, { id: { $in: rows.map(({ id }) => id) } });
  const devices = new Map(found.map((device) => [device.id, device]));
  return rows.flatMap(({ id, ...figures }) => {
    const device = devices.get(id);
    return device ? [{ device, ...figures }] : [];
  });
}

/**
 * When sites were reachable within a period, in order. The controller's own state only matters while it
 * couldn't be read, because its consoles are unknown then.
 */
export async function reachabilityIn(
  { em }: ViewerContext,
  controller: Controller,
  sites: string[] | null,
  { from, until }: { from: Date; until: Date },
): Promise<ReachabilitySpan[]> {
  const stretches = await em.find(
    ReachabilityInterval,
    {
      controller,
      began: { $lt: until },
      $and: [
        { $or: [{ until: null }, { until: { $gt: from } }] },
        { $or: [{ hostId: sites ? { $in: sites } : { $ne: '' } }, { hostId: '', seen: false }] },
      ],
    },
    { orderBy: { began: 'asc', hostId: 'asc' }, limit: maxSpans, disableIdentityMap: true },
  );
  // An ongoing interval lasts until the controller's last round.
  const reached = controller.lastRoundAt ?? until;
  return stretches.flatMap(({ began, until: ended, hostId, seen, problem }) => {
    const span = { from: latest(began, from), until: earliest(ended ?? latest(reached, began), until) };
    return span.until > span.from || !ended
      ? [{ ...span, siteId: hostId, seen, problem: problem ?? null }]
      : [];
  });
}

/** More wouldn't be distinguishable in a strip. */
const maxSpans = 1000;

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);
