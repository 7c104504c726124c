import { coversSite, type SiteLabels } from '../customers/site-limit.ts';
import type { MaintenancePlace } from './maintenance-window.entity.ts';
import { coversPlace, type Place, type WindowCoverage } from './occurrences.ts';

/** What a window covers, as reports name it. */
export interface NamedCoverage extends WindowCoverage {
  name: string;
  siteName?: string | null;
  deviceName?: string | null;
  places: readonly MaintenancePlace[];
}

/** A period of planned work. */
export interface PlannedSpan extends NamedCoverage {
  siteName: string | null;
  deviceName: string | null;
  from: Date;
  until: Date;
}

/** A period in milliseconds since 1970. The end is excluded. */
interface Interval {
  from: number;
  until: number;
}

/** All planned work with one scope. Its intervals are in order and don't overlap. Places added later have a scope of their own. */
export interface PlannedCoverage {
  scope: WindowCoverage;
  spans: readonly PlannedSpan[];
  intervals: Interval[];
}

/** Planned work by site, so that a place is compared only with what may cover it. */
export class PlannedCoverages {
  readonly all: readonly PlannedCoverage[];
  /** By `hostId`. */
  #bySite = new Map<string, PlannedCoverage[]>();
  #everywhere: PlannedCoverage[] = [];

  constructor(private spans: readonly PlannedSpan[]) {
    const groups = Map.groupBy(spans.flatMap(bySince), ({ scope }) => {
      const { controllerId, siteId, deviceMac, customerIds, tags, places } = scope;
      return JSON.stringify([controllerId, siteId, deviceMac, customerIds, tags, places]);
    });
    this.all = [...groups.values()].map((same) => ({
      scope: same[0]!.scope,
      spans: same.map(({ span }) => span),
      intervals: merged(same.map(({ interval }) => interval)),
    }));
    for (const coverage of this.all) {
      const { siteId, places } = coverage.scope;
      const sites = siteId ? [siteId] : places.map((place) => place.siteId);
      if (sites.length === 0) this.#everywhere.push(coverage);
      for (const site of new Set(sites)) {
        const there = this.#bySite.get(site);
        if (there) there.push(coverage);
        else this.#bySite.set(site, [coverage]);
      }
    }
  }

  /** What may cover devices of a site. */
  at(siteId: string): PlannedCoverage[] {
    return [...this.#everywhere, ...(this.#bySite.get(siteId) ?? [])];
  }

  /** What covers a device or a site. */
  over(place: Place): PlannedCoverage[] {
    return this.at(place.siteId ?? '').filter(({ scope }) => coversPlace(scope, place));
  }

  /** The planned work that covers any of the sites, or devices there. */
  spansAt(sites: readonly (SiteLabels & { hostId: string; controllerId: string | null })[]): PlannedSpan[] {
    const there = new Set<PlannedCoverage>();
    for (const site of sites)
      for (const coverage of this.at(site.hostId)) {
        const { scope } = coverage;
        const isThere = !scope.controllerId || scope.controllerId === site.controllerId;
        if (!there.has(coverage) && isThere && coversSite(scope, site)) there.add(coverage);
      }
    const covering = new Set([...there].flatMap(({ spans }) => spans));
    return this.spans.filter((span) => covering.has(span));
  }
}

/** A span in parts whose places are covered from the same moment on. */
function bySince(span: PlannedSpan): { scope: WindowCoverage; span: PlannedSpan; interval: Interval }[] {
  const [from, until] = [span.from.getTime(), span.until.getTime()];
  const parts = Map.groupBy(span.places, ({ since }) => Math.max(from, since ? Date.parse(since) : from));
  if (parts.size === 0) return [{ scope: span, span, interval: { from, until } }];
  return [...parts]
    .filter(([since]) => since < until)
    .map(([since, places]) => ({ scope: { ...span, places }, span, interval: { from: since, until } }));
}

/** Joins intervals that overlap or follow each other. */
function merged(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, until } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

/** When the planned work that is on at a moment ends, including what follows it without a gap. `null` if none is on. */
export function endOfWork(coverages: readonly PlannedCoverage[], at: Date): Date | null {
  let end = at.getTime();
  for (let next = furthest(coverages, end); next > end; next = furthest(coverages, end)) end = next;
  return end > at.getTime() ? new Date(end) : null;
}

function furthest(coverages: readonly PlannedCoverage[], at: number): number {
  let end = at;
  for (const { intervals } of coverages) {
    const on = intervals.findLast(({ from }) => from <= at);
    if (on && on.until > end) end = on.until;
  }
  return end;
}
