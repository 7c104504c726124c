import { vi } from 'vitest';
import { smallOffice, type Network } from '#api/demo/unifi/network.ts';
import type { KeyOptions } from '#api/demo/unifi/network-build.ts';
import { documentedLimits } from '#api/demo/unifi/answer.ts';
import type { UnifiStandIn } from '#api/demo/unifi/unifi.ts';
import type { Rounds } from './rounds.ts';

/** From when until when something may happen, in minutes after the start. */
export type Window = [from: number, to: number];

/** An alert that must be raised. */
export interface ExpectedAlert {
  /** Name of the device, client or console. */
  about: string;
  /** Any of these types. Default: any type. */
  type?: string[];
  /** Any of these severities. Default: any severity. */
  severity?: string[];
  raised: Window;
  /** When it must close. Default: it stays open. */
  closed?: Window;
  /** Default `recovered`. */
  as?: string;
}

/** What people must be shown at some moment. A list holds the values that are allowed. */
export type Shown =
  | { device: string; state?: string[]; isNot?: string[]; rows?: number; why?: string }
  | {
      controller: {
        status?: string[];
        isNot?: string[];
        reason?: boolean;
        /** What the reason mentions. */
        says?: string;
        version?: string | null;
        polled?: true;
      };
    }
  | { open: string; severity: string[] }
  | { summary: Record<string, number> };

export interface World {
  network: Network;
  unifi: UnifiStandIn;
  rounds: Rounds;
  controllerId: string;
  /** A moment of the scenario on the network's clock, Unix milliseconds. */
  minute(minutes: number): number;
}

/** A network that changes over time, and the alerts that it must raise. Any other alert is false. */
export interface Scenario {
  /** A sentence about the product. */
  title: string;
  /** Item of the issue that it proves; 0 for what has always worked. */
  item: number;
  /** Default: `smallOffice`. */
  keys?: KeyOptions[];
  /** Name of the console that is selected; by default all are watched. */
  selected?: string;
  /** One rule for offline devices with a duration of one minute by default. */
  rules?: Record<string, unknown>[];
  /** Seconds between rounds; 60 by default. */
  every?: number;
  /** Entries on a page of the cloud's lists. */
  largestPage?: number;
  /** Before the controller is added. */
  before?: (world: Omit<World, 'controllerId'>) => void;
  /** By minute, ascending. */
  steps?: [minute: number, change: (world: World) => unknown][];
  alerts?: ExpectedAlert[];
  /** Names that may have alerts or not: both are defensible. */
  may?: string[];
  shows?: [minute: number, shown: Shown][];
  /** Minutes it lasts. */
  ends: number;
  /** It ends sooner, as soon as every expected alert has been raised. */
  endsWhenRaised?: true;
}

export interface Violation {
  kind: 'missed' | 'false' | 'stuck' | 'lost' | 'wrong';
  says: string;
}

interface SeenAlert {
  id: string;
  about: string;
  type: string;
  severity: string;
  raised: number;
  closed?: number;
  as?: string;
}

interface AlertRow {
  id: string;
  about: string;
  type: string;
  severity: string;
  resolved_at: string | null;
  resolution: string | null;
}

const rowsOfAlerts = `select id, device_name as about, type, severity, resolved_at, resolution from alert order by timestamp`;

