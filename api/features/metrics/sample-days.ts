import type { DeviceReading } from '../unifi/reading.ts';
import { stateCodes } from './samples.ts';

/** What the samples of a day measure. */
export const measures = ['cpu', 'memory', 'disk_free', 'uplink_bps'] as const;
export type SampleMeasure = (typeof measures)[number];

/** A controller's rounds on one UTC day, as stored. */
export interface StoredRounds {
  /** Milliseconds since the day began, ascending: big-endian 32-bit integers. */
  offsets: Buffer;
  /** Seconds that the samples of each round represent: big-endian floats. */
  seconds: Buffer;
}

/** One device's samples on one UTC day, in as many rounds as its controller had. */
export interface StoredSamples extends Record<SampleMeasure, Buffer | null> {
  /** A byte per round: 0 if the state is unknown, else its code. */
  state: Buffer;
  // By measure, big-endian floats: see `unmeasured` and `deferred`. `null` if it wasn't measured all day.
}

/** Stands for a value that wasn't measured, or is of a device that wasn't online. */
export const unmeasured = NaN;

/** Stands for a value that is read in a later round. Measurements are never negative. */
export const deferred = -1;

/** A device's samples of a day with their own times, as the database collects them. */
export interface CollectedSamples extends Record<SampleMeasure, Buffer | null> {
  offsets: Buffer;
  state: Buffer;
}

/** SQL: a controller's rounds in a period, from the samples of its devices. Parameters as in `collectedSamples`. */
export const collectedRounds = `
  select coalesce(string_agg(int4send(offset_ms), '' order by offset_ms), '') as offsets,
         coalesce(string_agg(float4send(seconds), '' order by offset_ms), '') as seconds
    from (select (extract(epoch from at - ?::timestamptz) * 1000)::int as offset_ms, max(seconds) as seconds
            from metrics.device_sample where device_id = any(?::uuid[]) and at >= ? and at < ? group by at) as round`;

/** SQL: the values of one measure, as a binary column. */
const collected = (
  name: SampleMeasure,
): string => `case when bool_or(${name} is not null) then string_agg(float4send(
    case when state = 1 then coalesce(${name}, case when deferred then ${deferred} else 'NaN'::real end) else 'NaN' end), '')
  end as ${name}`;

/**
 * SQL: the samples of devices in a period, one row per device. Parameters: the start of the UTC day, the IDs of the
 * devices, and the period.
 */
export const collectedSamples = (of: readonly SampleMeasure[] = measures): string => `
  select device_id as "deviceId", string_agg(substr(int2send(coalesce(state, 0::smallint)), 2), '') as state,
         string_agg(int4send((extract(epoch from at - ?::timestamptz) * 1000)::int), '') as offsets
         ${of.map((name) => `, ${collected(name)}`).join('')}
    from (select * from metrics.device_sample
           where device_id = any(?::uuid[]) and at >= ? and at < ? order by device_id, at) as sample
   group by device_id`;

/**
 * A device's samples in the rounds of its controller. A device without a sample in a round was unknown in it.
 */
export function alignedTo(
  offsets: Buffer,
  { offsets: own, state, ...values }: CollectedSamples,
): StoredSamples {
  if (own.equals(offsets)) return { state, ...values };
  const count = offsets.length / 4;
  const places = new Int32Array(count).fill(-1);
  for (let round = 0, place = 0; round < count && 4 * place < own.length; round++)
    if (offsets.readInt32BE(4 * round) === own.readInt32BE(4 * place)) places[round] = place++;
  const align = (stored: Buffer | null): Buffer | null => {
    if (!stored) return null;
    const aligned = Buffer.alloc(4 * count);
    for (const [round, place] of places.entries())
      aligned.writeFloatBE(place < 0 ? unmeasured : stored.readFloatBE(4 * place), 4 * round);
    return aligned;
  };
  return {
    state: Buffer.from(Uint8Array.from(places, (place) => (place < 0 ? 0 : state[place]!))),
    cpu: align(values.cpu),
    memory: align(values.memory),
    disk_free: align(values.disk_free),
    uplink_bps: align(values.uplink_bps),
  };
}

const stateOf = new Map(
  Object.entries(stateCodes).map(([state, code]) => [code ?? 0, state as DeviceReading['state']]),
);

/** A device's states on a day: the first one, and each that differs from the one before. */
export function statesIn(
  from: Date,
  offsets: Buffer,
  { deviceId, state }: Pick<StoredSamples, 'state'> & { deviceId: string },
): { deviceId: string; at: Date; state: DeviceReading['state'] }[] {
  return [...state].flatMap((code, round) =>
    round > 0 && code === state[round - 1]
      ? []
      : [
          {
            deviceId,
            at: new Date(from.getTime() + offsets.readInt32BE(4 * round)),
            state: stateOf.get(code) ?? 'unknown',
          },
        ],
  );
}
