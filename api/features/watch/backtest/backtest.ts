import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions, isAboutLines } from '#api/features/alerts/condition.ts';
import { periodMs, staleAfterMs } from '../evaluate/lines.ts';
import type { Rule } from '../evaluate/types.ts';
import type { PastDevice, PastSite } from './history.ts';
import { lineMeasureOf, type PastLine, type PastLineChange } from './past-lines.ts';
import {
  type BacktestRequest,
  coveredBy,
  isStored,
  linesCoveredBy,
  type PastController,
  type PastSamples,
  type RunAlert,
  runRule,
  type Samples,
} from './run-rule.ts';
import { effectFinder, type Suggested, type Suggestion, suggestionsFor } from './suggest.ts';

export interface RunDay {
  /** `2026-11-28`, in the reader's time zone. */
  day: string;
  raised: number;
  had: number;
}

export interface RunDevice {
  controllerId: string;
  siteId: string;
  siteName: string;
  deviceName: string;
  deviceMac: string | null;
  alerts: number;
  minutes: number;
}

export interface Run {
  total: number;
  had: number;
  minutes: number;
  days: RunDay[];
  devices: RunDevice[];
  alerts: RunAlert[];
}

export type LimitCode =
  | 'clients_not_stored'
  | 'states_not_stored'
  | 'lines_not_stored'
  | 'lines_not_measured'
  | 'no_lines'
  | 'reported_late'
  | 'not_measured'
  | 'no_history'
  | 'retention';

/** Something that couldn't be evaluated. */
export interface Limit {
  code: LimitCode;
  /** Devices, or lines. */
  deviceCount: number | null;
  /** Unix milliseconds. */
  until: number | null;
}

export interface Gap {
  from: number;
  until: number;
  kind: 'unread' | 'unmonitored' | 'unmeasured';
}

export interface BacktestResult extends Suggested {
  from: number;
  until: number;
  siteCount: number;
  deviceCount: number;
  lineCount: number;
  runs: Run[];
  /** Of the draft on the saved rule, if they are compared. */
  effect: Suggestion | null;
  gaps: Gap[];
  limits: Limit[];
}

/** The most alerts of a run that are kept: those that lasted longest. */
const mostAlerts = 5000;

/** Runs the rules, and finds out which duration and threshold would make less noise. */
export function runBacktest(
  request: BacktestRequest,
  samples: Samples,
  onProgress: (fraction: number) => void,
): BacktestResult {
  const { rules, controllers, from, until } = request;
  const [draft] = rules as [Rule];
  const runs = rules.map((rule, nth) => {
    onProgress(nth / (rules.length + 2));
    return runRule(request, samples, rule);
  });
  onProgress(rules.length / (rules.length + 2));
  const isOfLines = isAboutLines(draft.condition);
  const covered = controllers.map((controller) => {
    const lines = linesCoveredBy(draft, controller);
    if (!isOfLines) return { controller, lines: [], ...coveredBy(draft, controller) };
    return {
      controller,
      sites: lines.map(({ site }) => site),
      devices: [],
      lines: lines.flatMap(({ lines: own }) => own),
    };
  });
  return {
    from,
    until,
    siteCount: covered.reduce((sum, { sites }) => sum + sites.length, 0),
    deviceCount: covered.reduce((sum, { devices }) => sum + devices.length, 0),
    lineCount: covered.reduce((sum, { lines }) => sum + lines.length, 0),
    runs: runs.map((alerts) => summaryOf(request, alerts)),
    effect: effectOf(request, runs),
    gaps: gapsOf(request, samples),
    limits: limitsOf(request, samples, covered),
    ...suggestionsFor(request, samples, draft, runs[0]!),
  };
}

function effectOf(request: BacktestRequest, [after, before]: RunAlert[][]): Suggestion | null {
  const [draft, saved] = request.rules as [Rule, Rule | undefined];
  // Changes of a rule to another condition can't be compared alert by alert.
  if (!saved || !before || saved.condition !== draft.condition) return null;
  const { threshold, durationMinutes: duration } = draft;
  return { threshold, duration, ...effectFinder(request, saved, before)(after!) };
}

