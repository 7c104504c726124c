import type pg from 'pg';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions, isAboutLines } from '#api/features/alerts/condition.ts';
import {
  alignedTo,
  collectedRounds,
  collectedSamples,
  type CollectedSamples,
  type SampleMeasure,
} from '#api/features/metrics/sample-days.ts';
import {
  coveredBy,
  isStored,
  needsProviders,
  thresholdsFor,
  type BacktestRequest,
  type PastController,
  type PastSamples,
  type Samples,
} from './run-rule.ts';
import { lineMeasureOf } from './past-lines.ts';
import { encodedDay, encodeValues, measureOf, withBlindRounds } from './history.ts';

const dayMs = 86_400_000;

/** Devices whose samples of a day are in memory at a time. */
const batch = 500;

/** Reads the rounds and samples that the rules of a request need. */
export async function readHistory(
  client: pg.ClientBase,
  request: BacktestRequest,
  onProgress: (fraction: number) => void,
): Promise<Samples> {
  const needed = [
    ...new Set(
      request.rules.flatMap((rule) => [
        rule.condition,
        ...(needsProviders(rule, request.others) ? [AlertCondition.isp_outage] : []),
      ]),
    ),
  ].filter(isStored);
  const samples: Samples = new Map();
  const total = needed.length * request.controllers.length;
  let done = 0;
  for (const condition of needed) {
    const own = new Map<string, PastSamples>();
    samples.set(condition, own);
    for (const controller of request.controllers) {
      const ids = new Set(
        request.rules
          .filter((rule) => rule.condition === condition)
          .flatMap((rule) => coveredBy(rule, controller).devices.map(({ id }) => id)),
      );
      const before = done++;
      if (ids.size === 0 && !isAboutLines(condition)) continue;
      const read = await readController(client, request, controller, condition, [...ids], (fraction) =>
        onProgress((before + fraction) / total),
      );
      await addPeriods(client, request, controller, condition, read);
      own.set(controller.id, read);
    }
  }
  return samples;
}

async function readController(
  client: pg.ClientBase,
  request: BacktestRequest,
  controller: PastController,
  condition: AlertCondition,
  ids: readonly string[],
  onProgress: (fraction: number) => void,
): Promise<PastSamples> {
  const { from, until } = request;
  const found: PastSamples = { rounds: [], codes: new Map(ids.map((id) => [id, []])), periods: new Map() };
  const thresholds = thresholdsFor(request.rules, condition);
  let last: ReturnType<typeof withBlindRounds>['last'];
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) {
    const stored = await roundsOn(client, controller, day);
    const isIn = (at: number) => at >= from && at <= until;
    const read = timesOf(stored, day);
    const kept = read.times.flatMap((at, place) => (isIn(at) ? [place] : []));
    const failures = controller.failures.flatMap((one) =>
      isIn(one.from) && one.from >= day && one.from < day + dayMs ? [one.from] : [],
    );
    const times = kept.map((place) => read.times[place]!);
    const seconds = kept.map((place) => read.seconds[place]!);
    const rounds = withBlindRounds(
      measureOf[condition]
        ? { times, seconds }
        : withUnsampled(controller, { times, seconds }, Math.max(day, from), Math.min(day + dayMs, until)),
      failures,
      last,
    );
    last = rounds.last;
    found.rounds.push(rounds);
    const measure = measureOf[condition];
    if (measure) {
      const places = rounds.places.map((place) => (place < 0 ? -1 : kept[place]!));
      await addCodes(client, { found, day, ids, measure, condition, thresholds, stored, places });
    }
    onProgress((day + dayMs - from) / (until - from));
  }
  return found;
}

/** Adds the measured periods of a controller's lines, for a condition about them. */
async function addPeriods(
  client: pg.ClientBase,
  { from, until }: BacktestRequest,
  { lines }: PastController,
  condition: AlertCondition,
  { periods }: PastSamples,
): Promise<void> {
  const measure = lineMeasureOf[condition];
  if (!measure || lines.length === 0) return;
  const { rows } = await client.query<{ id: string; times: Buffer; values: Buffer }>(
    `select wan_id as id, string_agg(float8send(extract(epoch from at)::float8 * 1000), '' order by at) as times,
            string_agg(float4send(${measure}), '' order by at) as values
       from metrics.wan_sample where wan_id = any($1::uuid[]) and at >= $2 and at <= $3 and ${measure} is not null
      group by wan_id`,
    [lines.map(({ id }) => id), new Date(from), new Date(until)],
  );
  for (const { id, times, values } of rows) {
    const places = Array.from({ length: values.length / 4 }, (_, place) => place);
    periods.set(id, {
      at: Float64Array.from(places, (place) => times.readDoubleBE(8 * place)),
      values: Float32Array.from(places, (place) => values.readFloatBE(4 * place)),
    });
  }
}

interface StoredDay {
  offsets: Buffer;
  seconds: Buffer;
  /** Whether the samples of this day have been packed. */
  isPacked: boolean;
  deviceIds: string;
}