/** Plays a scenario round by round, each at the time that the product itself chose for it. */
export async function play(rounds: Rounds, scenario: Scenario): Promise<Violation[]> {
  const { every = 60, rules = [{}], steps = [], shows = [], keys = [smallOffice], largestPage } = scenario;
  const usual = rounds.running.app.config.pollIntervalSeconds;
  rounds.running.app.config.pollIntervalSeconds = every;
  try {
    await rounds.begin({ keys, limits: documentedLimits, largestPage });
    const start = Date.now();
    const { network, unifi } = rounds;
    const minute = (minutes: number) => start + minutes * 60_000;
    const before = { network, unifi, rounds, minute };
    scenario.before?.(before);
    const controllerId = await rounds.addController();
    if (scenario.selected) {
      await rounds.rest(`PUT /api/controllers/${controllerId}`, {
        selectedSiteId: network.console(scenario.selected).hostId,
      });
    }
    for (const rule of rules) await rounds.addRule(rule);
    const world: World = { ...before, controllerId };
    const alerts = new Map<string, SeenAlert>();
    const seen: SeenAlert[] = [];
    const violations: Violation[] = [];
    const events = [
      ...steps.map(([at, change]) => ({ at, act: async () => void (await change(world)) })),
      ...shows.map(([at, shown]) => ({
        at: at + 1e-6,
        act: async () => {
          const wrong = await compare(world, shown);
          if (wrong) violations.push({ kind: 'wrong', says: `minute ${at}: ${wrong}` });
        },
      })),
    ].sort((a, b) => a.at - b.at);
    let isFirst = true;
    for (;;) {
      const due = await nextRound(rounds, controllerId);
      const [event] = events;
      if (event && minute(event.at) < due) {
        events.shift();
        vi.setSystemTime(Math.max(Date.now(), minute(event.at)));
        await event.act();
        continue;
      }
      if (due > minute(scenario.ends)) break;
      await rounds.roundDue(controllerId, new Date(due));
      // The product spreads out the first rounds of controllers. Here the second is due after a whole interval.
      if (isFirst) await reschedule(rounds, controllerId, minute(every / 60));
      isFirst = false;
      note(await rounds.rows<AlertRow>(rowsOfAlerts), alerts, seen, (Date.now() - start) / 60_000);
      if (scenario.endsWhenRaised && seen.length >= (scenario.alerts?.length ?? 0)) break;
    }
    return [...violations, ...judge(scenario, seen)];
  } finally {
    rounds.running.app.config.pollIntervalSeconds = usual;
  }
}

async function nextRound(rounds: Rounds, controllerId: string): Promise<number> {
  const [row] = await rounds.rows<{ due: string | null }>(
    'select next_poll_at as due from controller where id = ?',
    [controllerId],
  );
  return row?.due ? new Date(row.due).getTime() : Infinity;
}

const reschedule = (rounds: Rounds, controllerId: string, at: number) =>
  rounds.rows('update controller set next_poll_at = ? where id = ? and next_poll_at is not null', [
    new Date(at),
    controllerId,
  ]);

/** Adds to what was seen: `alerts` holds the open ones by id, `seen` every time that one was raised. */
function note(rows: AlertRow[], alerts: Map<string, SeenAlert>, seen: SeenAlert[], now: number): void {
  for (const { id, about, type, severity, resolved_at, resolution } of rows) {
    const open = alerts.get(id);
    if (resolved_at === null && !open) {
      const alert = { id, about, type, severity, raised: now };
      alerts.set(id, alert);
      seen.push(alert);
    } else if (resolved_at !== null && open) {
      Object.assign(open, { closed: now, as: resolution ?? undefined });
      alerts.delete(id);
    }
  }
}

/** Rounds run on whole seconds, but a scenario counts minutes. */
const slack = 0.02;
const within = (at: number, [from, to]: Window) => at >= from - slack && at <= to + slack;
const clock = (minutes: number) => `${Math.round(minutes * 100) / 100}`;
const allows = (values: string[] | undefined, value: string) => !values || values.includes(value);

