import type { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions, crosses, type Measure } from '#api/features/alerts/condition.ts';
import type { MatchedSite } from '#api/features/alerts/rule-scope.ts';
import { deferred as deferredValue, type SampleMeasure } from '#api/features/metrics/sample-days.ts';
import type { ConsoleReading, DeviceReading, StateReason } from '#api/features/unifi/reading.ts';

/** A device with the facts that it has today. Earlier names and models aren't stored. */
export interface PastDevice {
  id: string;
  hostId: string;
  mac: string;
  name: string;
  model: string | null;
  role: DeviceReading['role'];
  isConsole: boolean;
  /** Ports that have ever been up. */
  upPorts: readonly number[];
  /** Where it is connected today. `null`: nothing recent is known. */
  uplink: PastUplink | null;
  /** Where it was connected before, each until a time, in order. */
  earlierUplinks: readonly (PastUplink & { until: number })[];
  /** Unix milliseconds. */
  leftAt: number | null;
}

export interface PastUplink {
  mac: string;
  port: number | null;
}

/** A site with the facts that it has today. */
export interface PastSite extends MatchedSite {
  name: string;
}

/** A device or console entered a state, or the set of its ports that are down changed. */
export interface PastState {
  hostId: string;
  /** Empty for the console itself. */
  mac: string;
  /** Unix milliseconds. */
  at: number;
  /** When a console's state began, according to UniFi. Absent: when a round saw it. */
  since?: number;
  state: DeviceReading['state'] | ConsoleReading['link'];
  stateReason: StateReason | null;
  downPorts: readonly number[] | null;
}

/** The rounds of one controller on one UTC day, with rounds that stand for time in which nothing was read. */
export interface PastRounds {
  /** When each was due, Unix milliseconds, ascending. */
  times: Float64Array;
  /** `unread` or `unmonitored` if nothing is known in it, else 0. */
  blind: Uint8Array;
}

/** UniFi couldn't be read. */
export const unread = 1;
/** Monitoring had stopped. */
export const unmonitored = 2;

/** What one device or console is from a round on. The meaning of its code depends on the condition. */
export interface CodeChange {
  round: number;
  code: number;
}

/** How the rounds of one condition are encoded, a byte per device and round. */
export interface Encoding {
  /** What rounds with this code read of a device. `undefined`: it isn't listed. */
  readingOf(code: number, device: PastDevice): Partial<DeviceReading> | undefined;
  /** Whether a condition may start to hold with this code. */
  isTrouble(code: number): boolean;
  /** Whether the condition certainly doesn't hold. */
  isClear(code: number): boolean;
}

/** Code of a device that has left its console. */
export const leftCode = 255;

/** Codes of values are 0 if unknown, 1 if read in a later round, and from here on how many thresholds a value crosses. */
export const firstBucket = 2;

/** The most thresholds that values can be compared with. */
export const mostThresholds = leftCode - firstBucket - 1;

/** Columns of samples, by condition. */
export const measureOf: Partial<Record<AlertCondition, SampleMeasure>> = {
  high_cpu: 'cpu',
  high_memory: 'memory',
  low_disk: 'disk_free',
  high_bandwidth: 'uplink_bps',
};

/** Bits per second are stored, and bytes per second compared. */
const storedPerUnit = (measure: Measure): number => (measure.unit === 'bytes_per_second' ? 8 : 1);

/** Thresholds in the order in which a value that gets worse crosses them. */
export function orderedThresholds(measure: Measure, thresholds: Iterable<number>): number[] {
  const sign = measure.trouble === 'above' ? 1 : -1;
  return [...new Set(thresholds)].sort((a, b) => sign * (a - b));
}

/** A device's codes of one day, with the lowest and the highest, because on most days nothing crosses a threshold. */
export interface EncodedDay {
  codes: Uint8Array;
  lowest: number;
  highest: number;
}

export function encodedDay(codes: Uint8Array): EncodedDay {
  let [lowest, highest] = [255, 0];
  for (let round = 0; round < codes.length; round++) {
    const code = codes[round]!;
    if (code < lowest) lowest = code;
    if (code > highest) highest = code;
  }
  return { codes, lowest, highest };
}

