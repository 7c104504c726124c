import type { EntityManager } from '@mikro-orm/postgresql';
import { json } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { AlertCondition } from '../alerts/alert.enums.ts';
import { conditions, type Need } from '../alerts/condition.ts';
import { ruleSnapshot } from '../alerts/rule-snapshot.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import type { Reading } from '../unifi/reading.ts';
import type { Wants } from '../unifi/lists.client.ts';
import {
  parseSubject,
  type KnownClient,
  type KnownDevice,
  type KnownLine,
  type KnownSiteReading,
  type OpenAlert,
  type Round,
  type Rule,
  type PendingCondition,
  type WatchedRule,
} from './evaluate/types.ts';
import { earlierMs } from './evaluate/lines.ts';
import { knownSitesSql, type KnownSite } from '../sites/team-sites.store.ts';
import { applyDeviceLimit, notifyLimitChanges } from '../controllers/limits.store.ts';

/** The active rules that apply to this controller. */
export async function rulesFor(em: EntityManager, controller: Controller): Promise<WatchedRule[]> {
  const rules = await activeRules(em, controller.team.id);
  const ofController = controller.haloEnabled ? controller.haloSeverityLevels : [];
  return rules
    .filter(({ controllerId }) => (controllerId ?? controller.id) === controller.id)
    .map((rule) => ({ ...rule, ticketSeverities: [...ofController, ...rule.ticketSeverities] }));
}

/** A team's active rules, with the severities for which they open tickets themselves. */
export async function activeRules(em: EntityManager, teamId: string): Promise<WatchedRule[]> {
  const rules = await queryRows(
    em,
    ruleColumns,
    `select id, name, condition, controller_id as "controllerId", site_id as "siteId", scope, exceptions, threshold,
            duration, fold, channels, halo_enabled as "haloEnabled", halo_severity_levels as "haloSeverityLevels"
       from alert_rule where team_id = ? and is_active`,
    [teamId],
  );
  return rules.map((rule) => ({
    id: rule.id,
    name: rule.name,
    condition: rule.condition,
    controllerId: rule.controllerId,
    siteId: rule.siteId,
    scope: rule.scope,
    exceptions: rule.exceptions,
    threshold: rule.threshold,
    durationMinutes: rule.duration,
    fold: rule.fold,
    channels: rule.channels,
    ticketSeverities: rule.haloEnabled ? rule.haloSeverityLevels : [],
    snapshot: ruleSnapshot(rule),
  }));
}

const { id, name, condition, scope, exceptions, threshold, duration, fold, channels } = tables.alert_rule;
const ruleColumns = {
  id,
  name,
  condition,
  scope,
  exceptions,
  threshold,
  duration,
  fold,
  channels,
  haloEnabled: tables.alert_rule.halo_enabled,
  haloSeverityLevels: tables.alert_rule.halo_severity_levels,
  controllerId: tables.alert_rule.controller_id,
  siteId: tables.alert_rule.site_id,
};

export const needsOf = (rules: Rule[]): Set<Need> =>
  new Set(rules.map(({ condition }) => conditions[condition].needs));

/** What to read. Statistics always, because throughput is measured for every customer. */
export function wantsOf(rules: Rule[]): Wants {
  const needs = needsOf(rules);
  return {
    detail: needs.has('detail'),
    statistics: true,
    clients: needs.has('clients'),
    storage: needs.has('storage'),
    // One call per gateway. Its line's history doesn't depend on rules.
    lines: true,
    facts: true,
  };
}

/** Whether wired clients have to be recorded. */
export function watchesClients(rules: Rule[]): boolean {
  return rules.some(({ condition }) => condition === AlertCondition.client_disconnect);
}

/** A round as loaded. */
interface LoadedRound extends Round {
  sites: KnownSite[];
}

/**
 * Everything needed to evaluate one round, from the database. It runs for each controller every minute, so it
 * is one statement without entities.
 */
