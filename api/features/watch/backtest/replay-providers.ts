import type { AffectedSite, Rule } from '../evaluate/types.ts';
import type { ProviderOutage } from '../evaluate/fold-outages.ts';
import {
  evaluateProviders,
  lateReadingMs,
  newsMs,
  type OpenOutage,
  type OutageChange,
  pendingOutages,
  providerSitesOf,
  type TeamLine,
} from '../evaluate/providers.ts';
import type { PastRounds, PastSite, PastState } from './history.ts';
import { keyOf, Ledger, type WouldBeAlert } from './ledger.ts';
import type { PastLine } from './past-lines.ts';

/** A controller's part of what is known about providers. */
export interface PastSource {
  controllerId: string;
  pollSeconds: number;
  /** For which severities it opens tickets, whatever the rule. */
  ticketSeverities: readonly string[];
  sites: readonly PastSite[];
  lines: readonly PastLine[];
  /** In order of time. */
  states: readonly PastState[];
  rounds: readonly PastRounds[];
}

/** What outages of providers explained over a period. */
export interface PastOutages {
  at(time: number): readonly ProviderOutage[];
  /** When that changes, after a time. `Infinity`: never. */
  nextAfter(time: number): number;
}

/** When someone had dealt with an alert. Times are Unix milliseconds. */
export interface HandledAlert {
  /** `null` once the rule is deleted. */
  ruleId: string | null;
  subject: string;
  /** When it was acknowledged or snoozed, if it is about a provider. Otherwise empty. */
  handled: { from: number; until: number | null }[];
}

/** What decides whether people have heard of sites that join an outage. */
interface Notified {
  /** Some channels are limited to some sites. */
  isLimited: boolean;
  /** The alerts that the team had, with the times at which someone had dealt with them. */
  alerts: readonly HandledAlert[];
}

interface Replayed {
  /** The alerts of the first rule, with the controllers that they are stored with. */
  alerts: { alert: WouldBeAlert; controllerId: string }[];
  outages: PastOutages;
}

/** When nothing has changed for so long, evaluating once a minute is enough. */
const calmMs = 30 * 60_000;

/**
 * Raises the alerts of rules about providers, by what all controllers of a team had last read. Evaluates the rounds in which
 * lines are down or an outage is open.
 * @param rules with the condition `isp_outage`
 * @param notified who heard of outages. Only matters for what they explain
 */
export function replayProviders(
  sources: readonly PastSource[],
  rules: readonly Rule[],
  notified: Notified = { isLimited: false, alerts: [] },
): Replayed {
  const tracks = sources.flatMap(tracksOf);
  const events = tracks.flatMap(({ events: own }) => own).sort((a, b) => a.at - b.at);
  const readTimes = new Map(sources.map((one) => [one.controllerId, readTimesOf(one)]));
  const run = new OutageRun(rules, sources, notified);
  let next = 0;
  let changedAt = -Infinity;
  let steppedAt = -Infinity;
  for (const at of mergedTimes([...readTimes.values()])) {
    for (; next < events.length && events[next]!.at <= at; next++) {
      events[next]!.apply();
      changedAt = at;
    }
    const isNews = ({ downSince }: Track) => downSince !== undefined && at - downSince <= newsMs;
    if (!run.isOpen && tracks.filter(isNews).length < 2) {
      run.rest(at);
      continue;
    }
    if (at - changedAt > calmMs && at - steppedAt < 60_000) continue;
    steppedAt = at;
    const lines = tracks.flatMap((track) => {
      const times = readTimes.get(track.source.controllerId)!;
      return track.lineAt(at, times[lastUntil(times, at)]) ?? [];
    });
    run.step(lines, at);
  }
  return run.result();
}

/** A line, and the state of its console, while time goes on. */
class Track {
  state = 'unknown';
  stateSince: number | null = null;
  link = 'connected';
  linkSince: number | null = null;
  readonly events: { at: number; apply: () => void }[] = [];

  constructor(
    readonly source: PastSource,
    private line: PastLine,
    private site: PastSite,
    private linesThere: readonly PastLine[],
  ) {
    for (const { at, state, down } of line.changes)
      this.events.push({
        at,
        apply: () => {
          if (state !== this.state) this.stateSince = down?.from ?? at;
          this.state = state;
        },
      });
    for (const { at, since = at, state, mac, hostId } of source.states)
      if (mac === '' && hostId === line.hostId)
        this.events.push({
          at,
          apply: () => {
            if (state !== this.link) this.linkSince = since;
            this.link = state;
          },
        });
  }

  get downSince(): number | undefined {
    if (this.link === 'disconnected') return this.linkSince ?? undefined;
    return this.state === 'down' ? (this.stateSince ?? undefined) : undefined;
  }

  /** @param readAt when its controller was last read */
  lineAt(at: number, readAt: number | undefined): TeamLine | undefined {
    const { line, site, source, linesThere, state, stateSince, link, linkSince } = this;
    if (readAt === undefined || !isInUse(line, at)) return undefined;
    const isRead = at - readAt <= lateReadingMs + 2000 * source.pollSeconds;
    return {
      controllerId: source.controllerId,
      hostId: line.hostId,
      networkSiteId: line.siteId,
      key: line.key,
      name: site.name,
      customerId: site.customerId,
      tags: site.tags,
      provider: line.provider,
      asn: line.asn,
      state,
      stateSince: stateSince === null ? null : new Date(stateSince),
      readLink: isRead ? link : 'unread',
      linkSince: linkSince === null ? null : new Date(linkSince),
      readAt: new Date(readAt),
      lineCount: linesThere.filter((one) => isInUse(one, at)).length,
      deviceCount: 0,
    };
  }
}