/** Encodes stored values by the thresholds that they cross. */
export function encodeValues(
  measure: Measure,
  ordered: readonly number[],
  stored: Buffer | null,
  codes: Uint8Array,
): void {
  if (!stored) return;
  const scale = storedPerUnit(measure);
  const isAbove = measure.trouble === 'above';
  const values = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const limits = Float64Array.from(ordered);
  for (let round = 0; round < codes.length; round++) {
    const value = values.getFloat32(4 * round);
    if (Number.isNaN(value)) continue;
    if (value === deferredValue) {
      codes[round] = 1;
      continue;
    }
    const scaled = value / scale;
    let crossed = 0;
    if (isAbove) while (crossed < limits.length && scaled > limits[crossed]!) crossed++;
    else while (crossed < limits.length && scaled < limits[crossed]!) crossed++;
    codes[round] = firstBucket + crossed;
  }
}

const fieldOf: Record<SampleMeasure, 'cpuPercent' | 'memoryPercent' | 'diskFreePercent' | 'uplinkBps'> = {
  cpu: 'cpuPercent',
  memory: 'memoryPercent',
  disk_free: 'diskFreePercent',
  uplink_bps: 'uplinkBps',
};

/** Encodes values for one threshold of those that they were compared with. */
export function valueEncoding(
  condition: AlertCondition,
  ordered: readonly number[],
  threshold: number,
): Encoding {
  const measure = conditions[condition].measure!;
  const field = fieldOf[measureOf[condition]!];
  const scale = storedPerUnit(measure);
  // A value that crosses exactly the first so many thresholds.
  const values = [
    ...ordered,
    measure.trouble === 'above' ? ordered.at(-1)! * 2 + 1 : ordered.at(-1)! / 2 - 1,
  ];
  const holds = values.map((value) => crosses(measure, value, threshold));
  const readings = values.map((value): Partial<DeviceReading> => ({
    state: 'online',
    [field]: value * scale,
  }));
  return {
    readingOf(code) {
      if (code === leftCode) return undefined;
      if (code === 0) return { state: 'unknown' };
      return code === 1 ? { state: 'online', deferred: 'call_budget' } : readings[code - firstBucket];
    },
    isTrouble: (code) => code !== leftCode && holds[code - firstBucket] === true,
    isClear: (code) => code !== leftCode && holds[code - firstBucket] === false,
  };
}

/** The verdicts that codes stand for: unknown, read later, clear, or in trouble. */
const verdictsOf = (encoding: Encoding): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, code) => {
    if (encoding.isTrouble(code)) return 3;
    return encoding.isClear(code) ? 2 : Number(code === 1);
  });

/** Finds where a rule's verdict changes in encoded values. */
export function changeFinder(encoding: Encoding): (day: EncodedDay, before: number) => CodeChange[] {
  const verdicts = verdictsOf(encoding);
  return ({ codes, lowest, highest }, before) => {
    const found: CodeChange[] = [];
    let last = before < 0 ? 0 : verdicts[before]!;
    // The lowest and the highest of values are both clear only if all between them are.
    if (last === 2 && lowest >= firstBucket && verdicts[highest] === 2) return found;
    for (let round = 0; round < codes.length; round++) {
      const now = verdicts[codes[round]!]!;
      if (now === last) continue;
      last = now;
      found.push({ round, code: codes[round]! });
    }
    return found;
  };
}

/** What rules evaluate of states. */
interface About {
  /** Whether devices are down. */
  states: boolean;
  /** Whether their ports are. */
  ports: boolean;
}

