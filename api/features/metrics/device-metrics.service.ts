import type { CustomerContext } from '#api/graphql/context.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { findDevice } from '../controllers/devices.service.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { chargeSamples, pollSecondsOf, spanFor } from './bounds.ts';
import type { MetricsPeriod } from './metrics.args.ts';
import type { DeviceMetrics } from './metrics.types.ts';
import { averaged, bucket, bucketValues, measuredIn } from './read-devices.ts';
import { seriesOf, uptimeOf, type Row } from './series.ts';
import { rawDays } from './span.ts';

const columns = [
  'cpuPercent',
  'cpuPeakPercent',
  'memoryPercent',
  'memoryPeakPercent',
  'diskFreePercent',
  'uplinkBps',
  'uplinkPeakBps',
  'onlinePercent',
] as const;

type MeasuredRow = Row &
  Record<(typeof columns)[number], number | null> & { observed: number; online: number };

/** What was measured of one device. @throws NotFound, Invalid */
export async function deviceMetrics(
  ctx: CustomerContext,
  controllerId: string,
  deviceId: string,
  period: MetricsPeriod,
): Promise<DeviceMetrics> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const device = await findDevice(ctx, controller, deviceId);
  const span = await spanFor(ctx, controller, period);
  chargeSamples(ctx, span, { series: 1, everySeconds: pollSecondsOf(ctx, controller) });
  const { text, values } = await measuredIn(ctx.em, span);
  const rows = await ctx.em.execute<MeasuredRow[]>(
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
    ...seriesOf(span, rows, columns),
    device,
    measuredUntil: await measuredUntil(ctx, [device.id]),
    uptimePercent: uptimeOf(rows),
  };
}

/** The newest sample of any of them. */
export async function measuredUntil({ em }: CustomerContext, deviceIds: string[]): Promise<Date | null> {
  const [row]: { at: string | null }[] = await em.execute(
    `select max(newest.at) as at from unnest(?::uuid[]) as device (id) cross join lateral (
       select at from metrics.device_sample s
        where s.device_id = device.id and s.at > now() - interval '${rawDays + 1} days'
        order by at desc limit 1) as newest`,
    [`{${deviceIds.join(',')}}`],
  );
  return row?.at ? new Date(row.at) : null;
}
