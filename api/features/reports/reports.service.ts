import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { zoneOf, type ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { isoTime } from '#api/lib/local-time.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { recordsExport } from '../audit/audit.service.ts';
import { Customer } from '../customers/customer.entity.ts';
import { tidyTags } from '../customers/tags.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { Team } from '../teams/team.entity.ts';
import { daysOf, figuresOf, incidentsOf, worstFirst, type Figures, type Incident } from './figures.ts';
import { monthBefore, monthAt } from '#api/lib/calendar-month.ts';
import { type MonthFigures, hadTag, monthsOf, readMonth, type ReportScope } from './months.store.ts';
import { reportTeam } from './report-team.store.ts';
import type { ReportArgs, ReportPage } from './report.input.ts';
import type {
  Report,
  ReportCustomer,
  ReportFigures,
  ReportIncident,
  ReportMonthChoice,
  ReportSite,
} from './report.types.ts';

/** The months that have a report, latest first. */
export async function reportMonths({ em, viewer }: ViewerContext): Promise<ReportMonthChoice[]> {
  const now = new Date();
  return monthsOf(em, await reportTeam(em, viewer.team.id, now), now);
}

/**
 * The report of a month, or null if nothing is known of it.
 * @throws NotFound for another team's customer, Invalid for a month in the future
 */
export async function report(
  ctx: ViewerContext,
  { first, skip, ...args }: ReportPage,
): Promise<Report | null> {
  const scope = await scopeOf(ctx, args);
  const found = await fullReport(ctx.em, ctx.viewer.team.id, args.month, scope, new Date());
  if (!found) return null;
  chargeMonths(ctx, found.siteCount);
  return { ...found, sites: found.sites.slice(skip, skip + first) };
}

/** The rows that a site costs: its days of this month and of the one before. */
const rowsPerSite = 62;

export const chargeMonths = (ctx: ViewerContext, sites: number): void =>
  chargeRows(ctx, sites * rowsPerSite, rowsPerPoint.summedUp);

interface Scope extends ReportScope {
  /** Name of the customer, tag or team, or `Sites without a customer`. */
  subject: string;
}

/** @throws NotFound for another team's customer or an unknown tag, Invalid for more than one of them */
export async function scopeOf(
  ctx: ViewerContext,
  { month, customerId, tag, unassigned }: Pick<ReportArgs, 'month' | 'customerId' | 'tag' | 'unassigned'>,
): Promise<Scope> {
  // A blank one isn't found, so that it doesn't show everyone's figures.
  if ([customerId != null, tag != null, unassigned].filter(Boolean).length > 1)
    throw new Invalid({
      [unassigned ? 'unassigned' : 'tag']:
        'Choose a customer, a tag, or sites without a customer, but only one of them.',
    });
  if (unassigned) return { isUnassigned: true, subject: 'Sites without a customer' };
  if (customerId != null) {
    const { id, name } = await findOwn(ctx, Customer, customerId, 'Customer');
    return { customerId: id, subject: name };
  }
  const [tidied] = tag != null ? tidyTags([tag]) : [];
  if (tidied && !(await hadTag(ctx, tidied, [month, monthBefore(month)]))) throw new NotFound('Tag');
  return tidied ? { tag: tidied, subject: tidied } : { subject: ctx.viewer.team.name };
}

/** A report with all of its sites. Null if nothing is known of the month. @throws Invalid for one in the future */
export async function fullReport(
  em: EntityManager,
  teamId: string,
  month: string,
  { subject, ...scope }: Scope,
  now: Date,
): Promise<Report | null> {
  const team = await reportTeam(em, teamId, now);
  if (month > monthAt(now, team.timeZone)) throw new Invalid({ month: 'This month hasn’t begun yet' });
  const found = await readMonth(em, team, month, scope, now);
  if (!found) return null;
  const before = await readMonth(em, team, monthBefore(month), scope, now);
  return reportOf(found, before, subject);
}

/** The same for a schedule, whose customer may have been renamed or deleted since. */
export async function reportFor(
  em: EntityManager,
  { teamId, month, customerId }: { teamId: string; month: string; customerId: string | null },
): Promise<Report | null> {
  const customer = customerId ? await em.findOne(Customer, { id: customerId, team: teamId }) : null;
  const team = await em.findOne(Team, { id: teamId });
  if (!team || (customerId && !customer)) return null;
  const scope = { customerId, subject: customer?.name ?? team.name };
  return fullReport(em, teamId, month, scope, new Date());
}

function reportOf(found: MonthFigures, before: MonthFigures | null, subject: string): Report {
  const { month, sites, elapsed, planned, ...more } = found;
  const days = daysOf(sites, elapsed);
  const customers = customersOf(sites, elapsed);
  return {
    ...more,
    month: month.name,
    timeZone: month.timeZone,
    from: month.from,
    subject,
    siteCount: sites.length,
    figures: shown(figuresOf(sites, elapsed)),
    before: before && before.sites.length > 0 ? shown(figuresOf(before.sites, before.elapsed)) : null,
    days: month.days.map(({ day }, at) => ({
      day,
      uptimePercent: days[at]?.uptime ?? null,
      measuredPercent: days[at]?.measured ?? null,
      plannedSeconds: days[at]?.plannedSeconds ?? 0,
    })),
    sites: worstFirst(
      sites.map((site) => ({
        ...site,
        figures: figuresOf([site], elapsed),
        ofDays: daysOf([site], elapsed),
      })),
    ).map(({ hostId, name, controllerId, customerId, customerName, figures, ofDays }): ReportSite => ({
      hostId,
      name,
      controllerId,
      customerId,
      customerName,
      figures: shown(figures),
      days: ofDays.map((day) => day?.uptime ?? null),
    })),
    customerCount: customers.length,
    allCustomers: customers,
    incidents: incidentsOf(sites).map(named),
    planned: planned.slice(0, mostPlanned).map(({ name, siteName, deviceName, from, until }) => ({
      name,
      siteName,
      deviceName,
      from,
      until,
    })),
  };
}

/** Sites by their customer, worst first. Sites without one are an entry of their own. */
function customersOf(sites: MonthFigures['sites'], elapsed: MonthFigures['elapsed']): ReportCustomer[] {
  const groups = [...Map.groupBy(sites, ({ customerId }) => customerId)];
  return worstFirst(
    groups.map(([id, own]) => ({
      id,
      name: own[0]?.customerName ?? '',
      siteCount: own.length,
      figures: figuresOf(own, elapsed),
    })),
  ).map(({ name, figures, ...customer }) => ({ ...customer, name: name || null, figures: shown(figures) }));
}

/** Planned work that a report lists. */
const mostPlanned = 200;

const shown = ({
  uptime,
  measured,
  raised,
  acknowledge,
  recover,
  outage,
  ...more
}: Figures): ReportFigures => ({
  ...more,
  ...raised,
  uptimePercent: uptime,
  measuredPercent: measured,
  acknowledged: acknowledge.count,
  acknowledgeMedian: acknowledge.median,
  acknowledgeP90: acknowledge.p90,
  recovered: recover.count,
  recoverMedian: recover.median,
  recoverP90: recover.p90,
  longestOutage: outage && named(outage),
});

const named = ({ from, until, ...incident }: Incident): ReportIncident => ({
  ...incident,
  from: new Date(from),
  until: until === null ? null : new Date(until),
});

/**
 * The sites of a report as a spreadsheet.
 * @throws NotFound for another team's customer, or Invalid for a month without figures
 */
export async function reportCsv(ctx: ViewerContext, args: ReportArgs): Promise<string> {
  const scope = await scopeOf(ctx, args);
  const { id, name } = ctx.viewer.team;
  const timeZone = zoneOf(ctx);
  let found: Report | null = null;
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/reports/:month/csv',
      record: recordsExport(ctx, { action: 'report.export', subject: name, subjectId: id }, args),
      columns,
      // Computed here, so that one person has one report computed at a time.
      async count({ em }) {
        found = await fullReport(em, id, args.month, scope, new Date());
        if (!found) throw new Invalid({ month: nothingKept });
        chargeMonths(ctx, found.siteCount);
        return found.siteCount;
      },
      async *batches() {
        if (found) yield found.sites.map((site) => rowOf(found!, site, timeZone));
      },
    }),
  );
}