/** States as codes, with the ports that are down where a rule needs them. */
export class StateEncoding implements Encoding {
  #codes = new Map<string, number>();
  #readings: Pick<PastState, 'state' | 'stateReason' | 'downPorts'>[] = [
    { state: 'unknown', stateReason: null, downPorts: null },
  ];

  constructor(private about: About) {}

  codeOf({ state, stateReason, downPorts }: Pick<PastState, 'state' | 'stateReason' | 'downPorts'>): number {
    const ports = `${state === 'online' && downPorts ? downPorts.join(',') : ''}${downPorts ? '' : '?'}`;
    const key = `${state} ${this.about.states ? (stateReason ?? '') : ''} ${this.about.ports ? ports : ''}`;
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    // Its place belongs to the code of a device that has left.
    if (this.#readings.length === leftCode) this.#readings.push(this.#readings[0]!);
    const code = this.#readings.push({ state, stateReason, downPorts }) - 1;
    this.#codes.set(key, code);
    return code;
  }

  stateOf(code: number): Pick<PastState, 'state' | 'stateReason'> {
    return this.#readings[code] ?? this.#readings[0]!;
  }

  readingOf(code: number, { upPorts, isConsole }: PastDevice): Partial<DeviceReading> | undefined {
    if (code === leftCode) return undefined;
    const { state, stateReason, downPorts } = this.#readings[code]!;
    return {
      state: state as DeviceReading['state'],
      // Without a reason, a connected console would count as online.
      ...(isConsole && state === 'offline' && { stateReason: 'interrupted' as const }),
      ...(isConsole && state === 'unknown' && { stateReason: 'unrecognized' as const }),
      ...(stateReason && { stateReason }),
      ...(this.about.ports &&
        downPorts && {
          ports: [...new Set([...upPorts, ...downPorts])].map((index) => ({
            index,
            state: downPorts.includes(index) ? ('down' as const) : ('up' as const),
          })),
        }),
    };
  }

  isTrouble(code: number): boolean {
    if (code === leftCode) return false;
    const { state, downPorts } = this.#readings[code]!;
    if (this.about.ports && state === 'online' && downPorts?.length) return true;
    return this.about.states && (state === 'offline' || state === 'impaired' || state === 'disconnected');
  }

  isClear(code: number): boolean {
    return code !== leftCode && this.#readings[code]!.state === 'online' && !this.isTrouble(code);
  }
}

/** Where the states of one device or console change among the rounds of a day. States are in order of time. */
export function stateChangesIn(
  { times }: PastRounds,
  states: readonly PastState[],
  encoding: StateEncoding,
  from: number,
): CodeChange[] {
  const found: CodeChange[] = [];
  let round = 0;
  for (let nth = from; nth < states.length; nth++) {
    const one = states[nth]!;
    while (round < times.length && times[round]! < one.at) round++;
    if (round === times.length) break;
    const change = { round, code: encoding.codeOf(one) };
    if (found.at(-1)?.round === round) found[found.length - 1] = change;
    else found.push(change);
  }
  return found;
}

/** Milliseconds without a round that are no gap, however short the interval is. See `isGap`. */
const leastGapMs = 60_000;

interface ReadRounds {
  /** When each round was due, Unix milliseconds, ascending. */
  times: readonly number[];
  /** The seconds that its samples represent: the time since the round before, and twice the interval at most. */
  seconds: readonly number[];
}

/**
 * The rounds of a day with those that failed, and with the moments at which monitoring stopped. Of a failure only the first
 * round matters, because nothing is known until the next one that could be read.
 * @param last the last round before the day
 * @returns the rounds, and for each its place among those that were read, or -1
 */
export function withBlindRounds(
  { times, seconds }: ReadRounds,
  failures: readonly number[],
  last: { at: number; isFailed: boolean } | undefined,
): PastRounds & { places: Int32Array; last: { at: number; isFailed: boolean } | undefined } {
  const found: { at: number; blind: number; place: number }[] = [];
  let failed = 0;
  let before = last;
  const add = (at: number, blind: number, place: number) => {
    found.push({ at, blind, place });
    before = { at, isFailed: blind === unread };
  };
  const addFailures = (until: number) => {
    for (; failed < failures.length && failures[failed]! < until; failed++)
      if (!before || failures[failed]! > before.at) add(failures[failed]!, unread, -1);
  };
  for (const [place, at] of times.entries()) {
    addFailures(at);
    const represented = seconds[place]! * 1000;
    const passed = before ? at - before.at : 0;
    // A gap is longer than three intervals, of which samples represent two.
    if (before && !before.isFailed && passed > Math.max(1.5 * represented, leastGapMs))
      add(before.at + Math.min(represented / 2, passed / 2), unmonitored, -1);
    add(at, 0, place);
  }
  addFailures(Infinity);
  return {
    times: Float64Array.from(found, ({ at }) => at),
    blind: Uint8Array.from(found, ({ blind }) => blind),
    places: Int32Array.from(found, ({ place }) => place),
    last: before,
  };
}