/** From when it was first up until it counted as removed. Nothing is stored of a line before. */
const isInUse = ({ changes, leftAt }: PastLine, at: number): boolean =>
  changes[0] !== undefined && changes[0].at <= at && (leftAt === null || leftAt > at);

function tracksOf(source: PastSource): Track[] {
  const sites = new Map(source.sites.map((site) => [site.hostId, site]));
  return [...Map.groupBy(source.lines, ({ hostId }) => hostId)].flatMap(([hostId, lines]) => {
    const site = sites.get(hostId);
    return site ? lines.map((line) => new Track(source, line, site, lines)) : [];
  });
}

const readTimesOf = ({ rounds }: PastSource): Float64Array =>
  Float64Array.from(
    rounds.flatMap(({ times, blind }) => [...times].filter((_, round) => blind[round] === 0)),
  );

function mergedTimes(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const list of lists) {
    all.set(list, place);
    place += list.length;
  }
  return all.sort().filter((at, nth, sorted) => at !== sorted[nth - 1]);
}

/** The last of sorted times that isn't later. -1: none. */
function lastUntil(times: { readonly length: number; readonly [place: number]: number }, at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Listed {
  controllerId: string;
  sites: (AffectedSite & { listedAt: number })[];
}

/** Outages in memory, changed in the way that `outages.store.ts` writes them. */
class OutageRun {
  #alerts: WouldBeAlert[] = [];
  #ledger: Ledger;
  /** Where alerts are stored and which sites they list, by their ID. */
  #listed = new Map<string, Listed>();
  #homes = new Map<WouldBeAlert, string>();
  #times: number[] = [];
  #snapshots: (readonly ProviderOutage[])[] = [];

  constructor(
    private rules: readonly Rule[],
    private sources: readonly PastSource[],
    private notified: Notified,
  ) {
    this.#ledger = new Ledger(this.#alerts, rules[0]?.id ?? '');
  }

  get isOpen(): boolean {
    return this.#ledger.isActive;
  }

  step(lines: readonly TeamLine[], at: number): void {
    const now = new Date(at);
    const sites = providerSitesOf(lines);
    for (const found of evaluateProviders(this.rules, sites, this.#open(), now)) this.#apply(found, now);
    const open = this.#open();
    this.#snapshot(at, [
      ...open.filter(({ calmSince }) => !calmSince).map((one) => this.#asOutage(one, at)),
      ...pendingOutages(this.rules, sites, open, now),
    ]);
  }

  /** Nothing is down. */
  rest(at: number): void {
    if (this.#snapshots.at(-1)?.length) this.#snapshot(at, []);
  }

  result(): Replayed {
    const [times, snapshots] = [this.#times, this.#snapshots];
    return {
      alerts: this.#alerts.map((alert) => ({ alert, controllerId: this.#homes.get(alert)! })),
      outages: {
        at: (time) => snapshots[lastUntil(times, time)] ?? [],
        nextAfter: (time) => times[lastUntil(times, time) + 1] ?? Infinity,
      },
    };
  }

  #snapshot(at: number, outages: readonly ProviderOutage[]): void {
    this.#times.push(at);
    this.#snapshots.push(outages);
  }

  #open(): OpenOutage[] {
    return [...this.#ledger.open.values()].map(({ open }) => ({ ...open, ...this.#listed.get(open.id)! }));
  }

  #apply({ controllerId, change }: OutageChange, at: Date): void {
    this.#ledger.apply([change], at);
    if (change.kind === 'raise') {
      const raised = [...this.#ledger.open.values()].find(({ open }) => keyOf(open) === keyOf(change.alert));
      if (!raised) return;
      const home = this.#homes.get(raised.alert) ?? controllerId;
      this.#homes.set(raised.alert, home);
      this.#listed.set(raised.open.id, {
        controllerId: home,
        sites: listedFrom(change.alert.sites ?? [], at),
      });
    } else if (change.kind === 'affectSites') {
      const before = this.#listed.get(change.alertId);
      if (!before) return;
      const kept = new Map(before.sites.map((site) => [site.hostId, site]));
      const sites = listedFrom(change.sites, at).map((site) => kept.get(site.hostId) ?? site);
      this.#listed.set(change.alertId, { ...before, sites });
    }
  }

  /** See `asOutage` of `outages.store.ts`: a site that people may not have heard of raises its own alert. */
  #asOutage(
    { id, ruleId, subject, severity, raisedAt, controllerId }: OpenOutage,
    at: number,
  ): ProviderOutage {
    const rule = this.rules.find((one) => one.id === ruleId)!;
    const own = this.sources.find((one) => one.controllerId === controllerId)?.ticketSeverities ?? [];
    const { isLimited, alerts } = this.notified;
    const isHandled = alerts.some(
      (one) =>
        one.ruleId === ruleId &&
        one.subject === subject &&
        one.handled.some(({ from, until }) => from <= at && (until === null || until > at)),
    );
    const { raises } = this.#ledger.open.get(id)!.alert;
    const sites = this.#listed
      .get(id)!
      .sites.filter(({ listedAt }) =>
        listedAt <= raisedAt.getTime() ? !isHandled || raises === 1 : !isHandled && !isLimited,
      );
    return {
      alertId: id,
      rule: { ...rule, ticketSeverities: [...rule.ticketSeverities, ...own] },
      severity,
      sites: new Map(sites.map((site) => [site.hostId, site])),
    };
  }
}

const listedFrom = (sites: readonly AffectedSite[], at: Date): Listed['sites'] =>
  sites.map((site) => ({ ...site, listedAt: at.getTime() }));
