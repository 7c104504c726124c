import type { EntityManager } from '@mikro-orm/postgresql';
import { rolledUntil } from './roll-up.ts';
import type { Span } from './span.ts';

/** SQL for what was measured between two moments, as rows of one shape wherever they are read from. */
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

/** What is not summed up yet is read from the samples. The statement has the devices in `chosen`. */
export async function measuredIn(em: EntityManager, { from, until, source }: Span): Promise<Measured> {
  if (source === 'samples') return { text: ofSamples, values: [from, until] };
  const rolled = (await rolledUntil(em)) ?? from;
  const seam = new Date(Math.min(Math.max(rolled.getTime(), from.getTime()), until.getTime()));
  return { text: `${ofHours} union all ${ofSamples}`, values: [from, seam, seam, until] };
}

/** SQL: the point that a row belongs to. Its values are the beginning of the span and the length of a point. */
export const bucket = '(floor((extract(epoch from at) - ?) / ?))::int';
export const bucketValues = ({ from, bucketSeconds }: Span) => [from.getTime() / 1000, bucketSeconds];

/** SQL: an average over samples, also where there are only hours of them. */
export const averaged = (name: string) =>
  `sum(${name} * samples) / nullif(sum(samples) filter (where ${name} is not null), 0)`;
