import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { apiKeyOf } from '../controllers/api-key.store.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { watchedSites } from '../controllers/selected-sites.ts';
import { UnifiError } from '../unifi/errors.ts';
import type { Connection } from '../unifi/http.client.ts';
import { slotOf } from './metrics.entity.ts';
import { readWanPeriods, type WanPeriod, KEPT_MS, PERIOD_MS } from '../unifi/isp.client.ts';

/** Timeout in milliseconds. Chart data mustn't delay the next reading. */
const patienceMs = 8000;

const notOffered = 'UniFi offers no measurements of internet lines for this account.';

interface Noted {
  periods: WanPeriod[];
  fields: Partial<Pick<Controller, 'wansDueAt' | 'wansReadUntil' | 'wansProblem'>>;
}

/**
 * Requests a controller's WAN measurements from the cloud when due, and stores them. Runs after a round is
 * recorded, so that it delays no alert and its failure fails no round.
 * @param em a separate one, so that it can't flush leftovers of the round
 */
export async function recordWans(
  em: EntityManager,
  { id, wansDueAt }: Controller,
  place: Omit<Connection, 'apiKey'>,
): Promise<void> {
  const now = new Date();
  if (wansDueAt && wansDueAt > now) return;
  const controller = await em.findOne(Controller, id);
  if (!controller) return;
  const { periods, fields } = await askWans(em, controller, place, now);
  await em.transactional(async (tx) => {
    await tx.nativeUpdate(Controller, { id }, fields);
    // Read after the lock, because other sites may have been selected in the meantime.
    const now = await tx.findOne(Controller, id, { refresh: true });
    if (!now) return;
    const isWatched = watchedSites(now);
    await insertWanPeriods(
      tx,
      id,
      periods.filter(({ hostId }) => isWatched(hostId)),
    );
  });
}

async function askWans(
  em: EntityManager,
  controller: Controller,
  place: Omit<Connection, 'apiKey'>,
  now: Date,
): Promise<Noted> {
  const span = wanSpan(controller.wansReadUntil, now);
  if (!span) return { periods: [], fields: { wansDueAt: nextWanRead(now) } };
  const callTimeoutMs = Math.min(place.callTimeoutMs ?? patienceMs, patienceMs);
  try {
    const connection = { ...place, callTimeoutMs, apiKey: await apiKeyOf(em, controller) };
    const periods = await readWanPeriods(connection, span.from, span.until);
    return {
      periods,
      fields: { wansDueAt: nextWanRead(now), wansReadUntil: span.until, wansProblem: null },
    };
  } catch (error) {
    if (!(error instanceof UnifiError)) throw error;
    const wansProblem = error.kind === 'gone' ? notOffered : error.message;
    return { periods: [], fields: { wansDueAt: nextWanRetry(now, error), wansProblem } };
  }
}

/**
 * Stores periods of a controller's lines and recomputes their hours, in the caller's transaction. An hour has
 * only twelve periods, so it is recomputed at once, however late they arrive. Existing periods aren't written
 * again.
 */
export async function insertWanPeriods(
  em: EntityManager,
  controllerId: string,
  periods: readonly WanPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  const run = (statement: string, values: unknown[]) => em.execute(statement, values, 'run');
  const lines = await queryRows(
    em,
    lineColumns,
    `select host_id as "hostId", network_site_id as "siteId", key, isp_name as "ispName", asn, role
       from wan where controller_id = ? and key <> '' and missing_since is null
        and (has_been_up or state_since is null)`,
    [controllerId],
  );
  const linesAt = Map.groupBy(lines, siteOf);
  const attributed = periods.map((unplaced) => {
    const period = { ...unplaced, siteId: unplaced.siteId || (onlySiteOf(unplaced, lines) ?? '') };
    const key = keyOfPeriod(period, linesAt.get(siteOf(period)) ?? []);
    return { ...period, key, slot: slotOf({ siteId: period.siteId, key }) };
  });
  const newest = new Map(attributed.map((period) => [`${siteOf(period)} ${period.key}`, period]));
  // The list of sites is read more often, so its name of the provider is newer.
  await run(
    `insert into wan (controller_id, host_id, site_id, key, isp_name, asn)
     select ?, "hostId", slot, key, "ispName", asn
       from json_to_recordset(?::json) as line ("hostId" text, slot text, key text, "ispName" text, asn int)
     on conflict (controller_id, host_id, site_id) do update
        set isp_name = case when wan.state_since is null then coalesce(excluded.isp_name, wan.isp_name)
                            else coalesce(wan.isp_name, excluded.isp_name) end,
            asn = coalesce(excluded.asn, wan.asn)
      where (wan.isp_name, wan.asn) is distinct from (excluded.isp_name, excluded.asn)`,
    [controllerId, JSON.stringify([...newest.values()])],
  );
  await run(
    `insert into metrics.wan_sample (at, wan_id, latency, latency_max, loss)
     select p.at, wan.id, p."latencyMs", p."latencyMaxMs", p."lossPercent"
       from json_to_recordset(?::json) as p ("hostId" text, "siteId" text, key text, at timestamptz, "latencyMs" real,
                                             "latencyMaxMs" real, "lossPercent" real)
       join wan on wan.controller_id = ? and wan.host_id = p."hostId" and wan.network_site_id = p."siteId" and wan.key = p.key
      where to_regclass('metrics.wan_sample_' || to_char(p.at at time zone 'utc', 'YYYYMMDD')) is not null
     on conflict do nothing`,
    [JSON.stringify(attributed), controllerId],
  );
  const times = periods.map(({ at }) => at.getTime());
  await run(
    `insert into metrics.wan_hour (at, wan_id, samples, latency, latency_max, loss)
     select date_trunc('hour', s.at, 'UTC') as hour, s.wan_id, count(*), avg(s.latency), max(s.latency_max), avg(s.loss)
       from metrics.wan_sample s join wan on wan.id = s.wan_id
      where wan.controller_id = ? and s.at >= date_trunc('hour', ?::timestamptz, 'UTC')
        and s.at < date_trunc('hour', ?::timestamptz, 'UTC') + interval '1 hour'
        and to_regclass('metrics.wan_hour_' || to_char(s.at at time zone 'utc', 'YYYYMM')) is not null
      group by 1, 2
     on conflict (wan_id, at) do update set samples = excluded.samples, latency = excluded.latency,
       latency_max = excluded.latency_max, loss = excluded.loss`,
    [controllerId, new Date(Math.min(...times)), new Date(Math.max(...times))],
  );
}

