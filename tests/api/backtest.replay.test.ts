// The engine of a backtest: evaluating only the rounds that matter must find what evaluating all of them finds.
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions } from '#api/features/alerts/condition.ts';
import {
  changeFinder,
  encodedDay,
  encodeValues,
  type PastDevice,
  type PastRounds,
  type PastState,
  stateChangesIn,
  StateEncoding,
  unmonitored,
  valueEncoding,
  withBlindRounds,
} from '#api/features/watch/backtest/history.ts';
import { Ledger, type WouldBeAlert } from '#api/features/watch/backtest/ledger.ts';
import { deviceReading, knownDevice, replayGroup, roundOf } from '#api/features/watch/backtest/replay.ts';
import { kneeOf } from '#api/features/watch/backtest/suggest.ts';
import { evaluate } from '#api/features/watch/evaluate/evaluate.ts';
import type { KnownDevice, Rule } from '#api/features/watch/evaluate/types.ts';
import type { ConsoleReading, DeviceReading } from '#api/features/unifi/reading.ts';

const minute = 60_000;
const begin = Date.UTC(2026, 10, 1);
const site = { hostId: 'HOST', name: 'Office', customerId: null, tags: [] };

const ruleOf = (condition: AlertCondition, durationMinutes: number, threshold: string | null = null): Rule =>
  ({
    id: 'rule',
    name: 'Rule',
    condition,
    controllerId: null,
    siteId: null,
    scope: {},
    exceptions: [],
    threshold,
    durationMinutes,
    fold: true,
    channels: [],
    ticketSeverities: [],
  }) as Rule;

const deviceOf = (nth: number): PastDevice => ({
  id: `device-${nth}`,
  hostId: site.hostId,
  mac: `AAAAAAAAAA0${nth}`,
  name: `Device ${nth}`,
  model: 'U6',
  role: nth === 0 ? 'gateway' : 'access_point',
  isConsole: nth === 0,
  upPorts: [1, 2],
  // A tree: the gateway, a switch, and an access point behind it.
  uplink: nth === 0 ? null : { mac: `AAAAAAAAAA0${nth - 1}`, port: null },
  earlierUplinks: [],
  leftAt: null,
});

/** What a round read. `failed` and `stopped` are rounds that UniFi didn't answer, and moments at which monitoring stopped. */
type Kind = 'read' | 'failed' | 'stopped';

/** Evaluates every round with everything in it, as polls do. */
function everyRound(
  rule: Rule,
  rounds: { at: number; kind: Kind; link: ConsoleReading['link']; readings: (DeviceReading | null)[] }[],
  devices: PastDevice[],
): WouldBeAlert[] {
  const alerts: WouldBeAlert[] = [];
  const ledger = new Ledger(alerts, rule.id);
  const known: KnownDevice[] = devices.map(knownDevice);
  for (const { at, kind, link, readings } of rounds) {
    if (kind === 'read') {
      for (const [nth, reading] of readings.entries()) {
        const row = known[nth]!;
        const state = reading?.state ?? 'unknown';
        if (row.state !== state) row.stateSince = new Date(at);
        row.state = state;
        row.stateReason = reading?.stateReason ?? null;
      }
    }
    const consoles = [
      {
        hostId: site.hostId,
        name: site.name,
        link,
        devicesListed: true,
        devices: readings.filter((one) => one !== null),
      },
    ];
    const open = [...ledger.open.values()].map((standing) => standing.open);
    const steps = evaluate(
      roundOf(
        { controllerId: 'controller', rule },
        { site },
        {
          reading: { at: new Date(at), consoles: kind === 'read' ? consoles : [] },
          known: { devices: known, clients: [] },
          removed: new Set(),
          pending: [...ledger.pending.values()],
          alerts: kind === 'stopped' ? open.filter(({ calmSince }) => calmSince) : open,
        },
      ),
    );
    let step = steps.next();
    while (!step.done) step = steps.next();
    ledger.apply(step.value, new Date(at));
  }
  return alerts;
}

