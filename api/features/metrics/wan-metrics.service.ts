import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { PERIOD_MS } from '../unifi/isp.client.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import { sitesOf } from './device-metrics.service.ts';
import { chargeSamples, spanFor, bucket, bucketValues, figures } from './read-period.service.ts';
import type { SiteMetricsArgs } from './metrics.input.ts';
import type { WanMetrics } from './metrics.types.ts';
import { seriesOf, rawDays } from './series.ts';

const { wan } = tables;
const columns = ['latencyMs', 'latencyPeakMs', 'lossPercent'] as const;

/**
 * Latency and packet loss of a controller's lines.
 * @throws NotFound, Invalid
 */
export async function wanMetrics(
  ctx: ViewerContext,
  controllerId: string,
  { siteId, ...period }: SiteMetricsArgs,
): Promise<WanMetrics> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const sites = sitesOf(controller, siteId);
  const span = await spanFor(ctx, controller, period, { leastSeconds: PERIOD_MS / 1000 });
  const ofSites = sites ? JSON.stringify(sites) : null;
  const lines = await queryRows(
    ctx.em,
    { id: wan.id, hostId: wan.host_id, key: wan.key, ispName: wan.isp_name },
    `select id, host_id as "hostId", key, isp_name as "ispName" from wan w
      where controller_id = ? and (?::json is null or host_id in (select json_array_elements_text(?::json)))
        and exists (select from metrics.wan_hour h where h.wan_id = w.id)
      order by host_id, isp_name, network_site_id, key limit ${mostLines}`,
    [controllerId, ofSites, ofSites],
  );
  chargeSamples(ctx, span, { series: lines.length, everySeconds: PERIOD_MS / 1000 });
  const ids = `{${lines.map(({ id }) => id).join(',')}}`;
  const [table, seconds] = span.source === 'samples' ? ['wan_sample', PERIOD_MS / 1000] : ['wan_hour', 3600];
  const weight = span.source === 'samples' ? '1' : 'samples';
  const rows = await queryRows(
    ctx.em,
    { id: tables.wan_sample.wan_id, bucket: int, seconds: int, ...figures(columns) },
    `select wan_id as id, ${bucket} as bucket, ${seconds} as seconds,
            sum(latency * ${weight}) / nullif(sum(${weight}) filter (where latency is not null), 0) as "latencyMs",
            max(latency_max) as "latencyPeakMs",
            sum(loss * ${weight}) / nullif(sum(${weight}) filter (where loss is not null), 0) as "lossPercent"
       from metrics.${table} where wan_id = any(?::uuid[]) and at >= ? and at < ? group by 1, 2`,
    [...bucketValues(span), ids, span.from, span.until],
  );
  const newest = await queryRows(
    ctx.em,
    { id: tables.wan_sample.wan_id, at: tables.wan_sample.at },
    `select wan_id as id, max(at) as at from metrics.wan_sample
      where wan_id = any(?::uuid[]) and at > now() - interval '${rawDays + 1} days' group by 1`,
    [ids],
  );
  const measured = new Map(newest.map(({ id, at }) => [id, new Date(Date.parse(at) + PERIOD_MS)]));
  const { at } = seriesOf(span, [], []);
  return {
    ...span,
    at,
    problem: controller.wansProblem ?? null,
    lines: lines.map(({ id, hostId: site, key, ispName }) => ({
      id,
      siteId: site,
      line: key || null,
      ispName,
      measuredUntil: measured.get(id) ?? null,
      ...seriesOf(
        span,
        rows.filter((row) => row.id === id),
        columns,
      ),
    })),
  };
}

/** Maximum lines in a response, because each adds columns. */
const mostLines = 20;