const { host_id, network_site_id, key, isp_name, asn, role } = tables.wan;
const lineColumns = { hostId: host_id, siteId: network_site_id, key, ispName: isp_name, asn, role };

const siteOf = ({ hostId, siteId }: Pick<WanPeriod, 'hostId' | 'siteId'>): string => `${hostId} ${siteId}`;

/** The only site of a console that has lines. Measurements don't always name their site. */
function onlySiteOf(
  { hostId }: Pick<WanPeriod, 'hostId'>,
  lines: readonly Pick<WanPeriod, 'hostId' | 'siteId'>[],
): string | undefined {
  const sites = new Set(lines.filter((line) => line.hostId === hostId).map(({ siteId }) => siteId));
  return sites.size === 1 ? [...sites][0] : undefined;
}

interface SiteLine {
  key: string;
  ispName: string | null;
  asn: number | null;
  role: string | null;
}

/**
 * The line that a period is about. The cloud measures a site's traffic and names the provider that carried it. Empty if that
 * doesn't say which of several lines it was.
 */
function keyOfPeriod(period: WanPeriod, lines: readonly SiteLine[]): string {
  const [first, ...others] = lines;
  if (others.length === 0) return first?.key ?? 'WAN';
  const byNumber = lines.filter((line) => period.asn !== undefined && line.asn === period.asn);
  const name = period.ispName?.toLowerCase();
  const byName = lines.filter(({ ispName }) => name !== undefined && ispName?.toLowerCase() === name);
  const likely = byNumber.length > 0 ? byNumber : byName;
  const [only, ...more] = likely.length > 1 ? likely.filter((line) => line.role === 'active') : likely;
  return more.length > 0 ? '' : (only?.key ?? '');
}

/**
 * Delay after a period ends before it is requested, because the cloud needs a while. It is requested only
 * once.
 */
const settleMs = 5 * 60_000;

/** Delay before retrying an account without measurements. */
const notOfferedMs = 6 * 3_600_000;

/** The period whose WAN measurements are missing. */
export interface WanSpan {
  from: Date;
  until: Date;
}

/** The span to request now. Undefined while there can't be anything new. */
export function wanSpan(readUntil: Date | null | undefined, now: Date): WanSpan | undefined {
  const until = floor(now.getTime() - settleMs);
  const from = Math.max(readUntil?.getTime() ?? 0, floor(now.getTime() - KEPT_MS) + PERIOD_MS);
  return until - from >= PERIOD_MS ? { from: new Date(from), until: new Date(until) } : undefined;
}

/** When the next period is due. */
export function nextWanRead(now: Date): Date {
  return new Date(floor(now.getTime()) + PERIOD_MS);
}

/** When to retry after a failure. The retry also requests what has been missed. */
export function nextWanRetry(now: Date, error: Pick<UnifiError, 'kind' | 'retryAfterMs'>): Date {
  const refused = error.kind === 'gone' || error.kind === 'forbidden';
  return new Date(now.getTime() + Math.max(refused ? notOfferedMs : PERIOD_MS, error.retryAfterMs ?? 0));
}

const floor = (at: number): number => Math.floor(at / PERIOD_MS) * PERIOD_MS;