export const nothingKept = 'There are no figures of this month';

const columns = [
  { key: 'month', header: 'Month' },
  { key: 'customer', header: 'Customer' },
  { key: 'site', header: 'Site' },
  { key: 'uptime', header: 'Uptime (%)' },
  { key: 'measured', header: 'Measured (%)' },
  { key: 'planned', header: 'Planned work (device hours)' },
  { key: 'incidents', header: 'Incidents' },
  { key: 'critical', header: 'Critical' },
  { key: 'error', header: 'Error' },
  { key: 'warning', header: 'Warning' },
  { key: 'info', header: 'Info' },
  { key: 'plannedIncidents', header: 'Alerts during planned work' },
  { key: 'acknowledgeMedian', header: 'Time to acknowledge, median (min)' },
  { key: 'acknowledgeP90', header: 'Time to acknowledge, 90% within (min)' },
  { key: 'recoverMedian', header: 'Time to recover, median (min)' },
  { key: 'recoverP90', header: 'Time to recover, 90% within (min)' },
  { key: 'outage', header: 'Longest outage (min)' },
  { key: 'outageDevice', header: 'Longest outage: device' },
  { key: 'outageFrom', header: 'Longest outage: from' },
  { key: 'outageUntil', header: 'Longest outage: until' },
  { key: 'uptimeUntil', header: 'Uptime until' },
  { key: 'incidentsUntil', header: 'Incidents until' },
] satisfies { key: string; header: string }[];

type Key = (typeof columns)[number]['key'];

function rowOf(
  { month, until, incidentsUntil }: Report,
  { name, customerName, figures }: ReportSite,
  timeZone: string,
) {
  const { longestOutage: outage } = figures;
  const row: Partial<Record<Key, string | number | null>> = {
    month,
    customer: customerName,
    site: name,
    uptime: rounded(figures.uptimePercent, 3),
    measured: rounded(figures.measuredPercent, 1),
    planned: rounded(figures.plannedSeconds / 3600, 1),
    incidents: figures.incidents,
    critical: figures.critical,
    error: figures.error,
    warning: figures.warning,
    info: figures.info,
    plannedIncidents: figures.plannedIncidents,
    acknowledgeMedian: minutes(figures.acknowledgeMedian),
    acknowledgeP90: minutes(figures.acknowledgeP90),
    recoverMedian: minutes(figures.recoverMedian),
    recoverP90: minutes(figures.recoverP90),
    outage: outage && minutes(outage.seconds),
    outageDevice: outage && (outage.deviceName ?? outage.siteName),
    outageFrom: outage && isoTime(outage.from, timeZone),
    outageUntil: outage?.until && isoTime(outage.until, timeZone),
    uptimeUntil: isoTime(until, timeZone),
    incidentsUntil: isoTime(incidentsUntil, timeZone),
  };
  return row;
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Math.floor(value * 10 ** digits) / 10 ** digits;

const minutes = (seconds: number | null): number | null =>
  seconds === null ? null : rounded(seconds / 60, 1);
