import { json, orNull } from '#api/db/columns.ts';
import { isId } from '#api/db/id.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { findOwn, lockTeam } from '../teams/lock-team.store.ts';
import { AddressFamilies, type InternetLine, type LineMonth, LineState } from './internet-lines.ts';
import { Wan } from './metrics.entity.ts';

const day = 86_400_000;

/** How far back outages are listed. */
export const outageDays = 90;
const mostOutages = 100;

/** This month and those before it that lines are compared with their promise in. */
const monthsShown = 3;

/** The lines of a site, with their outages and availability. Ports that were never in use aren't lines. */
export async function internetLines(
  ctx: ViewerContext,
  controllerId: string,
  siteId: string,
): Promise<InternetLine[]> {
  await findOwn(ctx, Controller, controllerId, 'Controller');
  const { wan } = tables;
  const now = new Date();
  const rows = await queryRows(
    ctx.em,
    {
      id: wan.id,
      line: wan.key,
      provider: wan.isp_name,
      asn: wan.asn,
      addressFamily: wan.address_family,
      state: wan.state,
      stateSince: wan.state_since,
      isStandby: wan.is_standby,
      role: wan.role,
      promisedPercent: wan.promised_percent,
      intervals: json<StoredInterval[]>(),
      lastRoundAt: orNull(tables.controller.last_round_at),
    },
    `select w.id, w.key as line, w.isp_name as provider, w.asn, w.address_family as "addressFamily", w.state,
            w.state_since as "stateSince", w.is_standby as "isStandby", w.role,
            w.promised_percent as "promisedPercent", c.last_round_at as "lastRoundAt",
            (select coalesce(json_agg(i order by i.began), '[]') from (
               select began, until, is_up as "isUp" from wan_interval
                where wan_id = w.id and coalesce(until, 'infinity') > ?) i) as intervals
       from wan w join controller c on c.id = w.controller_id
      where w.controller_id = ? and w.host_id = ? and w.key <> '' and w.missing_since is null
        and (w.has_been_up or w.state_since is null)
      order by w.site_id, w.key`,
    [new Date(Math.min(now.getTime() - outageDays * day, firstMonth(now))), controllerId, siteId],
  );
  return rows.map(({ role, intervals: stored, lastRoundAt, addressFamily, state, stateSince, ...row }) => {
    // An ongoing state is known until the latest round.
    const end = lastRoundAt ? new Date(lastRoundAt) : now;
    const intervals = stored.map(({ began, until, isUp }) => ({
      from: new Date(began),
      until: until ? new Date(until) : end,
      isUp,
      isOver: until !== null,
    }));
    return {
      ...row,
      addressFamily: addressFamily ? AddressFamilies[addressFamily as AddressFamilies] : null,
      state: LineState[state as LineState],
      stateSince: stateSince ? new Date(stateSince) : null,
      isActive: role === null ? null : role === 'active',
      outages: outagesOf(intervals, new Date(now.getTime() - outageDays * day)),
      months: monthsOf(intervals, end, now, row.promisedPercent),
    };
  });
}

interface StoredInterval {
  began: string;
  until: string | null;
  isUp: boolean;
}

interface Interval {
  from: Date;
  until: Date;
  isUp: boolean;
  isOver: boolean;
}

const secondsBetween = (from: number, until: number): number =>
  Math.max(0, Math.round((until - from) / 1000));

function outagesOf(intervals: readonly Interval[], since: Date): InternetLine['outages'] {
  return intervals
    .filter(({ isUp, until, isOver }) => !isUp && (!isOver || until > since))
    .toReversed()
    .slice(0, mostOutages)
    .map(({ from, until, isOver }) => ({
      from,
      until: isOver ? until : null,
      seconds: secondsBetween(from.getTime(), until.getTime()),
    }));
}

const monthStart = (now: Date, before: number): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1);

const firstMonth = (now: Date): number => monthStart(now, monthsShown - 1);

/** Unknown time isn't counted as up or down, and time before the line was first known isn't counted at all. */
function monthsOf(
  intervals: readonly Interval[],
  end: Date,
  now: Date,
  promised: number | null,
): LineMonth[] {
  const known = intervals[0]?.from.getTime();
  if (known === undefined) return [];
  return Array.from({ length: monthsShown }, (_, before) => before).flatMap((before) => {
    const from = Math.max(monthStart(now, before), known);
    const until = Math.min(monthStart(now, before - 1), end.getTime());
    if (until <= from) return [];
    const within = (isUp: boolean) =>
      intervals
        .filter((one) => one.isUp === isUp)
        .reduce(
          (sum, one) =>
            sum + Math.max(0, Math.min(one.until.getTime(), until) - Math.max(one.from.getTime(), from)),
          0,
        );
    const [up, down] = [within(true), within(false)];
    const availabilityPercent = up + down > 0 ? (100 * up) / (up + down) : null;
    return [
      {
        month: new Date(monthStart(now, before)).toISOString().slice(0, 10),
        availabilityPercent,
        downSeconds: Math.round(down / 1000),
        unknownSeconds: secondsBetween(from, until - up - down),
        isPromiseKept:
          availabilityPercent === null || promised === null ? null : availabilityPercent >= promised,
      },
    ];
  });
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
