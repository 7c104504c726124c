import { json, orNull } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { type Month, monthAt, monthBefore, monthOf } from '#api/lib/calendar-month.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import { record } from '../audit/audit.service.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { findOwn, lockTeam } from '../teams/lock-team.store.ts';
import {
  AddressFamilies,
  type InternetLine,
  LineState,
  type OngoingProviderOutage,
} from './internet-lines.ts';
import {
  type Availability,
  availabilityIn,
  inferredSeconds,
  type InferredSpan,
  knownPart,
  knownUntil,
  type LineInterval,
  type LineTrouble,
  secondsBetween,
  troublesIn,
} from './line-availability.ts';
import { Wan } from './metrics.entity.ts';

const day = 86_400_000;

/** How far back outages are listed. */
export const outageDays = 90;
const mostOutages = 100;

/** This month and those before it that are shown. `remove-old-history.job.ts` keeps what they are made from. */
const monthsShown = 13;

const lineColumns = {
  id: tables.wan.id,
  line: tables.wan.key,
  provider: tables.wan.isp_name,
  asn: tables.wan.asn,
  addressFamily: tables.wan.address_family,
  promisedPercent: tables.wan.promised_percent,
  knownSince: orNull(tables.wan_interval.began),
  lastRoundAt: orNull(tables.controller.last_round_at),
  intervals: json<StoredInterval[]>(),
  inferences: json<StoredInference[]>(),
};

/**
 * SQL: what is known of a line `w` of a controller `c`, with its intervals that reach into a span. Its values are the span,
 * twice. Nothing says when an outage was over whose alert was deleted with its controller.
 */
const lineFields = `
  w.id, w.key as line, w.isp_name as provider, w.asn, w.address_family as "addressFamily",
  w.promised_percent as "promisedPercent", c.last_round_at as "lastRoundAt",
  (select min(began) from wan_interval where wan_id = w.id) as "knownSince",
  (select coalesce(json_agg(i order by i.began), '[]') from (
     select began, until, is_up as "isUp", source from wan_interval
      where wan_id = w.id and coalesce(until, 'infinity') > ? and began < ?) i) as intervals,
  (select coalesce(json_agg(i order by i.began), '[]') from (
     select began, until, provider, site_count as "siteCount", alert_id as "alertId" from inferred_outage
      where wan_id = w.id and coalesce(until, 'infinity') > ? and began < ?
        and (until is not null or alert_id is not null)) i) as inferences`;

/** SQL: the provider's outage that a line `w` of a controller `c` is part of, measured or not. */
const ongoingOutage = `(
  select json_build_object(
           'alertId', a.id, 'provider', a.device_name, 'since', f.since,
           'siteCount', (select count(*) from affected_site o where o.alert_id = a.id and o.until is null))
    from affected_site f join alert a on a.id = f.alert_id and a.resolved_at is null
   where a.team_id = c.team_id and f.host_id = w.host_id and f.network_site_id = w.network_site_id and f.line = w.key
     and f.until is null
   order by f.since limit 1)`;

