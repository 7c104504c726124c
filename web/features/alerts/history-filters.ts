import type { AlertSeverity, AlertType } from '#web/gql/graphql.ts';
import { dayOf } from '#web/lib/utc-day.ts';
import { levels } from './severity-filter.ts';
import { typeWords } from './words.ts';

/** What narrows the history, as the address has it. */
export const filterNames = ['period', 'level', 'type', 'of', 'site', 'mac', 'state'] as const;
export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** Days that are shown unless others are chosen. */
const USUAL = '30';
const ALL = 'all';
const DAY = 86_400_000;

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: USUAL, label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: ALL, label: 'All that is kept' },
];

const severities: Record<string, AlertSeverity[]> = {
  critical: ['error', 'critical'],
  warning: ['warning'],
  info: ['info'],
};
const types = Object.keys(typeWords) as AlertType[];

/** The lists to choose from; the first of each is what holds when nothing is chosen. */
export const selects: readonly {
  name: Exclude<keyof Filters, 'of' | 'site' | 'mac'>;
  label: string;
  options: readonly { value: string; label: string }[];
}[] = [
  { name: 'period', label: 'Period', options: [periods[1]!, ...periods.toSpliced(1, 1)] },
  {
    name: 'level',
    label: 'Severity',
    options: levels.map(({ level, label }) => ({ value: level, label })),
  },
  {
    name: 'type',
    label: 'Type',
    options: [
      { value: '', label: 'All types' },
      ...types.map((type) => ({ value: type, label: typeWords[type] })),
    ],
  },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: '', label: 'Open and over' },
      { value: 'open', label: 'Open' },
      { value: 'over', label: 'Over' },
    ],
  },
];

/** What the server is asked for. Days are UTC days, as those of the drawing; today is one of them. */
export function asked(
  search: string,
  { period = USUAL, level = '', type, of, site, mac, state }: Filters,
  now: Date,
) {
  const days = periods.find(({ value }) => value === period && value !== ALL)?.value;
  return {
    search: search || null,
    severities: severities[level] ?? null,
    type: types.find((one) => one === type) ?? null,
    controllerId: of ?? null,
    siteId: site ?? null,
    deviceMac: mac ?? null,
    open: state === 'open' || state === 'over' ? state === 'open' : null,
    since: period === ALL ? null : startOf(now, Number(days ?? USUAL)).toISOString(),
  };
}

/** Midnight in UTC, so many days ago, today counted. */
const startOf = (now: Date, days: number): Date =>
  new Date(Math.floor(now.getTime() / DAY) * DAY - (days - 1) * DAY);

/** The same in an address, for the file. */
export function queryOf(variables: ReturnType<typeof asked>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(variables))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null) query.append(name, String(one));
  return query;
}

/**
 * Every day from the first on to today, and how many alerts were raised on each: null for days of which nothing is kept.
 * @param kept for how many days the package keeps alerts
 */
export function everyDay(
  counted: readonly { day: string; count: number }[],
  since: string | null,
  now: Date,
  kept = Infinity,
): { days: string[]; values: (number | null)[] } {
  const first = since?.slice(0, 10) ?? counted[0]?.day ?? dayOf(now);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  const days: string[] = [];
  for (let at = Date.parse(first); at <= now.getTime(); at += DAY) days.push(dayOf(new Date(at)));
  const known = (day: string) => Date.parse(day) + DAY > now.getTime() - kept * DAY;
  return { days, values: days.map((day) => counts.get(day) ?? (known(day) ? 0 : null)) };
}
