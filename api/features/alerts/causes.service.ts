import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IsOptional, Max, MaxLength, Min } from 'class-validator';
import { batched } from '#api/graphql/batching.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { orNull, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { Invalid } from '#api/lib/errors.ts';
import { AffectedDevice, type AffectedSite, Alert } from './alert.entity.ts';

/** The most alerts that a cause lists. */
const mostFolded = 50;

@ArgsType()
export class AffectedPageArgs {
  @Field(() => Int, { defaultValue: 50, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: '`first` must be 1 or more' })
  @Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` })
  first!: number;

  @Field(() => ID, { nullable: true, description: '`nextCursor` of the previous page.' })
  @IsOptional()
  @MaxLength(1000, { message: "`after` isn't a valid cursor" })
  after?: string | null;
}

@ObjectType({ description: 'A page of the devices behind an alert.' })
export class AffectedDevicePage {
  @Field(() => [AffectedDevice], { description: 'Those that are down first, then by name.' })
  nodes!: Pick<AffectedDevice, 'mac' | 'name' | 'since' | 'until'>[];

  @Field(() => ID, { nullable: true, description: 'Cursor of the next page. `null` on the last page.' })
  nextCursor!: string | null;
}

/** The place after a device in the list. A device that comes back meanwhile moves, and the place stays. */
function cursorOf({ until, name, mac }: AffectedDevicePage['nodes'][number]): string {
  return Buffer.from(JSON.stringify([until !== null && until !== undefined, name, mac])).toString(
    'base64url',
  );
}

/** @throws Invalid */
function placeOf(cursor: string): { afterUp: boolean; afterName: string; afterMac: string } {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place)) {
      const [afterUp, afterName, afterMac] = place as unknown[];
      const isText = typeof afterName === 'string' && typeof afterMac === 'string';
      if (typeof afterUp === 'boolean' && isText && !`${afterName}${afterMac}`.includes('\0'))
        return { afterUp, afterName: afterName.toWellFormed(), afterMac: afterMac.toWellFormed() };
    }
  } catch {
    // Not one of our cursors.
  }
  throw new Invalid({ after: "`after` isn't a valid cursor" });
}

/** A page for each of several alerts, read together. */
const pages = batched<AffectedDevicePage>(async ({ em }, keys) => {
  const asked = keys.map((key) => {
    const { id, first, after } = JSON.parse(key) as { id: string } & AffectedPageArgs;
    return { key, id, first, ...(after ? placeOf(after) : {}) };
  });
  const { mac, name, since, until } = tables.affected_device;
  const rows = await queryRows(
    em,
    { key: text, mac, name, since, until },
    `select asked.key, f.mac, f.name, f.since, f.until
       from jsonb_to_recordset(?::jsonb) as asked (key text, id uuid, first int, "afterUp" boolean,
                                                   "afterName" text, "afterMac" text)
      cross join lateral (
        select f.mac, f.name, f.since, f.until from affected_device f
         where f.alert_id = asked.id
           and (asked."afterMac" is null
                or (f.until is not null, f.name, f.mac) > (asked."afterUp", asked."afterName", asked."afterMac"))
         order by f.until is not null, f.name, f.mac limit asked.first + 1) f`,
    [JSON.stringify(asked)],
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  return new Map(
    asked.map(({ key, first }) => {
      const found = byKey.get(key) ?? [];
      const nodes = found.slice(0, first).map(({ mac, name, since, until }) => ({
        mac,
        name,
        since: new Date(since),
        until: until === null ? null : new Date(until),
      }));
      return [key, { nodes, nextCursor: found.length > first ? cursorOf(nodes.at(-1)!) : null }];
    }),
  );
});

/** The devices behind an alert of the viewer's team. */
export async function affectedPage(
  ctx: ViewerContext,
  { id, affectedCount }: Pick<Alert, 'id' | 'affectedCount'>,
  { first, after = null }: AffectedPageArgs,
): Promise<AffectedDevicePage> {
  if (after) placeOf(after);
  const none = { nodes: [], nextCursor: null };
  return affectedCount ? ((await pages(ctx, JSON.stringify({ id, first, after }))) ?? none) : none;
}

export type ShownSite = Pick<
  AffectedSite,
  'controllerId' | 'hostId' | 'name' | 'line' | 'since' | 'until'
> & { customerName: string | null };

const sitesOfOutages = batched<ShownSite[]>(async ({ em }, ids) => {
  const { alert_id: alertId, controller_id, host_id, name, line, since, until } = tables.affected_site;
  const rows = await queryRows(
    em,
    {
      alertId,
      controllerId: controller_id,
      hostId: host_id,
      customerName: orNull(tables.customer.name),
      name,
      line,
      since,
      until,
    },
    `select f."alertId", f."controllerId", f."hostId", k.name as "customerName", f.name, f.line, f.since, f.until
       from jsonb_array_elements_text(?::jsonb) as asked
      cross join lateral (
        select alert_id as "alertId", controller_id as "controllerId", host_id as "hostId", name, line, since, until from affected_site
         where alert_id = asked::uuid order by until is not null, name, host_id limit ${maxListLength}) f
       join alert a on a.id = f."alertId"
       left join team_site s on s.team_id = a.team_id and s.host_id = f."hostId"
       left join customer k on k.id = s.customer_id`,
    [JSON.stringify(ids)],
  );
  const shown = rows.map(({ since, until, ...site }) => ({
    ...site,
    since: new Date(since),
    until: until === null ? null : new Date(until),
  }));
  return Map.groupBy(shown, ({ alertId }) => alertId);
});

/** The sites of a provider's outage, for an alert of the viewer's team. */
export async function affectedSites(
  ctx: ViewerContext,
  { id, affectedSiteCount }: Pick<Alert, 'id' | 'affectedSiteCount'>,
): Promise<ShownSite[]> {
  return affectedSiteCount ? ((await sitesOfOutages(ctx, id)) ?? []) : [];
}

const byId = batched<Alert>(async ({ em, viewer }, ids) => {
  const alerts = await em.find(Alert, { id: { $in: [...ids] }, team: viewer.team });
  return new Map(alerts.map((alert) => [alert.id, alert]));
});

/** The alert that one of the viewer's team became part of. */
export async function causeOf(
  ctx: ViewerContext,
  { causeAlertId }: Pick<Alert, 'causeAlertId'>,
): Promise<Alert | null> {
  return causeAlertId ? ((await byId(ctx, causeAlertId)) ?? null) : null;
}

const foldedInto = batched<Alert[]>(async ({ em, viewer }, ids) => {
  const rows = await queryRows(
    em,
    { id: tables.alert.id },
    `select f.id from jsonb_array_elements_text(?::jsonb) as asked
      cross join lateral (
        select id from alert where cause_alert_id = asked::uuid and team_id = ?
         order by resolved_at desc, id limit ${mostFolded}) f`,
    [JSON.stringify(ids), viewer.team.id],
  );
  const found = await em.find(
    Alert,
    { id: { $in: rows.map(({ id }) => id) } },
    { orderBy: { resolvedAt: 'desc', id: 'asc' } },
  );
  return Map.groupBy(found, ({ causeAlertId }) => causeAlertId ?? '');
});

/** The latest alerts that became part of one of the viewer's team. */
export async function foldedAlerts(ctx: ViewerContext, { id }: Pick<Alert, 'id'>): Promise<Alert[]> {
  return (await foldedInto(ctx, id)) ?? [];
}