/** Random times of rounds: mostly a minute apart, with failed ones and gaps. */
const timeline = (count: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 30, arbitrary: fc.constant('read' as const) },
        { weight: 2, arbitrary: fc.constant('failed' as const) },
        { weight: 1, arbitrary: fc.constant('stopped' as const) },
        { weight: 2, arbitrary: fc.constant('late' as const) },
      ),
      { minLength: count, maxLength: count },
    )
    .map((kinds) => {
      let at = begin;
      return kinds.map((kind): { at: number; kind: Kind } => {
        at += kind === 'late' ? 1.5 * minute : minute;
        const found = { at, kind: kind === 'late' ? ('read' as const) : kind };
        if (kind === 'stopped') at += 20 * minute;
        return found;
      });
    });

/** Splits rounds into two days, so that what lasts goes on in the next one. */
function inDays<T extends { at: number; kind: Kind }>(
  rounds: readonly T[],
): { rounds: PastRounds; own: T[] }[] {
  const half = Math.floor(rounds.length / 2);
  return [rounds.slice(0, half), rounds.slice(half)].map((own) => ({
    own,
    rounds: {
      times: Float64Array.from(own, ({ at }) => at),
      blind: Uint8Array.from(own, ({ kind }) => (kind === 'read' ? 0 : kind === 'failed' ? 1 : unmonitored)),
    },
  }));
}

const count = 240;
const durations = fc.constantFrom(0, 1, 2, 5, 15);

/** Runs of the same value, as networks have them, and now and then noise. */
const runsOf = <T>(value: fc.Arbitrary<T>) =>
  fc
    .array(fc.tuple(value, fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 60 }))), {
      minLength: 12,
      maxLength: 120,
    })
    .map((runs) => runs.flatMap(([one, length]) => Array.from({ length }, () => one)));

/** Over all random histories: a test in which nothing happens proves nothing. */
const seen = { alerts: 0, folded: 0 };

test('A rule about states raises the same alerts from the rounds that matter as from all of them', () => {
  const state = fc.constantFrom('online', 'online', 'offline', 'busy', 'impaired', 'unknown') as fc.Arbitrary<
    DeviceReading['state']
  >;
  const link = fc.constantFrom(
    'connected',
    'connected',
    'connected',
    'disconnected',
    'unknown',
  ) as fc.Arbitrary<ConsoleReading['link']>;
  fc.assert(
    fc.property(
      timeline(count),
      fc.tuple(runsOf(state), runsOf(state), runsOf(state)),
      runsOf(link),
      durations,
      (times, states, links, duration) => {
        const rule = ruleOf(AlertCondition.device_offline, duration);
        const devices = states.map((_, nth) => deviceOf(nth));
        const encoding = new StateEncoding({ states: true, ports: false });
        const valueAt = <T>(list: readonly T[], nth: number) => list[nth % list.length]!;
        const rounds = times.map((one, nth) => ({
          ...one,
          link: valueAt(links, nth),
          readings: devices.map((device, which) => {
            const now = valueAt(states[which]!, nth);
            const code = encoding.codeOf({ state: now, stateReason: null, downPorts: null });
            return deviceReading(device, encoding.readingOf(code, device)!);
          }),
        }));
        const days = inDays(rounds);
        const linkEncoding = new StateEncoding({ states: true, ports: false });
        const changes = (which: number | null) => {
          const told: PastState[] = [];
          for (const [nth, { at, kind }] of rounds.entries()) {
            if (kind !== 'read') continue;
            const now = which === null ? valueAt(links, nth) : valueAt(states[which]!, nth);
            if (told.at(-1)?.state !== now)
              told.push({ hostId: 'HOST', mac: '', at, state: now, stateReason: null, downPorts: null });
          }
          let from = 0;
          return days.map(({ rounds: day, own }) => {
            const found = stateChangesIn(day, told, which === null ? linkEncoding : encoding, from);
            while (from < told.length && told[from]!.at <= own.at(-1)!.at) from++;
            return found;
          });
        };
        const alerts: WouldBeAlert[] = [];
        replayGroup(
          {
            controllerId: 'controller',
            rule,
            encoding,
            links: linkEncoding,
            rounds: days.map((day) => day.rounds),
          },
          {
            site,
            members: [
              ...devices.map((device, which) => ({ device, changes: changes(which) })),
              { device: null, changes: changes(null) },
            ],
          },
          alerts,
        );
        expect(sorted(alerts)).toEqual(sorted(everyRound(rule, rounds, devices)));
        seen.alerts += alerts.length;
        seen.folded += alerts.filter(({ affected }) => affected > 0).length;
      },
    ),
    { numRuns: 100, endOnFailure: true },
  );
  expect(seen.alerts).toBeGreaterThan(200);
  expect(seen.folded).toBeGreaterThan(5);
});

