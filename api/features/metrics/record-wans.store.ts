import type { EntityManager } from '@mikro-orm/postgresql';
import { apiKeyOf } from '../controllers/api-key.store.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { UnifiError } from '../unifi/errors.ts';
import type { Connection } from '../unifi/http.client.ts';
import { readWanPeriods, type WanPeriod, KEPT_MS, PERIOD_MS } from '../unifi/isp.client.ts';

/** The place of the next reading is not kept waiting for what is only for charts, milliseconds. */
const patienceMs = 8000;

const notOffered = 'UniFi offers no measurements of internet lines for this account.';

interface Noted {
  periods: WanPeriod[];
  fields: Partial<Pick<Controller, 'wansDueAt' | 'wansReadUntil' | 'wansProblem'>>;
}

/**
 * Asks the cloud for the measurements of a controller's lines where it is time, and keeps them. Called once a round is
 * recorded: no alert waits for it, and that it fails makes no round fail.
 * @param em one of its own: what the round left behind in another must not be written
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
  const { selectedSiteId } = controller;
  const watched = periods.filter(({ hostId }) => !selectedSiteId || selectedSiteId === hostId);
  await em.transactional(async (tx) => {
    // Somebody may have deleted it, or selected another site, whose lines nobody has asked for yet.
    const still = await tx.nativeUpdate(Controller, { id, selectedSiteId: selectedSiteId ?? null }, fields);
    if (still > 0) await insertWanPeriods(tx, id, watched);
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
 * Keeps periods of a controller's lines, in the caller's transaction, and the hours that they belong to: twelve of them are
 * an hour, so it is reckoned at once, however late they come. One that is there already is not written again.
 */
export async function insertWanPeriods(
  em: EntityManager,
  controllerId: string,
  periods: readonly WanPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  const run = (statement: string, values: unknown[]) => em.execute(statement, values, 'run');
  const newest = new Map(periods.map((period) => [`${period.hostId} ${period.siteId}`, period]));
  await run(
    `insert into wan (controller_id, host_id, site_id, isp_name)
     select ?, "hostId", "siteId", "ispName"
       from json_to_recordset(?::json) as line ("hostId" text, "siteId" text, "ispName" text)
     on conflict (controller_id, host_id, site_id) do update set isp_name = excluded.isp_name
      where wan.isp_name is distinct from excluded.isp_name and excluded.isp_name is not null`,
    [controllerId, JSON.stringify([...newest.values()])],
  );
  await run(
    `insert into metrics.wan_sample (at, wan_id, latency, latency_max, loss)
     select p.at, wan.id, p."latencyMs", p."latencyMaxMs", p."lossPercent"
       from json_to_recordset(?::json) as p ("hostId" text, "siteId" text, at timestamptz, "latencyMs" real,
                                             "latencyMaxMs" real, "lossPercent" real)
       join wan on wan.controller_id = ? and wan.host_id = p."hostId" and wan.site_id = p."siteId"
      where to_regclass('metrics.wan_sample_' || to_char(p.at at time zone 'utc', 'YYYYMMDD')) is not null
     on conflict do nothing`,
    [JSON.stringify(periods), controllerId],
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

/** A period is asked for once it has been over for so long, and then never again: the cloud needs a while. */
const settleMs = 5 * 60_000;

/** An account that offers no measurements is asked again after this time. */
const notOfferedMs = 6 * 3_600_000;

/** From when until when measurements of lines are missing. */
export interface WanSpan {
  from: Date;
  until: Date;
}

/** What is to be asked now; undefined while nothing new can be there. */
export function wanSpan(readUntil: Date | null | undefined, now: Date): WanSpan | undefined {
  const until = floor(now.getTime() - settleMs);
  const from = Math.max(readUntil?.getTime() ?? 0, floor(now.getTime() - KEPT_MS) + PERIOD_MS);
  return until - from >= PERIOD_MS ? { from: new Date(from), until: new Date(until) } : undefined;
}

/** When the next period is due. */
export function nextWanRead(now: Date): Date {
  return new Date(floor(now.getTime()) + PERIOD_MS);
}

/** When it is asked again after it failed: what is missing then is asked for with it. */
export function nextWanRetry(now: Date, error: Pick<UnifiError, 'kind' | 'retryAfterMs'>): Date {
  const refused = error.kind === 'gone' || error.kind === 'forbidden';
  return new Date(now.getTime() + Math.max(refused ? notOfferedMs : PERIOD_MS, error.retryAfterMs ?? 0));
}

const floor = (at: number): number => Math.floor(at / PERIOD_MS) * PERIOD_MS;
