import {
  findCloud,
  loseCloud,
  type LineState,
  type NetworkConsole,
  type NetworkLine,
} from './network-state.ts';
import { chance, withColons } from './network-identity.ts';
import type { Json } from './answer.ts';

/** Internet lines: which one carries the traffic, and what UniFi reports about them. */

/** UniFi measures lines in periods of five minutes, numbered since 1970. */
const periodMs = 300_000;
const minute = 60_000;
const keptPeriods = 288;

const healthy = { isDown: false, isUnplugged: false, lossPercent: 0, addedMs: 0 };

const stateAt = ({ history }: NetworkLine, at: number): LineState | undefined =>
  history.findLast((state) => state.at <= at);

const isUp = (line: NetworkLine, at: number): boolean => stateAt(line, at)?.isDown === false;

/** The lines that carry traffic at a moment: those that don't stand by, or else one that does. */
function carriersAt({ lines }: NetworkConsole, at: number): NetworkLine[] {
  const up = lines.filter((line) => isUp(line, at));
  const usual = up.filter(({ isStandby }) => !isStandby);
  return usual.length > 0 ? usual : up.slice(0, 1);
}

/** Changes a line from now on. Without any line that works, the console loses the cloud. */
export function changeLine(
  console: NetworkConsole,
  line: NetworkLine,
  change: Partial<Omit<LineState, 'at'>>,
  now: number,
): void {
  line.history.push({ ...healthy, ...stateAt(line, now), ...change, at: now });
  const works = carriersAt(console, now).length > 0;
  if (!works && (console.connected || console.dark)) {
    loseCloud(console, now);
    console.isCutOff = true;
  } else if (works && console.isCutOff) {
    delete console.isCutOff;
    if (!console.dark) findCloud(console, now);
  }
}

/** The line has no trouble from now on. */
export const clearLine = (console: NetworkConsole, line: NetworkLine, now: number): void =>
  changeLine(console, line, healthy, now);

/** One period of `isp-metrics`: the line that carried the traffic. Undefined if none did, so nobody measured. */
export function measuredPeriod(console: NetworkConsole, at: number, step: number): Json | undefined {
  const carriers = Array.from({ length: step / minute }, (_, nth) => {
    const moment = at + nth * minute;
    const [line] = carriersAt(console, moment);
    return line && { line, state: stateAt(line, moment)! };
  });
  const up = carriers.filter((one) => one !== undefined);
  const last = up.at(-1);
  if (!last) return undefined;
  const average = (of: (state: LineState) => number) =>
    up.reduce((sum, { state }) => sum + of(state), 0) / up.length;
  const luck = chance(`${console.hostId} ${at}`);
  const avgLatency = 8 + Math.floor(luck * 12) + Math.round(average(({ addedMs }) => addedMs));
  const loss = (luck > 0.97 ? 2 : 0) + Math.round(average(({ lossPercent }) => lossPercent) * 10) / 10;
  // Percent of the period: 100 and 0 in every capture.
  const uptime = Math.round((up.length / carriers.length) * 100);
  return {
    avgLatency,
    maxLatency: avgLatency + 6 + Math.floor(luck * 20),
    packetLoss: Math.min(100, loss),
    uptime,
    downtime: 100 - uptime,
    // Line speed, not traffic, as in the captures.
    download_kbps: 1_000_000,
    upload_kbps: 500_000,
    ispName: last.line.isp.name,
    ispAsn: last.line.isp.asn,
  };
}

/** `statistics.wans` of a site with a gateway, as of a moment. */
export const siteLines = (console: NetworkConsole, at: number): Json =>
  Object.fromEntries(
    console.lines.map((line) => {
      const { key, isUnused, ipv4, isp } = line;
      const known = isUnused
        ? {}
        : { externalIp: ipv4, ispInfo: { name: isp.name, organization: isp.organization } };
      return [key, { ...known, wanUptime: isUnused ? 0 : 100, wanIssues: issuesOf(console, line, at) }];
    }),
  );

/** Troubled periods of the last day, once they are over. Equal ones in a row are one entry with `count`. */
function issuesOf(console: NetworkConsole, line: NetworkLine, at: number): Json[] {
  const newest = Math.floor(at / periodMs) - 1;
  const oldest = newest - keptPeriods + 1;
  const troubles = line.history.flatMap((state, nth) => {
    const until = line.history[nth + 1]?.at ?? at;
    const isTrouble = state.isDown || state.lossPercent >= 1 || state.addedMs >= 50;
    return isTrouble && until > state.at && until > oldest * periodMs ? [{ state, until }] : [];
  });
  const byIndex = new Map<number, Json>();
  for (const { state, until } of troubles) {
    const from = Math.max(oldest, Math.floor(state.at / periodMs));
    for (let index = from; index <= Math.min(newest, Math.ceil(until / periodMs) - 1); index++) {
      const moment = Math.max(state.at, index * periodMs);
      const takesOver = state.isDown && !line.isStandby && carriersAt(console, moment).length > 0;
      byIndex.set(index, {
        ...byIndex.get(index),
        ...(state.isDown && { wanDowntime: true }),
        ...(takesOver && { failoverWanActive: true }),
        ...(!state.isDown && state.lossPercent >= 1 && { packetLoss: true }),
        ...(!state.isDown &&
          state.addedMs >= 50 && {
            highLatency: true,
            latencyAvgMs: 12 + state.addedMs,
            latencyMaxMs: 20 + state.addedMs,
          }),
      });
    }
  }
  const issues: { index: number; count: number; what: Json }[] = [];
  for (const [index, what] of [...byIndex].toSorted(([a], [b]) => a - b)) {
    const last = issues.at(-1);
    const follows = last?.index === index - (last?.count ?? 0);
    if (last && follows && JSON.stringify(last.what) === JSON.stringify(what)) last.count += 1;
    else issues.push({ index, count: 1, what });
  }
  return issues.map(({ index, count, what }) => ({ index, ...(count > 1 && { count }), ...what }));
}

/** `reportedState.wans` of a console, as of a moment. */
export const hostLines = ({ lines, mac }: NetworkConsole, at: number): Json[] =>
  lines.map((line, nth) => ({
    interface: `eth${8 + nth}`,
    type: line.key,
    enabled: true,
    plugged: stateAt(line, at)?.isUnplugged !== true,
    ...(line.ipv4 && { ipv4: line.ipv4 }),
    ...(line.ipv6 && { ipv6: line.ipv6 }),
    mac: withColons(mac),
    port: 9 + nth,
  }));

/** The undocumented `wan/load-balancing/status`, as of now. */
export function loadBalancing(console: NetworkConsole, now: number): Json {
  const carriers = carriersAt(console, now);
  const mode = console.lines.some(({ isStandby }) => isStandby) ? 'FAILOVER_ONLY' : 'DISTRIBUTED';
  return {
    mode,
    wan_interfaces: console.lines.map((line, nth) => ({
      name: `Internet ${nth + 1}`,
      wan_networkgroup: line.key,
      mode,
      priority: nth + 1,
      weight: 50,
      state: carriers.includes(line) ? 'ACTIVE' : isUp(line, now) ? 'BACKUP' : 'DISCONNECTED',
    })),
  };
}