function summaryOf({ from, until, timeZone }: BacktestRequest, alerts: RunAlert[]): Run {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const days = new Map<string, RunDay>();
  for (let at = from; at < until; at += 3_600_000) {
    const day = dayOf.format(at);
    if (!days.has(day)) days.set(day, { day, raised: 0, had: 0 });
  }
  const devices = new Map<string, RunDevice>();
  let minutes = 0;
  for (const alert of alerts) {
    const day = days.get(dayOf.format(alert.raisedAt));
    if (day) day.raised += 1;
    if (day && alert.had) day.had += 1;
    const own = ((alert.until ?? until) - alert.since) / 60_000;
    minutes += own;
    const { controllerId, siteId, siteName, deviceName, deviceMac, subject } = alert;
    const key = `${controllerId} ${siteId} ${deviceMac ?? subject}`;
    const device = devices.get(key) ?? {
      controllerId,
      siteId,
      siteName,
      deviceName,
      deviceMac,
      alerts: 0,
      minutes: 0,
    };
    device.alerts += 1;
    device.minutes += own;
    devices.set(key, device);
  }
  const lasted = ({ since, until: end }: RunAlert) => (end ?? until) - since;
  return {
    total: alerts.length,
    had: alerts.filter(({ had }) => had).length,
    minutes: Math.round(minutes),
    days: [...days.values()],
    devices: [...devices.values()]
      .sort((a, b) => b.alerts - a.alerts || b.minutes - a.minutes)
      .slice(0, 10)
      .map((device) => ({ ...device, minutes: Math.round(device.minutes) })),
    alerts: alerts
      .toSorted((a, b) => lasted(b) - lasted(a))
      .slice(0, mostAlerts)
      .sort((a, b) => b.raisedAt - a.raisedAt),
  };
}

/** The most gaps that are returned. */
const mostGaps = 200;

/** Periods in which nothing was read of a controller. Overlapping ones are merged. */
function gapsOf({ from, until }: BacktestRequest, samples: Samples): Gap[] {
  const found: Gap[] = [];
  const [read] = samples.values();
  for (const { rounds } of read?.values() ?? []) {
    let open: Gap | undefined;
    for (const { times, blind } of rounds) {
      for (const [round, at] of times.entries()) {
        const kind = blind[round] === 1 ? 'unread' : blind[round] === 2 ? 'unmonitored' : undefined;
        if (open && kind !== open.kind) {
          found.push({ ...open, until: at });
          open = undefined;
        }
        if (kind) open ??= { from: at, until, kind };
      }
    }
    if (open) found.push(open);
  }
  found.push(...unmeasuredOf(samples, from, until));
  const merged: Gap[] = [];
  for (const gap of found.sort((a, b) => a.from - b.from)) {
    const last = merged.findLast(({ kind }) => kind === gap.kind);
    if (last && gap.from <= last.until) last.until = Math.max(last.until, gap.until);
    else merged.push(gap);
  }
  return merged.slice(-mostGaps);
}

/** Periods in which UniFi measured none of the lines, once it has begun to. */
function unmeasuredOf(samples: Samples, from: number, until: number): Gap[] {
  const measured = new Set<number>();
  for (const byController of samples.values())
    for (const { periods } of byController.values())
      for (const { at } of periods.values()) for (const one of at) measured.add(one);
  const times = [...measured].sort((a, b) => a - b);
  return times.flatMap((at, nth): Gap[] => {
    const [ends, next] = [at + periodMs + staleAfterMs, times[nth + 1] ?? until];
    return next > ends && at >= from ? [{ from: at + periodMs, until: next, kind: 'unmeasured' }] : [];
  });
}

type Covered = { controller: PastController; devices: PastDevice[]; sites: PastSite[]; lines: PastLine[] };