export async function loadRound(
  em: EntityManager,
  controller: Controller,
  rules: Rule[],
  reading: Reading,
): Promise<LoadedRound> {
  const { id, selectedSiteIds } = controller;
  const listed = JSON.stringify(reading.consoles.map(({ hostId }) => hostId));
  const needsPeriods = needsOf(rules).has('line_periods');
  const ofLines = [needsPeriods, reading.at, reading.at, reading.at, id];
  const values = [id, id, id, id, id, ...ofLines, id, controller.team.id, id, listed, id, id];
  const [found] = await queryRows(em, storedColumns, storedState, values);
  const { pending, alerts, devices, siteReadings, clients, lines, beyond, sites } = found!;
  return {
    controllerId: id,
    siteIds: selectedSiteIds ?? 'all',
    rules,
    reading,
    pending: pending.map((condition) => ({
      ...condition,
      since: new Date(condition.since),
      unknownSince: time(condition.unknownSince),
      releasedAt: time(condition.releasedAt),
    })),
    alerts: alerts.map((alert) => ({
      ...alert,
      since: new Date(alert.since),
      raisedAt: new Date(alert.raisedAt),
      unknownSince: time(alert.unknownSince),
      flappingSince: time(alert.flappingSince),
      calmSince: time(alert.calmSince),
    })),
    known: {
      devices: devices.map((device) => ({
        ...device,
        stateSince: new Date(device.stateSince),
        updatingSince: time(device.updatingSince),
        missingSince: time(device.missingSince),
        leftAt: time(device.leftAt),
        startedAt: time(device.startedAt),
        adoptedAt: time(device.adoptedAt),
        uplinkSeenAt: time(device.uplinkSeenAt),
      })),
      siteReadings: siteReadings.map((site) => ({
        ...site,
        stateSince: new Date(site.stateSince),
        goneAt: time(site.goneAt),
        backedUpAt: time(site.backedUpAt),
        countedAt: time(site.countedAt),
        clientsAt: time(site.clientsAt),
      })),
      clients,
      lines: lines.map((line) => ({
        ...line,
        stateSince: time(line.stateSince),
        roleSince: time(line.roleSince),
        missingSince: time(line.missingSince),
        downUntil: time(line.downUntil),
        takeoverUntil: time(line.takeoverUntil),
        periods: line.periods.map(({ at, lossPercent, latencyMs }) => ({
          at: new Date(at),
          lossPercent: lossPercent ?? undefined,
          latencyMs: latencyMs ?? undefined,
        })),
      })),
      consoles: controller.knownConsoles,
      consolesInTrouble: [...pending, ...alerts].flatMap(({ subject }) => {
        const parsed = parseSubject(subject);
        return parsed.about === 'console' ? [parsed.hostId] : [];
      }),
    },
    beyond: new Set(beyond),
    sites,
  };
}

const time = (written: string | null | undefined): Date | null => (written ? new Date(written) : null);

