import { int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { batched } from '#api/graphql/batching.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { securitySettings } from '../security/security.service.ts';
import type { Alert } from './alert.entity.ts';

/** With fewer teams, the viewer's included, a count could identify the others. */
const leastTeams = 3;

/** What looking at one provider in all networks costs, in rows. */
const rowsRead = 500;

/**
 * For each alert about a provider, in how many networks of other teams a line of it failed within half an hour of the alert's
 * start. As for the alert itself, a console that lost the cloud with its only line counts. Controllers that can't be read don't.
 */
const elsewhere = batched<number>(async ({ em, viewer }, ids) => {
  const rows = await queryRows(
    em,
    { id: tables.alert.id, count: int },
    `select a.id, count(distinct w.host_id)::int as count
       from jsonb_array_elements_text(?::jsonb) as asked
       join alert a on a.id = asked::uuid and a.team_id = ? and a.asn is not null and a.resolved_at is null
       join wan w on w.asn = a.asn and w.key <> '' and w.has_been_up and w.missing_since is null
       join controller c on c.id = w.controller_id and c.team_id <> a.team_id and c.status <> 'error'
        and not c.over_limit and (c.selected_site_ids is null or w.host_id = any(c.selected_site_ids))
        and not exists (select from team_site own where own.team_id = a.team_id and own.host_id = w.host_id)
       join site_reading r on r.controller_id = c.id and r.host_id = w.host_id and r.gone_at is null
        and case r.link
              when 'connected' then w.state = 'down'
                and w.state_since between a.since - interval '30 minutes' and a.since + interval '30 minutes'
              when 'disconnected' then r.state_since between a.since - interval '30 minutes' and a.since + interval '30 minutes'
                and not exists (
                  select from wan other where other.controller_id = w.controller_id and other.host_id = w.host_id
                     and other.key not in ('', w.key) and other.has_been_up and other.missing_since is null)
              else false end
      group by a.id having count(distinct c.team_id) >= ${leastTeams - 1}`,
    [JSON.stringify(ids), viewer.team.id],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
});

/** Null while the operator shares nothing, too few teams are affected, or the alert isn't about an open trouble of a provider. */
export async function seenElsewhere(
  ctx: ViewerContext,
  { id, asn, resolvedAt, type }: Pick<Alert, 'id' | 'asn' | 'resolvedAt' | 'type'>,
): Promise<number | null> {
  if (asn == null || resolvedAt || (type !== 'isp_outage' && type !== 'wan_down')) return null;
  const { shareOutageHints } = await securitySettings(ctx);
  if (shareOutageHints) chargeRows(ctx, rowsRead, rowsPerPoint.summedUp);
  return shareOutageHints ? ((await elsewhere(ctx, id)) ?? null) : null;
}
