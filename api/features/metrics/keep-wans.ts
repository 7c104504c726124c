import type { EntityManager } from '@mikro-orm/postgresql';
import type { WanPeriod } from '../unifi/isp.client.ts';

/**
 * Keeps periods of a controller's lines, in the caller's transaction, and the hours that they belong to: twelve of them are
 * an hour, so it is reckoned at once, however late they come. One that is there already is not written again.
 */
export async function keepWans(
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
