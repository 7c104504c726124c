import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { monthOf } from '#api/lib/calendar-month.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { ReportedMonth, ReportedScope } from '../alerts/alert-history.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { outlastingAlertIds } from './month-alerts.store.ts';
import { ReportMonth } from './report.entity.ts';

/**
 * What the report of a month counts, for the list of the alerts behind its figures: what was stored, or for a month that isn't
 * final, what is so now. Charges for what it reads.
 */
export async function reportedMonth(
  ctx: ViewerContext,
  name: string,
  { customerIds, unassigned, tags, isScoped, outlasting: isNeeded }: ReportedScope,
): Promise<ReportedMonth> {
  const { em, viewer } = ctx;
  const { id, timeZone } = viewer.team;
  const fields = ['timeZone', 'madeAt', 'outlasting'] as const;
  const stored = await em.findOne(
    ReportMonth,
    { team: id, month: name },
    { fields, disableIdentityMap: true },
  );
  const month = monthOf(name, stored?.timeZone ?? timeZone ?? defaultZone);
  const known = stored?.outlasting;
  if (isNeeded && known) chargeRows(ctx, known.length, rowsPerPoint.summedUp);
  const outlasting = isNeeded
    ? (known ?? (await outlastingAlertIds(em, id, month, new Date(), (alerts) => chargeRows(ctx, alerts))))
    : [];
  if (!stored || !isScoped) return { month, madeAt: stored?.madeAt ?? null, siteIds: null, outlasting };
  const sites = await queryRows(
    em,
    { hostId: tables.site_month.host_id },
    `select host_id as "hostId" from site_month
      cross join (select ?::jsonb as customers, ?::boolean as unassigned, ?::jsonb as tags) asked
      where team_id = ? and month = ? and case
          when asked.customers is null
            then coalesce((figures->>'customerId' is null) = asked.unassigned, true)
          else asked.customers @> (figures->'customerId') or figures->>'customerId' is null and asked.unassigned
        end
        and (asked.tags is null or exists (
          select from jsonb_array_elements(figures->'tags') tag where asked.tags @> tag))`,
    [
      customerIds ? JSON.stringify(customerIds) : null,
      unassigned ?? null,
      tags ? JSON.stringify(tidyTags(tags)) : null,
      id,
      name,
    ],
  );
  return { month, madeAt: stored.madeAt, siteIds: sites.map(({ hostId }) => hostId), outlasting };
}