/** Compares the actual with the expected results. */
function judge({ alerts = [], may = [] }: Scenario, seen: SeenAlert[]): Violation[] {
  const violations: Violation[] = [];
  const left = [...seen];
  for (const expected of alerts) {
    const { about, raised, closed } = expected;
    const at = left.findIndex((alert) => alert.about === about && allows(expected.type, alert.type));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    const say = (kind: Violation['kind'], says: string) =>
      violations.push({ kind, says: `${[about, ...(expected.type ?? [])].join(' ')}: ${says}` });
    if (!found) {
      say('missed', `not raised, due between ${raised.map(clock).join(' and ')}`);
      continue;
    }
    if (!within(found.raised, raised)) {
      const kind = found.raised < raised[0] ? 'false' : 'missed';
      say(kind, `raised at ${clock(found.raised)}, due between ${raised.map(clock).join(' and ')}`);
    }
    if (!allows(expected.severity, found.severity)) {
      say('wrong', `severity ${found.severity}, not ${expected.severity?.join(' or ')}`);
    }
    if (!closed) {
      if (found.closed !== undefined) say('lost', `closed at ${clock(found.closed)} as ${found.as}`);
      continue;
    }
    if (found.closed === undefined) say('stuck', `still open, due to close by ${clock(closed[1])}`);
    else if (!within(found.closed, closed)) {
      const kind = found.closed < closed[0] ? 'lost' : 'stuck';
      say(kind, `closed at ${clock(found.closed)}, due between ${closed.map(clock).join(' and ')}`);
    } else if (found.as !== (expected.as ?? 'recovered')) {
      say('wrong', `closed as ${found.as}, not ${expected.as ?? 'recovered'}`);
    }
  }
  for (const { about, type, raised } of left) {
    if (!may.includes(about))
      violations.push({ kind: 'false', says: `${about} ${type}: raised at ${clock(raised)}` });
  }
  return violations;
}

const devicesShown = `query ($id: ID!, $search: String) {
  devices(controllerId: $id, search: $search, first: 50) { name state stateReason }
}`;

/** @returns what is displayed incorrectly */
async function compare({ rounds, controllerId }: World, shown: Shown): Promise<string | undefined> {
  if ('device' in shown) {
    const { devices } = await rounds.ask<{
      devices: { name: string; state: string; stateReason: string | null }[];
    }>(devicesShown, {
      id: controllerId,
      search: shown.device,
    });
    const found = devices.filter(({ name }) => name === shown.device);
    const why = found[0]?.stateReason;
    if (shown.why && why !== shown.why) return `${shown.device} is shown for the reason ${why}`;
    const states = found.map(({ state }) => state);
    if (states.length !== (shown.rows ?? 1)) return `${shown.device} is listed ${states.length} times`;
    const bad = states.find((state) => !allows(shown.state, state) || shown.isNot?.includes(state));
    return (
      bad && `${shown.device} is shown as ${bad}${shown.state ? `, not ${shown.state.join(' or ')}` : ''}`
    );
  }
  if ('controller' in shown) {
    const { status, isNot, reason, says, version, polled } = shown.controller;
    const found = await rounds.controller(controllerId);
    const is = String(found['status']);
    if (!allows(status, is) || isNot?.includes(is)) return `the controller is shown as ${is}`;
    if (reason !== undefined && (found['statusReason'] !== null) !== reason)
      return `the controller, shown as ${is}, gives the reason ${found['statusReason']}`;
    if (says !== undefined && !String(found['statusReason']).includes(says))
      return `the controller, shown as ${is}, gives the reason ${found['statusReason']}`;
    if (version !== undefined && found['version'] !== version) return `the version is ${found['version']}`;
    if (polled && (await nextRound(rounds, controllerId)) === Infinity)
      return 'the controller is no longer read';
    return undefined;
  }
  if ('open' in shown) {
    const alerts = await rounds.alerts(controllerId);
    const found = alerts
      .filter(({ deviceName }) => deviceName === shown.open)
      .map(({ severity }) => severity);
    const fits = found.length === 1 && shown.severity.includes(found[0] ?? '');
    return fits
      ? undefined
      : `open alerts about ${shown.open} have the severities ${found.join(', ') || 'none'}`;
  }
  const query = `{ monitoringSummary { ${Object.keys(shown.summary).join(' ')} } }`;
  const found = (await rounds.ask<{ monitoringSummary: Record<string, number> }>(query)).monitoringSummary;
  const wrong = Object.entries(shown.summary).filter(([name, value]) => found[name] !== value);
  return wrong.length > 0 ? wrong.map(([name]) => `${name} is ${found[name]}`).join(', ') : undefined;
}
