import { useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { formatMonth, isMonth } from '#web/lib/format.ts';
import { useClock } from '#web/lib/useClock.ts';
import type { AlertResolution, AlertSeverity, HistorySitesQuery } from '#web/gql/graphql.ts';
import { CustomDateRange } from '#web/ui/CustomDateRange.tsx';
import { graphql, readFragment } from '#web/gql/index.ts';
import { Select, type Option } from '#web/ui/Select.tsx';
import { levels, NO_CUSTOMER, typeWords } from '../alert-words.ts';
import { AlertControllerFields, AlertControllers } from '../alerts.gql.ts';
import type { AlertController } from '../useAlertControllers.ts';
import { keysOf } from '#web/lib/keys-of.ts';

/** The selected sites of every controller, requested only if a controller has several. */
export const HistorySites = graphql(`
  query HistorySites {
    controllers {
      id
      selectedSiteIds
      selectedSiteNames
    }
  }
`);

type Props = { chosen: Filters; onChoose: (changes: Filters) => void };

const half = { base: 'calc(50% - 0.25rem)', md: 'auto' };

/** History filters: period, severity, type, controller, site and state. */
export function HistoryFilters({ chosen, onChoose }: Props) {
  const controllers = readFragment(AlertControllerFields, useQuery(AlertControllers).data?.controllers) ?? [];
  const isPart = controllers.some(({ selectedSiteCount }) => (selectedSiteCount ?? 0) > 1);
  const several = useQuery(HistorySites, { skip: !isPart }).data?.controllers;
  const sites = sitesOf(controllers, several ?? []);
  // A link from a site's page may choose one of many that a controller monitors.
  const isListed = sites.some(({ value }) => value === chosen.site);
  const now = useClock('quarter');
  return (
    <>
      {selects.map(({ name, label, options }) => (
        <Fragment key={name}>
          <Select
            aria-label={label}
            w={half}
            options={name === 'period' ? periodsWith(chosen.month) : options}
            value={valueOf(chosen, name, options)}
            onChange={({ target }) =>
              onChoose({
                ...(name === 'period' && { from: undefined, to: undefined, month: undefined }),
                [name]: target.value === options[0]?.value ? undefined : target.value,
              })
            }
          />
          {name === 'period' && chosen.period === OWN && (
            <CustomDateRange
              size="sm"
              from={chosen.from}
              to={chosen.to}
              today={localDay(new Date(now))}
              onChoose={onChoose}
            />
          )}
        </Fragment>
      ))}
      {(controllers.length > 1 || chosen.of) && (
        <Select
          aria-label="Controller"
          w={half}
          maxW={{ md: 56 }}
          placeholder="All controllers"
          options={controllers.map(({ id, name }) => ({ value: id, label: name }))}
          value={controllers.some(({ id }) => id === chosen.of) ? chosen.of : ''}
          onChange={({ target }) => onChoose({ of: target.value || undefined })}
        />
      )}
      {(sites.length > 1 || chosen.site) && (
        <Select
          aria-label="Site"
          w={half}
          maxW={{ md: 56 }}
          placeholder="All sites"
          options={
            isListed || !chosen.site ? sites : [...sites, { value: chosen.site, label: 'Selected site' }]
          }
          value={chosen.site ?? ''}
          onChange={({ target }) => onChoose({ site: target.value || undefined })}
        />
      )}
    </>
  );
}

/** The monitored sites, by name. Two controllers may monitor the same site. */
function sitesOf(
  controllers: readonly AlertController[],
  several: HistorySitesQuery['controllers'],
): Option[] {
  const names = new Map<string, string>();
  for (const { selectedSiteIds, selectedSiteNames } of several)
    selectedSiteIds?.forEach((id, at) => names.set(id, selectedSiteNames?.[at] ?? id));
  for (const { selectedSiteId, selectedSiteName } of controllers)
    if (selectedSiteId && selectedSiteName) names.set(selectedSiteId, selectedSiteName);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** A month comes from a link, so it's offered only while it's chosen. */
const periodsWith = (month: string | undefined): Option[] =>
  isMonth(month) ? [{ value: MONTH, label: formatMonth(month) }, ...periods] : [...periods];

function valueOf(
  chosen: Filters,
  name: (typeof selects)[number]['name'],
  options: readonly Option[],
): string | undefined {
  if (name === 'period' && isMonth(chosen.month)) return MONTH;
  return options.some(({ value }) => value === chosen[name]) ? chosen[name] : options[0]?.value;
}

/** Filters that only links set, such as those of a report's figures. */
export const linkedNames = ['mac', 'customer', 'tag', 'planned', 'acked', 'ended'] as const;

/** The history filters, as they appear in the address. */
export const filterNames = [
  ...(['period', 'from', 'to', 'month', 'level', 'type', 'of', 'site', 'state'] as const),
  ...linkedNames,
] as const;

export type Filters = Partial<Record<(typeof filterNames)[number], string>>;

/** Default period, in days. */
const USUAL = '30';
const ALL = 'all';

/** Custom date range. */
const OWN = 'own';
/** The month of a link. */
const MONTH = 'month';
const DAY = 86_400_000;

const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: USUAL, label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 365 days' },
  { value: ALL, label: 'All stored alerts' },
  { value: OWN, label: 'Custom dates…' },
];

const severities: Record<string, AlertSeverity[]> = {
  critical: ['error', 'critical'],
  warning: ['warning'],
  info: ['info'],
};
const types = keysOf(typeWords);

const recovered: AlertResolution = 'recovered';
const folded: AlertResolution = 'folded';

/** The options of each filter. The first is the default. */
const selects: readonly {
  name: 'period' | 'level' | 'type' | 'state';
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
      { value: '', label: 'All states' },
      { value: 'open', label: 'Open' },
      { value: 'over', label: 'Resolved' },
      { value: folded, label: 'Part of another alert' },
    ],
  },
];

