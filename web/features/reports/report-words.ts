// How a report's figures read, and where they lead.
import { NO_CUSTOMER } from '#web/features/alerts/alert-words.ts';
import { formatNumber } from '#web/lib/format.ts';

/** What a report is about: a customer, the sites with a tag, or all sites. `NO_CUSTOMER` as customer: the sites without one. */
export type Scope = { month: string; customer?: string; tag?: string };

/** "45 s", "12 min", "3 h 20 min", "2 d 4 h" */
export function spanWords(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return joined([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
  const hours = Math.round(minutes / 60);
  return joined([Math.floor(hours / 24), 'd'], [hours % 24, 'h']);
}

const joined = (...parts: [number, string][]): string =>
  parts
    .filter(([count], at) => at === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');

/** "0.12 points above", compared with the month before. Undefined if either is unknown. */
export function changeWords(
  now: number | null | undefined,
  before: number | null | undefined,
): string | undefined {
  if (now == null || before == null) return undefined;
  const points = Math.abs(now - before);
  if (points < 0.005) return 'same as';
  return `${formatNumber(points, { maximumFractionDigits: 2 })} points ${now > before ? 'above' : 'below'}`;
}

/** "3 critical, 12 error". Empty without any. */
export const severityWords = (counts: Record<'critical' | 'error' | 'warning' | 'info', number>): string =>
  (['critical', 'error', 'warning', 'info'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${formatNumber(counts[severity])} ${severity}`)
    .join(', ');

/** Address of a report. */
export const reportPath = ({ month, customer, tag }: Scope): string =>
  `/reports?${new URLSearchParams({ month, ...(customer && { customer }), ...(tag && { tag }) })}`;

/** The CSV or PDF of a report. */
export const filePath = ({ month, customer, tag }: Scope, type: 'csv' | 'pdf'): string => {
  const query = new URLSearchParams({
    ...(customer === NO_CUSTOMER ? { unassigned: 'true' } : customer && { customerId: customer }),
    ...(tag && { tag }),
  }).toString();
  return `/api/reports/${month}/${type}${query && `?${query}`}`;
};

/** Rows of the alert history to list. */
export type Rows = 'incidents' | 'planned' | 'acknowledged' | 'recovered';

const rowFilters: Record<Rows, Record<string, string>> = {
  incidents: { planned: 'no' },
  planned: { planned: 'yes' },
  acknowledged: { planned: 'no', acked: 'yes' },
  recovered: { planned: 'no', ended: 'recovered' },
};

/**
 * Address of the alerts behind a figure.
 * @param site `hostId`, for the figures of one site
 */
export const rowsPath = ({ month, customer, tag }: Scope, rows: Rows, site?: string): string =>
  `/alerts?${new URLSearchParams({
    tab: 'history',
    month,
    ...(customer && { customer }),
    ...(tag && { tag }),
    ...(site && { site }),
    ...rowFilters[rows],
  })}`;