async function roundsOn(
  client: pg.ClientBase,
  { id, devices }: PastController,
  day: number,
): Promise<StoredDay> {
  const deviceIds = `{${devices.map((device) => device.id).join(',')}}`;
  const begin = new Date(day);
  const packed = await client.query<Pick<StoredDay, 'offsets' | 'seconds'>>(
    'select offsets, seconds from metrics.round_day where controller_id = $1 and at = $2',
    [id, begin],
  );
  if (packed.rows[0]) return { ...packed.rows[0], isPacked: true, deviceIds };
  const raw = await client.query<Pick<StoredDay, 'offsets' | 'seconds'>>(numbered(collectedRounds), [
    begin,
    deviceIds,
    begin,
    new Date(day + dayMs),
  ]);
  return { ...raw.rows[0]!, isPacked: false, deviceIds };
}

function timesOf({ offsets, seconds }: StoredDay, day: number): { times: number[]; seconds: number[] } {
  const places = Array.from({ length: offsets.length / 4 }, (_, place) => 4 * place);
  return {
    times: places.map((place) => day + offsets.readInt32BE(place)),
    seconds: places.map((place) => seconds.readFloatBE(place)),
  };
}

/**
 * A day's rounds with those that kept no samples, because no device's state was known in them. UniFi was read all the same,
 * at the usual interval.
 */
function withUnsampled(
  { pollSeconds, reads, statesSince, states }: PastController,
  { times, seconds }: { times: number[]; seconds: number[] },
  from: number,
  until: number,
): { times: number[]; seconds: number[] } {
  const begin = Math.max(from, Math.min(statesSince ?? Infinity, states[0]?.at ?? Infinity));
  const everyMs = pollSeconds * 1000;
  const found = times.map((at, place) => ({ at, seconds: seconds[place]! }));
  for (const read of reads) {
    const end = Math.min(until, read.until ?? Infinity);
    const own = times.filter((at) => at >= read.from && at <= end);
    const edges = [Math.max(begin, read.from) - everyMs, ...own, end + everyMs / 2];
    for (const [place, before] of edges.slice(0, -1).entries())
      for (let at = before + everyMs; at < edges[place + 1]! - everyMs / 2; at += everyMs)
        found.push({ at, seconds: pollSeconds });
  }
  found.sort((a, b) => a.at - b.at);
  return { times: found.map(({ at }) => at), seconds: found.map((one) => one.seconds) };
}

async function addCodes(
  client: pg.ClientBase,
  {
    found,
    day,
    ids,
    measure,
    condition,
    thresholds,
    stored,
    places,
  }: {
    found: PastSamples;
    day: number;
    ids: readonly string[];
    measure: SampleMeasure;
    condition: AlertCondition;
    thresholds: readonly number[];
    stored: StoredDay;
    /** For each round, its place among those stored. -1 for one that wasn't read. */
    places: Int32Array;
  },
): Promise<void> {
  const nth = found.rounds.length - 1;
  const isAsStored =
    places.length === stored.offsets.length / 4 && places.every((place, round) => place === round);
  for (let at = 0; at < ids.length && stored.offsets.length > 0; at += batch) {
    const some = `{${ids.slice(at, at + batch).join(',')}}`;
    for (const { deviceId, values } of await valuesOn(client, stored, measure, day, some)) {
      const codes = new Uint8Array(stored.offsets.length / 4);
      encodeValues(conditions[condition].measure!, thresholds, values, codes);
      found.codes.get(deviceId)![nth] = encodedDay(isAsStored ? codes : placed(codes, places));
    }
  }
}

/** Codes in the rounds of a period. In a round that wasn't read, nothing changes. */
function placed(codes: Uint8Array, places: Int32Array): Uint8Array {
  const found = new Uint8Array(places.length);
  for (const [round, place] of places.entries())
    found[round] = place < 0 ? (found[round - 1] ?? 0) : codes[place]!;
  return found;
}

async function valuesOn(
  client: pg.ClientBase,
  { isPacked, offsets }: StoredDay,
  measure: SampleMeasure,
  day: number,
  ids: string,
): Promise<{ deviceId: string; values: Buffer | null }[]> {
  const begin = new Date(day);
  if (isPacked) {
    const { rows } = await client.query<{ deviceId: string; values: Buffer | null }>(
      `select device_id as "deviceId", ${measure} as values from metrics.device_day
        where at = $1 and device_id = any($2::uuid[])`,
      [begin, ids],
    );
    return rows;
  }
  const { rows } = await client.query<{ deviceId: string } & CollectedSamples>(
    numbered(collectedSamples([measure])),
    [begin, ids, begin, new Date(day + dayMs)],
  );
  return rows.map(({ deviceId, ...samples }) => ({ deviceId, values: alignedTo(offsets, samples)[measure] }));
}

/** A statement with `$1` instead of `?`. */
function numbered(sql: string): string {
  let nth = 0;
  return sql.replaceAll('?', () => `$${++nth}`);
}