/** The lines of a site, with their outages and availability. Ports that were never in use aren't lines. */
export async function internetLines(
  ctx: ViewerContext,
  controllerId: string,
  siteId: string,
): Promise<InternetLine[]> {
  await findOwn(ctx, Controller, controllerId, 'Controller');
  const { wan } = tables;
  const now = new Date();
  const months = monthsBefore(now, zoneOfTeam(ctx));
  const rows = await queryRows(
    ctx.em,
    {
      ...lineColumns,
      state: wan.state,
      stateSince: wan.state_since,
      isStandby: wan.is_standby,
      role: wan.role,
      providerOutage: orNull(json<Omit<OngoingProviderOutage, 'since'> & { since: string }>()),
    },
    `select ${lineFields}, w.state, w.state_since as "stateSince", w.is_standby as "isStandby", w.role,
            ${ongoingOutage} as "providerOutage"
       from wan w join controller c on c.id = w.controller_id
      where w.controller_id = ? and w.host_id = ? and w.key <> '' and w.missing_since is null
        and (w.has_been_up or w.state_since is null)
      order by w.network_site_id, w.key`,
    [months.at(-1)!.from, now, months.at(-1)!.from, now, controllerId, siteId],
  );
  const read = rows.reduce((sum, { intervals }) => sum + intervals.length, 0);
  chargeRows(ctx, read, rowsPerPoint.summedUp);
  const listedSince = new Date(now.getTime() - outageDays * day);
  return rows.map(({ role, intervals: stored, lastRoundAt, knownSince, addressFamily, ...row }) => {
    const end = lastRoundAt ? new Date(lastRoundAt) : now;
    const intervals = intervalsOf(stored, end);
    const inferences = inferencesOf(row.inferences, knownUntil(end, now));
    const inferred = troublesIn(intervals, inferences, { from: listedSince, until: knownUntil(end, now) });
    return {
      ...row,
      timeZone: months[0]!.timeZone,
      addressFamily: familyOf(addressFamily),
      state: LineState[row.state as LineState],
      stateSince: row.stateSince ? new Date(row.stateSince) : null,
      isActive: role === null ? null : role === 'active',
      providerOutage: row.providerOutage && {
        ...row.providerOutage,
        since: new Date(row.providerOutage.since),
      },
      outages: [
        ...intervals
          .filter(({ isUp, until, isOver }) => !isUp && (!isOver || until > listedSince))
          .map((one) => ({ ...one, inferred: null })),
        ...inferred.filter((one) => one.inferred),
      ]
        .toSorted((a, b) => b.from.getTime() - a.from.getTime())
        .slice(0, mostOutages)
        .map(({ from, until, isOver, inferred: inferredFrom }) => ({
          from,
          until: isOver ? until : null,
          seconds: secondsBetween(from, until),
          inferredFrom,
        })),
      months: months.flatMap((month) => {
        const span = knownSince && knownPart(month, new Date(knownSince), knownUntil(end, now));
        if (!span) return [];
        const { percent, ...seconds } = availabilityIn(intervals, span);
        return [
          {
            month: month.name,
            knownSince: span.from > month.from ? span.from : null,
            availabilityPercent: percent,
            isPromiseKept: keepsPromise(percent, row.promisedPercent),
            ...seconds,
            inferredSeconds: inferredSeconds(troublesIn(intervals, inferences, span)),
          },
        ];
      }),
    };
  });
}

interface StoredInterval {
  began: string;
  until: string | null;
  isUp: boolean;
  source: LineInterval['source'];
}

interface StoredInference extends Omit<InferredSpan, 'from' | 'until' | 'isOver'> {
  began: string;
  until: string | null;
}

const inferencesOf = (stored: readonly StoredInference[], end: Date): InferredSpan[] =>
  stored.map(({ began, until, ...rest }) => ({
    ...rest,
    from: new Date(began),
    until: until ? new Date(until) : end,
    isOver: until !== null,
  }));

/** An ongoing state is known until the latest round. */
const intervalsOf = (stored: readonly StoredInterval[], end: Date): LineInterval[] =>
  stored.map(({ began, until, isUp, source }) => ({
    from: new Date(began),
    until: until ? new Date(until) : end,
    isUp,
    isOver: until !== null,
    source,
  }));

const familyOf = (stored: string | null): AddressFamilies | null =>
  stored ? AddressFamilies[stored as AddressFamilies] : null;

const keepsPromise = (percent: number | null, promised: number | null): boolean | null =>
  percent === null || promised === null ? null : percent >= promised;

const zoneOfTeam = ({ viewer }: ViewerContext): string => viewer.team.timeZone ?? defaultZone;