/** "yes" or "no" as the address writes them. Null for neither. */
const yesOrNo = (word: string | undefined): boolean | null =>
  word === 'yes' || word === 'no' ? word === 'yes' : null;

/** IDs of customers in the address, separated by commas, and whether sites without one are among them. */
export function customersIn(customer: string | undefined): { ids: string[]; unassigned: boolean } {
  const all = customer?.split(',').filter(Boolean) ?? [];
  return { ids: all.filter((id) => id !== NO_CUSTOMER), unassigned: all.includes(NO_CUSTOMER) };
}

/** Variables of the query. Days begin at midnight in the reader's time zone, and include today. */
export function asked(
  search: string,
  { period = USUAL, from, to, month, level = '', type, of, site, mac, state, ...linked }: Filters,
  now: Date,
) {
  const { ids, unassigned } = customersIn(linked.customer);
  return {
    search: search || null,
    severities: severities[level] ?? null,
    type: types.find((one) => one === type) ?? null,
    controllerId: of ?? null,
    siteId: site ?? null,
    deviceMac: mac ?? null,
    open: state === 'open' || state === 'over' ? state === 'open' : null,
    customerIds: ids.length > 0 ? ids : null,
    unassigned: unassigned || null,
    tags: linked.tag ? linked.tag.split(',') : null,
    planned: yesOrNo(linked.planned),
    acknowledged: yesOrNo(linked.acked),
    resolution: state === folded ? folded : linked.ended === recovered ? recovered : null,
    ...(isMonth(month)
      ? { month, since: null, until: null }
      : { month: null, ...timeOf(period, from, to, now) }),
  };
}

/** Invalid or incomplete custom dates fall back to the default period. */
function timeOf(period: string, from: string | undefined, to: string | undefined, now: Date) {
  if (period === ALL) return { since: null, until: null };
  const [first, last] = [from, to].map((day) => (isDay(day) ? midnight(day) : undefined));
  if (period === OWN && first && last)
    return { since: first.toISOString(), until: daysAfter(last, 1).toISOString() };
  const days = periods.find(({ value }) => value === period && Number(value) > 0)?.value;
  const since = daysAfter(midnight(localDay(now)), 1 - Number(days ?? USUAL));
  return { since: since.toISOString(), until: null };
}

/** A month is that of the team's time zone, so in the reader's it may begin or end on a neighboring day. */
function spanOf(month: string, counted: readonly { day: string }[]) {
  const next = midnight(`${month}-01`);
  next.setMonth(next.getMonth() + 1);
  const [first, last] = [counted[0], counted.at(-1)].map((one) => one && midnight(one.day));
  return {
    since: new Date(Math.min(midnight(`${month}-01`).getTime(), first?.getTime() ?? Infinity)).toISOString(),
    until: new Date(Math.max(next.getTime(), last ? daysAfter(last, 1).getTime() : 0)).toISOString(),
  };
}

const isDay = (day: string | undefined): day is string =>
  /^20\d\d-\d\d-\d\d$/.test(day ?? '') && !Number.isNaN(Date.parse(day ?? ''));

/** Start of a day (`2026-11-22`) in the reader's time zone. */
const midnight = (day: string): Date => new Date(`${day}T00:00`);

/** The same time of day some days later. A day with a change of the clocks isn't 24 hours long. */
function daysAfter(at: Date, days: number): Date {
  const later = new Date(at);
  later.setDate(later.getDate() + days);
  return later;
}

/** The day of a moment in the reader's time zone: `2026-11-22`. */
const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The same filters as a query string, for the CSV download. */
export function queryOf(variables: ReturnType<typeof asked>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(variables))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null) query.append(name, String(one));
  return query;
}

/**
 * Every day of the period, by default up to today, with the number of alerts raised. It's null for days that are no longer stored.
 * @param kept days that the package keeps alerts
 */
export function everyDay(
  counted: readonly { day: string; count: number }[],
  { month = null, ...span }: Pick<ReturnType<typeof asked>, 'since' | 'until'> & { month?: string | null },
  now: Date,
  kept = Infinity,
): { days: string[]; values: (number | null)[] } {
  const { since, until } = month ? spanOf(month, counted) : span;
  const first = since ? localDay(new Date(since)) : (counted[0]?.day ?? localDay(now));
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  const days: string[] = [];
  const end = Math.min(now.getTime(), until ? Date.parse(until) - 1 : Infinity);
  for (let at = midnight(first); at.getTime() <= end; at = daysAfter(at, 1)) days.push(localDay(at));
  const known = (day: string) => daysAfter(midnight(day), 1).getTime() > now.getTime() - kept * DAY;
  return { days, values: days.map((day) => counts.get(day) ?? (known(day) ? 0 : null)) };
}
