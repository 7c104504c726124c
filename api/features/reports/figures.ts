import type { AlertSeverity, AlertType } from '../alerts/alert.enums.ts';

/** What was measured at a site on one day, in device-seconds without planned work. */
export interface DayTotals {
  /** Time in which a device was known to be online or not. */
  observed: number;
  /** The part of it spent online. */
  online: number;
  /** Time left out because of planned work. */
  planned: number;
  /** Seconds, not device-seconds, in which the state of any of its devices was known. */
  measured: number;
}

/** An alert of a month, as a report names it. */
export interface Incident {
  alertId: string;
  type: AlertType;
  severity: AlertSeverity;
  deviceName: string | null;
  deviceMac: string | null;
  siteId: string;
  siteName: string;
  /** ISO 8601. */
  from: string;
  /** `null`: it hadn't ended when the report was made. */
  until: string | null;
  /** How long it lasted within the month. */
  seconds: number;
}

/** A site's month: what reports of any scope are made from. */
export interface SiteMonthFigures {
  hostId: string;
  name: string;
  controllerId: string | null;
  customerId: string | null;
  customerName: string | null;
  /** Its own tags and those of its customer. */
  tags: string[];
  /** By the day of the month. `null`: nothing is known of that day, or it hasn't come yet. */
  days: (DayTotals | null)[];
  /** Alerts raised in the month, without those raised during planned work. */
  raised: Record<AlertSeverity, number>;
  /** Those raised during planned work. */
  planned: number;
  /** Seconds from raising to acknowledging, for each alert that was acknowledged. */
  acknowledged: number[];
  /** Seconds from raising to recovery, for each alert that recovered. */
  recovered: number[];
  /** The longest of the raised alerts. */
  incidents: Incident[];
  /** The longest time that a device or the console was offline. */
  outage: Incident | null;
}

/** A median and a 90th percentile in seconds. `null` without values. */
export interface Spread {
  median: number | null;
  p90: number | null;
  count: number;
}

/** The figures of one site, or of several together. */
export interface Figures {
  /** Percent of the observed device time. `null`: nothing was observed. */
  uptime: number | null;
  /** Percent of the elapsed time in which the sites' state was known. `null`: no time has elapsed. */
  measured: number | null;
  /** Device-seconds left out because of planned work. */
  plannedSeconds: number;
  raised: Record<AlertSeverity, number>;
  incidents: number;
  plannedIncidents: number;
  acknowledge: Spread;
  recover: Spread;
  outage: Incident | null;
}

/** A day of several sites together. */
export interface DayFigures {
  uptime: number | null;
  measured: number | null;
  plannedSeconds: number;
}

/** Incidents that a report lists, and that a site's month keeps. */
export const mostIncidents = 20;

/**
 * Sums up sites.
 * @param elapsed seconds of each day of the month that have passed
 */
export function figuresOf(sites: readonly SiteMonthFigures[], elapsed: readonly number[]): Figures {
  const total = { observed: 0, online: 0, planned: 0, measured: 0 };
  const raised = { critical: 0, error: 0, warning: 0, info: 0 };
  for (const site of sites) {
    for (const day of site.days) if (day) add(total, day);
    for (const severity of Object.keys(raised) as AlertSeverity[]) raised[severity] += site.raised[severity];
  }
  const seconds = sum(elapsed) * sites.length;
  return {
    uptime: percent(total.online, total.observed),
    measured: percent(Math.min(total.measured, seconds), seconds),
    plannedSeconds: total.planned,
    raised,
    incidents: sum(Object.values(raised)),
    plannedIncidents: sum(sites.map(({ planned }) => planned)),
    acknowledge: spreadOf(sites.flatMap(({ acknowledged }) => acknowledged)),
    recover: spreadOf(sites.flatMap(({ recovered }) => recovered)),
    outage: longestOf(sites.flatMap(({ outage }) => outage ?? []))[0] ?? null,
  };
}

/** Every day of the month, of several sites together. `null` for days that haven't come yet. */
export function daysOf(
  sites: readonly SiteMonthFigures[],
  elapsed: readonly number[],
): (DayFigures | null)[] {
  return elapsed.map((seconds, at) => {
    if (seconds === 0) return null;
    const total = { observed: 0, online: 0, planned: 0, measured: 0 };
    for (const { days } of sites) if (days[at]) add(total, days[at]);
    const all = seconds * sites.length;
    return {
      uptime: percent(total.online, total.observed),
      measured: percent(Math.min(total.measured, all), all),
      plannedSeconds: total.planned,
    };
  });
}

/** The longest incidents of several sites. */
export const incidentsOf = (sites: readonly SiteMonthFigures[]): Incident[] =>
  longestOf(sites.flatMap(({ incidents }) => incidents)).slice(0, mostIncidents);

const longestOf = (incidents: readonly Incident[]): Incident[] =>
  incidents.toSorted((one, other) => other.seconds - one.seconds || one.from.localeCompare(other.from));

/** Sites with the worst first: the lowest uptime, then the most incidents. Unmeasured ones come last. */
export function worstFirst<Site extends { name: string; figures: Figures }>(sites: readonly Site[]): Site[] {
  return sites.toSorted(
    (one, other) =>
      (one.figures.uptime ?? 101) - (other.figures.uptime ?? 101) ||
      other.figures.incidents - one.figures.incidents ||
      one.name.localeCompare(other.name, 'en'),
  );
}

/** The median and the 90th percentile, interpolated as PostgreSQL's `percentile_cont`. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number | null => {
    if (sorted.length === 0) return null;
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return below + (above - below) * (place - Math.floor(place));
  };
  return { median: at(0.5), p90: at(0.9), count: sorted.length };
}

function add(total: DayTotals, { observed, online, planned, measured }: DayTotals): void {
  total.observed += observed;
  total.online += online;
  total.planned += planned;
  total.measured += measured;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const percent = (part: number, whole: number): number | null => (whole > 0 ? (100 * part) / whole : null);
