import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertResolution } from '../alerts/alert.enums.ts';
import { endInferredOutages, recordInferredOutages } from '../metrics/line-states.store.ts';
import type { Affected, AffectedSite, AlertRef, Change } from './evaluate/types.ts';

/** IDs of the alerts that a round raises, by rule and subject. A raise that found its alert open counts. */
export type RaisedIds = Map<string, string>;

export const raisedKey = ({ ruleId, subject }: { ruleId: string; subject: string }): string =>
  `${ruleId} ${subject}`;

type Fold = Extract<Change, { kind: 'fold' }>;

export const causeIdOf = (cause: AlertRef, raised: RaisedIds): string | undefined =>
  typeof cause === 'string' ? cause : raised.get(raisedKey(cause));

/** Makes pending conditions part of their causes' alerts. An alert about one has ended, so it becomes pending again. */
export async function foldConditions(
  em: EntityManager,
  controllerId: string,
  folds: readonly Fold[],
  raised: RaisedIds,
): Promise<void> {
  const rows = folds.map(({ ruleId, subject, since, cause }) => ({
    id: randomUUID(),
    ruleId,
    subject,
    since,
    causeId: causeIdOf(cause, raised) ?? null,
  }));
  if (rows.length === 0) return;
  await em.execute(
    `insert into pending_condition (id, controller_id, rule_id, subject, since, cause_alert_id)
     select id, ?, "ruleId", subject, since, "causeId"
       from json_to_recordset(?::json) as row (id uuid, "ruleId" uuid, subject text, since timestamptz, "causeId" uuid)
     on conflict (rule_id, controller_id, subject) do update
       set since = least(pending_condition.since, excluded.since), cause_alert_id = excluded.cause_alert_id, released_at = null`,
    [controllerId, JSON.stringify(rows)],
    'run',
  );
}

/** Ends an open alert that became part of another one. False if it has ended in the meantime. */
export async function endFolded(
  em: EntityManager,
  alertId: string,
  causeId: string | undefined,
  at: Date,
): Promise<boolean> {
  const fields = {
    unknownSince: null,
    calmSince: null,
    resolvedAt: at,
    resolution: AlertResolution.folded,
    causeAlert: causeId ?? null,
  };
  return (await em.nativeUpdate(Alert, { id: alertId, resolvedAt: null }, fields)) > 0;
}

export async function releaseConditions(
  em: EntityManager,
  controllerId: string,
  releases: readonly Extract<Change, { kind: 'release' }>[],
): Promise<void> {
  if (releases.length === 0) return;
  await em.execute(
    `update pending_condition set released_at = row.at
       from json_to_recordset(?::json) as row ("ruleId" uuid, subject text, at timestamptz)
      where controller_id = ? and rule_id = row."ruleId" and pending_condition.subject = row.subject`,
    [JSON.stringify(releases), controllerId],
    'run',
  );
}

/** Stores which devices are down behind an alert's device or port. Those that no longer are keep their row, with an end. */
export async function recordAffected(
  em: EntityManager,
  alertId: string,
  affected: readonly Affected[],
  at: Date,
): Promise<void> {
  const rows = JSON.stringify(affected);
  await em.execute(
    `with now as (
       select mac, name, since from json_to_recordset(?::json) as row (mac text, name text, since timestamptz)),
     ended as (
       update affected_device set until = ?
        where alert_id = ? and until is null and mac not in (select mac from now)),
     added as (
       insert into affected_device (alert_id, mac, name, since) select ?, mac, name, since from now
       on conflict (alert_id, mac) do update set since = excluded.since, name = excluded.name, until = null
        where affected_device.until is not null)
     update alert set affected_count = greatest(coalesce(affected_count, 0), ?) where id = ?`,
    [rows, at, alertId, alertId, affected.length, alertId],
    'run',
  );
}

/** Stores which sites are down because of an alert's provider. Those that no longer are keep their row, with an end. */
export async function recordAffectedSites(
  em: EntityManager,
  alertId: string,
  { sites, deviceCount }: { sites: readonly AffectedSite[]; deviceCount: number },
  at: Date,
): Promise<void> {
  await em.execute(
    `with now as (
       select * from json_to_recordset(?::json) as row (
         "controllerId" uuid, "hostId" text, "networkSiteId" text, name text, line text, "isDark" boolean, since timestamptz)),
     ended as (
       update affected_site set until = ?
        where alert_id = ? and until is null and host_id not in (select "hostId" from now)),
     added as (
       insert into affected_site (alert_id, controller_id, host_id, network_site_id, name, line, is_dark, since, listed_at)
       select ?, "controllerId", "hostId", "networkSiteId", name, line, "isDark", since, ? from now
       on conflict (alert_id, host_id) do update
         set since = excluded.since, name = excluded.name, line = excluded.line, is_dark = excluded.is_dark,
             controller_id = excluded.controller_id, network_site_id = excluded.network_site_id,
             listed_at = excluded.listed_at, until = null
        where affected_site.until is not null)
     update alert set affected_site_count = greatest(coalesce(affected_site_count, 0), ?),
                      device_count = greatest(coalesce(device_count, 0), ?) where id = ?`,
    [JSON.stringify(sites), at, alertId, alertId, at, sites.length, deviceCount, alertId],
    'run',
  );
  await recordInferredOutages(em, alertId, at);
}

/** What was behind an alert is no longer down because of it. */
export async function endAffected(em: EntityManager, alertIds: readonly string[], at: Date): Promise<void> {
  if (alertIds.length === 0) return;
  for (const table of ['affected_device', 'affected_site'])
    await em.execute(
      `update ${table} set until = ?
        where until is null and alert_id in (select jsonb_array_elements_text(?::jsonb)::uuid)`,
      [at, JSON.stringify(alertIds)],
      'run',
    );
  await endInferredOutages(em, alertIds, at);
}