/** A row as JSON, with times as text. */
type AsJson<T> = { [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | string : T[K] };

interface StoredLine extends Omit<AsJson<KnownLine>, 'periods'> {
  periods: { at: string; lossPercent: number | null; latencyMs: number | null }[];
}

const storedColumns = {
  pending: json<AsJson<PendingCondition>[]>(),
  alerts: json<AsJson<OpenAlert>[]>(),
  devices: json<AsJson<KnownDevice>[]>(),
  siteReadings: json<AsJson<KnownSiteReading>[]>(),
  clients: json<KnownClient[]>(),
  lines: json<StoredLine[]>(),
  beyond: json<string[]>(),
  sites: json<KnownSite[]>(),
};

/**
 * SQL: from when a line's measured periods are needed. A rule that waits counts those since it began to, and the first of
 * them was older than that.
 */
const periodsFrom = `least(?::timestamptz, coalesce((
  select min(since) from pending_condition pc
   where pc.controller_id = w.controller_id
     and pc.subject = concat_ws('/', 'wan', w.key, w.network_site_id, w.host_id)), 'infinity')) - interval '${earlierMs / 60_000} minutes'`;

const storedState = `
  select (select coalesce(json_agg(one), '[]') from (
            select rule_id as "ruleId", subject, since, unknown_since as "unknownSince",
                   cause_alert_id as "causeAlertId", released_at as "releasedAt"
              from pending_condition where controller_id = ?) one) as pending,
         (select coalesce(json_agg(one), '[]') from (
            select id, coalesce(rule_id::text, '') as "ruleId", subject, type, since, timestamp as "raisedAt",
                   severity, unknown_since as "unknownSince", flapping_since as "flappingSince", calm_since as "calmSince",
                   case when affected_count is null then '[]'::json else (
                     select coalesce(json_agg(mac), '[]') from affected_device
                      where alert_id = alert.id and until is null) end as "affectedMacs"
              from alert where controller_id = ? and resolved_at is null and type <> 'isp_outage') one) as alerts,
         (select coalesce(json_agg(one), '[]') from (
            select host_id as "hostId", mac, name, model, role, is_console as "isConsole", state,
                   state_reason as "stateReason", reported_state as "reportedState", state_since as "stateSince",
                   updating_since as "updatingSince", missing_since as "missingSince", left_at as "leftAt",
                   up_ports as "upPorts", down_ports as "downPorts", firmware_version as "firmwareVersion",
                   update_available as "updateAvailable", ip, started_at as "startedAt",
                   adopted_at as "adoptedAt", uplink_mac as "uplinkMac", uplink_port as "uplinkPort",
                   uplink_kind as "uplinkKind", uplink_source as "uplinkSource",
                   uplink_seen_at as "uplinkSeenAt", poe, client_count as "clientCount"
              from device where controller_id = ?) one) as devices,
         (select coalesce(json_agg(one), '[]') from (
            select host_id as "hostId", name, link, reported_state as "reportedState",
                   state_since as "stateSince", gone_at as "goneAt", version, hardware, os_version as "osVersion",
                   isp_name as "ispName", wifi_clients as "wifiClients", wired_clients as "wiredClients",
                   guest_clients as "guestClients", backed_up_at as "backedUpAt", counted_at as "countedAt",
                   clients_at as "clientsAt"
              from site_reading where controller_id = ?) one) as "siteReadings",
         (select coalesce(json_agg(one), '[]') from (
            select host_id as "hostId", mac, name, uplink_mac as "uplinkMac"
              from client where controller_id = ?) one) as clients,
         (select coalesce(json_agg(one), '[]') from (
            select w.host_id as "hostId", w.network_site_id as "siteId", w.key, w.isp_name as provider, w.asn,
                   w.address_family as "addressFamily", w.state, w.state_since as "stateSince", w.role,
                   w.role_since as "roleSince", w.is_standby as "isStandby", w.has_been_up as "hasBeenUp",
                   w.missing_since as "missingSince", w.down_until as "downUntil", w.takes_over as "takesOver",
                   w.takeover_until as "takeoverUntil", p.periods
              from wan w cross join lateral (
                select coalesce(json_agg(s order by s.at), '[]') as periods from (
                  select at, loss as "lossPercent", latency as "latencyMs" from metrics.wan_sample
                   where ? and wan_id = w.id and at <= ? and at > ?::timestamptz - interval '25 hours'
                     and at > ${periodsFrom}) s) p
             where w.controller_id = ? and w.key <> '') one) as lines,
         (select coalesce(json_agg(mac), '[]') from device where controller_id = ? and over_limit) as beyond,
         (${knownSitesSql}) as sites`;

/**
 * Which of a controller's devices aren't monitored, once the round's findings are written. Requires the
 * team's lock. Runs no query while the set of devices is unchanged and within the limit.
 */
export async function devicesOverLimit(
  em: EntityManager,
  controller: Controller,
  before: ReadonlySet<string>,
  changed: readonly KnownDevice[],
): Promise<ReadonlySet<string>> {
  const teamId = controller.team.id;
  if (before.size === 0 && (changed.length === 0 || !(await isLimited(em, teamId)))) return before;
  const settled = await applyDeviceLimit(em, teamId);
  if (settled.length === 0) return before;
  await notifyLimitChanges(em, teamId, settled);
  const now = new Set(before);
  for (const { controllerId, mac, over } of settled) {
    if (controllerId !== controller.id) continue;
    if (over) now.add(mac);
    else now.delete(mac);
  }
  return now;
}

/** MACs of a controller's devices over the package's limit, whose statistics needn't be requested. */
export async function unwatchedDevices(
  em: EntityManager,
  controller: Controller,
): Promise<ReadonlySet<string>> {
  const devices = await queryRows(
    em,
    { mac: tables.device.mac },
    'select mac from device where controller_id = ? and over_limit',
    [controller.id],
  );
  return new Set(devices.map(({ mac }) => mac));
}

async function isLimited(em: EntityManager, teamId: string): Promise<boolean> {
  const [row] = await queryRows(
    em,
    { most: tables.package.max_devices },
    'select max_devices as most from team join package on package.id = team.package_id where team.id = ?',
    [teamId],
  );
  return row !== undefined && row.most >= 0;
}

/** The evaluated and measured part of a reading. */
export function withoutDevices(reading: Reading, beyond: ReadonlySet<string>): Reading {
  if (beyond.size === 0) return reading;
  const consoles = reading.consoles.map((console) => ({
    ...console,
    devices: console.devices.filter(({ mac }) => !beyond.has(mac)),
  }));
  return { ...reading, consoles };
}