test('A rule about values raises the same alerts from the rounds that matter as from all of them', () => {
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 60, max: 100 }) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('deferred' as const) },
  );
  const { measure } = conditions[AlertCondition.high_cpu];
  fc.assert(
    fc.property(
      timeline(count),
      runsOf(value),
      durations,
      fc.integer({ min: 65, max: 95 }),
      (times, values, duration, threshold) => {
        const rule = ruleOf(AlertCondition.high_cpu, duration, `${threshold}%`);
        const device = deviceOf(1);
        const rounds = times.map((one, nth) => {
          const now = values[nth % values.length]!;
          const found: Partial<DeviceReading> =
            now === null ? {} : now === 'deferred' ? { deferred: 'call_budget' } : { cpuPercent: now };
          return {
            ...one,
            now,
            link: 'connected' as const,
            readings: [deviceReading(device, { state: 'online', ...found })],
          };
        });
        const ordered = [70, 80, threshold, 90].sort((a, b) => a - b);
        const encoding = valueEncoding(AlertCondition.high_cpu, ordered, threshold);
        const find = changeFinder(encoding);
        let before = -1;
        const days = inDays(rounds);
        const changes = days.map(({ own }) => {
          const stored = Buffer.alloc(4 * own.length);
          const codes = new Uint8Array(own.length);
          for (const [nth, { now }] of own.entries())
            stored.writeFloatBE(now === null ? NaN : now === 'deferred' ? -1 : now, 4 * nth);
          encodeValues(measure!, ordered, stored, codes);
          for (const [nth, { kind }] of own.entries())
            if (kind !== 'read') codes[nth] = nth > 0 ? codes[nth - 1]! : Math.max(0, before);
          const found = find(encodedDay(codes), before);
          before = found.at(-1)?.code ?? before;
          return found;
        });
        const alerts: WouldBeAlert[] = [];
        replayGroup(
          { controllerId: 'controller', rule, encoding, rounds: days.map((day) => day.rounds) },
          { site, members: [{ device, changes }] },
          alerts,
        );
        expect(sorted(alerts)).toEqual(sorted(everyRound(rule, rounds, [device])));
      },
    ),
    { numRuns: 200 },
  );
});

const sorted = (alerts: readonly WouldBeAlert[]) =>
  alerts.toSorted((a, b) => a.raisedAt - b.raisedAt || (a.subject < b.subject ? -1 : 1));

test('Monitoring that stopped is a gap, and a failed reading stays unknown until the next one', () => {
  const at = (minutes: number) => begin + minutes * minute;
  const { times, blind } = withBlindRounds(
    { times: [at(0), at(1), at(10), at(15)], seconds: [60, 60, 120, 60] },
    [at(11)],
    undefined,
  );
  expect([...times].map((one) => (one - begin) / minute)).toEqual([0, 1, 2, 10, 11, 15]);
  expect([...blind]).toEqual([0, 0, unmonitored, 0, 1, 0]);
});

test('The knee of a curve is where a longer duration stops paying, and a straight line has none', () => {
  const curve = (...counts: number[]) => counts.map((y, x) => ({ x, y }));
  expect(kneeOf(curve(100, 40, 12, 10, 9, 8, 7, 6))).toBe(2);
  expect(kneeOf(curve(7, 6, 5, 4, 3, 2, 1, 0))).toBeUndefined();
  expect(kneeOf(curve(5, 5, 5))).toBeUndefined();
});