/** What isn't known of internet lines. */
function lineLimits(
  condition: AlertCondition,
  from: number,
  samples: Samples,
  covered: readonly Covered[],
): Limit[] {
  const lines = covered.flatMap((one) => one.lines);
  if (lines.length === 0) return [{ code: 'no_lines', deviceCount: null, until: null }];
  if (lineMeasureOf[condition]) {
    const limits: Limit[] = [{ code: 'reported_late', deviceCount: null, until: null }];
    const periods = new Map([...(samples.get(condition)?.values() ?? [])].flatMap((one) => [...one.periods]));
    const begins = lines.flatMap(({ id }) => periods.get(id)?.at[0] ?? []);
    const begin = Math.min(...begins);
    if (begins.length === 0) return [{ code: 'no_history', deviceCount: null, until: null }];
    if (begin > from + dayMs / 2) limits.push({ code: 'no_history', deviceCount: null, until: begin });
    const unmeasured = lines.length - begins.length;
    if (unmeasured > 0) limits.push({ code: 'lines_not_measured', deviceCount: unmeasured, until: null });
    return limits;
  }
  const isKnown = ({ takesOver }: PastLineChange) =>
    condition !== AlertCondition.wan_failover || takesOver !== null;
  const firsts = covered.flatMap(({ lines: own }) =>
    own.length > 0 ? [Math.min(...own.map(({ changes }) => changes.find(isKnown)?.at ?? Infinity))] : [],
  );
  const since = Math.max(...firsts);
  if (since <= from) return [];
  return [{ code: 'lines_not_stored', deviceCount: null, until: Number.isFinite(since) ? since : null }];
}

function limitsOf(
  { rules: [draft], from }: BacktestRequest,
  samples: Samples,
  covered: readonly Covered[],
): Limit[] {
  const { condition } = draft!;
  if (!isStored(condition)) return [{ code: 'clients_not_stored', deviceCount: null, until: null }];
  if (isAboutLines(condition)) return lineLimits(condition, from, samples, covered);
  const limits: Limit[] = [];
  const own = covered.filter(({ sites }) => sites.length > 0);
  const read = own.map(({ controller, devices }) => ({
    devices,
    controller,
    samples: samples.get(condition)?.get(controller.id),
  }));
  if (conditions[condition].measure) {
    const begins = read.flatMap(({ samples: one }) => firstRound(one) ?? []);
    const begin = Math.min(...begins);
    if (begins.length === 0) limits.push({ code: 'no_history', deviceCount: null, until: null });
    else if (begin > from + dayMs / 2) limits.push({ code: 'no_history', deviceCount: null, until: begin });
    const unmeasured = read.flatMap(({ devices, samples: one }) =>
      devices.filter(({ id }) => !one?.codes.get(id)?.some((day) => day && day.highest > 0)),
    );
    if (unmeasured.length > 0 && begins.length > 0)
      limits.push({ code: 'not_measured', deviceCount: unmeasured.length, until: null });
    return limits;
  }
  const since = Math.max(...read.map(({ controller }) => controller.statesSince ?? Infinity));
  if (own.length > 0 && since > from)
    limits.push({
      code: 'states_not_stored',
      deviceCount: null,
      until: Number.isFinite(since) ? since : null,
    });
  if (condition === AlertCondition.port_down) {
    const withPorts = new Set(
      own.flatMap(({ controller }) =>
        controller.states.flatMap(({ mac, downPorts }) => (downPorts ? [mac] : [])),
      ),
    );
    const without = own.flatMap(({ devices }) =>
      devices.filter(({ mac, upPorts }) => upPorts.length > 0 && !withPorts.has(mac)),
    );
    if (without.length > 0) limits.push({ code: 'not_measured', deviceCount: without.length, until: null });
  }
  return limits;
}

const dayMs = 86_400_000;

const firstRound = (samples: PastSamples | undefined): number | undefined =>
  samples?.rounds.find(({ times }) => times.length > 0)?.times[0];
