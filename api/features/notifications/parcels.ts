import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from '#api/config/config.ts';
import { reader } from '#api/lib/local-time.ts';
import type { AlertSeverity } from '../alerts/alert.enums.ts';
import type { AlertParts } from '../alerts/message.ts';
import { linksFor } from './action-links.ts';
import type { AlertFacts, Notice, Parcel, Summary } from './channels/channel.ts';
import { DeliveryKind } from './delivery.entity.ts';
import type { Decider } from './decide.ts';
import type { Destination } from './destination.ts';
import { keptBackFrom, openToRecipient } from './keep-back.ts';
import { dateOf } from './rows.ts';
import type { AlertRow, Taken } from './take.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

/**
 * What is handed to the channel for one delivery.
 * @param restraint set while something may keep back alerts that a summary would list
 */
export async function parcelOf(
  em: EntityManager,
  { config, platformName }: { config: Config; platformName: string },
  destination: Destination,
  taken: Taken,
  restraint: Decider | undefined,
): Promise<Parcel> {
  const { teamId, channel, teamName, timeZone } = destination;
  const { id, recipient } = taken;
  const told =
    taken.kind === DeliveryKind.summary || !taken.alert
      ? await summaryOf(em, config, destination, taken, restraint)
      : noticeOf(config, taken, {
          kind: taken.kind,
          ...alertToTell(taken.alert, taken.then),
          by: { channel, recipient },
        });
  const unsubscribe = recipient && { unsubscribeUrl: unsubscribeUrl(config, teamId, recipient) };
  return {
    id,
    platformName,
    teamName,
    reader: reader(taken.timeZone ?? timeZone),
    recipient,
    told,
    ...unsubscribe,
  };
}

function noticeOf(
  config: Config,
  { first, at }: Taken,
  { by, ...said }: Pick<Notice, 'kind' | 'alert' | 'easedAt'> & { by: Parameters<typeof linksFor>[2] },
): Notice {
  const links = linksFor(config, said.alert.id, by);
  return { ...said, isTest: false, links, ...(first && { first }), ...(at && { at: new Date(at) }) };
}

/** The current alert. For an escalation sent after the device has come back impaired, the alert at the time it escalated. */
function alertToTell(row: AlertRow, then: Taken['then']): Pick<Notice, 'alert' | 'easedAt'> {
  const alert = factsOf(row);
  if (!then?.type || !then.since || then.type === alert.type) return { alert };
  const { window: _, isRepeated: __, since, ...parts } = then;
  return { alert: { ...alert, ...parts, since: new Date(since) }, easedAt: alert.since };
}

function factsOf({ since, timestamp, unknownSince, resolvedAt, ...alert }: AlertRow): AlertFacts {
  return {
    ...alert,
    since: new Date(since),
    timestamp: new Date(timestamp),
    unknownSince: dateOf(unknownSince),
    resolvedAt: dateOf(resolvedAt),
  };
}

type LineRow = Omit<AlertParts, 'since' | 'timestamp'> & {
  severity: AlertSeverity;
  isCalm: boolean;
  since: string;
  timestamp: string;
};

type SummaryRow = Omit<Summary, 'kind' | 'since' | 'last' | 'list' | 'first' | 'lines'> & {
  lines: LineRow[];
  since: string | null;
  last: string | null;
  first: string | null;
};

/**
 * How things stand now, and what is new since the summary before. Of the open alerts each looks for its own deliveries:
 * no index is offered to what is equal for all of them, which a fresh table has no statistics to tell.
 */
async function summaryOf(
  em: EntityManager,
  { publicUrl }: Config,
  destination: Destination,
  { id, summaryId, recipient }: Taken,
  restraint: Decider | undefined,
): Promise<Summary> {
  const { id: integrationId, teamId } = destination;
  const keptBack = restraint ? await keptBackFrom(em, destination, recipient, restraint) : [];
  const storm = summaryId ?? id;
  const [row] = await em.execute<SummaryRow[]>(
    `with kept as (select jsonb_array_elements_text(?::jsonb)::uuid as id),
     editions as (
       select id, created_at, sent_at, reference from delivery where id = ? or (summary_id = ? and kind = 'summary')),
     span as (
       select min(created_at) - interval '1 minute' as began, max(sent_at) filter (where id <> ?) as last from editions),
     every as (
       select d.alert_id, d.kind, d.entry_id, d.summary_id = ? as fresh
         from delivery d join editions e on e.id = d.summary_id where d.kind <> 'summary'
       union all
       select d.alert_id, d.kind, d.entry_id, d.sent_at > coalesce(span.last, span.began)
         from span join delivery d on d.integration_id = ? and d.sent_at > span.began
        where d.recipient = ? and d.kind <> 'summary'),
     news as (select * from every where not exists (select from kept where kept.id = every.alert_id)),
     wrong as (
       select * from (${openToRecipient}) open where not exists (select from kept where kept.id = open.id)),
     counted as (select severity, count(*)::int as count from wrong group by severity)
     select (select count(*)::int from wrong) as open,
            coalesce((select jsonb_object_agg(severity, count) from counted), '{}') as "bySeverity",
            (select count(distinct site_name)::int from wrong) as "siteCount",
            array_to_json(array(select distinct site_name from wrong order by 1 limit 10)) as sites,
            array_to_json(array(
              select jsonb_build_object(
                       'type', type, 'severity', severity, 'isCalm', calm_since is not null, 'since', since,
                       'timestamp', timestamp, 'deviceName', device_name, 'deviceMac', device_mac,
                       'siteName', site_name, 'networkSite', network_site, 'port', port,
                       'uplinkName', uplink_name, 'impairment', impairment,
                       'deviceCount', device_count, 'value', value,
                       'threshold', threshold)
                from wrong
               order by calm_since is not null,
                        array_position(array['critical', 'error', 'warning', 'info'], severity), timestamp desc
               limit 10)) as lines,
            (select min(e.at) from news n join alert_entry e on e.id = n.entry_id) as since,
            (select count(distinct alert_id)::int from news) as alerts,
            (select last from span) as last,
            (select count(distinct alert_id)::int from news where fresh and kind in ('opened', 'flapping')) as began,
            (select count(distinct alert_id)::int from news where fresh and kind in ('resolved', 'stable')) as over,
            (select reference from editions where reference is not null order by sent_at desc limit 1) as first`,
    [
      JSON.stringify(keptBack),
      storm,
      storm,
      id,
      id,
      integrationId,
      recipient,
      teamId,
      integrationId,
      recipient,
    ],
  );
  const { first, since, last, lines, ...counts } = row!;
  return {
    ...counts,
    kind: DeliveryKind.summary,
    since: dateOf(since) ?? new Date(),
    last: dateOf(last),
    lines: lines.map(({ severity, isCalm, ...parts }) => ({
      severity,
      isCalm,
      alert: { ...parts, since: new Date(parts.since), timestamp: new Date(parts.timestamp) },
    })),
    list: `${publicUrl}/alerts`,
    ...(first && { first }),
  };
}