/** The months that are shown, latest first. */
function monthsBefore(now: Date, timeZone: string): Month[] {
  let name = monthAt(now, timeZone);
  return Array.from({ length: monthsShown }, () => {
    const month = monthOf(name, timeZone);
    name = monthBefore(name);
    return month;
  });
}

/** A month of an internet line, for evidence. */
export interface LineRecord extends Availability {
  line: string;
  provider: string | null;
  asn: number | null;
  addressFamily: AddressFamilies | null;
  siteName: string;
  /** How often its controller is polled. `null`: as often as all. */
  pollSeconds: number | null;
  promisedPercent: number | null;
  isPromiseKept: boolean | null;
  month: Month;
  /** The part of the month that is covered. */
  from: Date;
  until: Date;
  /** In order. */
  troubles: LineTrouble[];
}

/**
 * What is known of a line in a month.
 * @throws NotFound for a line of another team, or Invalid for a month of which nothing is known
 */
export async function lineRecord(ctx: ViewerContext, id: string, monthName: string): Promise<LineRecord> {
  const month = monthOf(monthName, zoneOfTeam(ctx));
  const [row] = isId(id)
    ? await queryRows(
        ctx.em,
        {
          ...lineColumns,
          siteName: tables.team_site.name,
          pollSeconds: orNull(tables.controller.poll_seconds),
        },
        `select ${lineFields}, coalesce(s.name, c.name) as "siteName", c.poll_seconds as "pollSeconds"
           from wan w join controller c on c.id = w.controller_id
           left join team_site s on s.team_id = c.team_id and s.host_id = w.host_id
          where w.id = ? and w.key <> '' and c.team_id = ?`,
        [month.from, month.until, month.from, month.until, id, ctx.viewer.team.id],
      )
    : [];
  if (!row) throw new NotFound('Internet line');
  const { intervals: stored, inferences, lastRoundAt, knownSince, addressFamily, ...line } = row;
  const now = new Date();
  const end = lastRoundAt ? new Date(lastRoundAt) : now;
  const span = knownSince && knownPart(month, new Date(knownSince), knownUntil(end, now));
  if (!span) throw new Invalid({ month: 'Nothing is known of this line in this month' });
  const intervals = intervalsOf(stored, end);
  const availability = availabilityIn(intervals, span);
  return {
    ...line,
    ...availability,
    ...span,
    addressFamily: familyOf(addressFamily),
    isPromiseKept: keepsPromise(availability.percent, line.promisedPercent),
    month,
    troubles: troublesIn(intervals, inferencesOf(inferences, knownUntil(end, now)), span),
  };
}

const percentage = /^(\d{1,3}(?:[.,]\d{1,6})?)\s*%?$/;

/** "99.9%" and "99,9" → 99.9 */
function percentOf(typed: string): number {
  const percent = Number(percentage.exec(typed.trim())?.[1]?.replace(',', '.') ?? NaN);
  if (!(percent > 0 && percent <= 100))
    throw new Invalid({ percent: 'Enter a percentage above 0, up to 100' });
  return percent;
}

/**
 * Stores what a provider promises for a line.
 * @throws NotFound for a line of another team, whatever was typed, or Invalid
 */
export async function promiseLineAvailability(
  ctx: ViewerContext,
  id: string,
  typed: string | null,
): Promise<boolean> {
  await ctx.em.transactional(async (em) => {
    await lockTeam(em, ctx.viewer.team.id);
    const line = isId(id)
      ? await em.findOne(Wan, { id, controller: { team: ctx.viewer.team } }, { populate: ['controller'] })
      : null;
    if (!line) throw new NotFound('Internet line');
    const percent = typed?.trim() ? percentOf(typed) : null;
    const before = { percent: line.promisedPercent ?? null };
    line.promisedPercent = percent;
    await record(em, ctx, {
      action: 'line.promise',
      subject: `${line.key} (${line.controller.name})`,
      subjectId: line.id,
      before,
      after: { percent },
    });
  });
  return true;
}
