import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, int, json, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { AlertCondition } from '../../alerts/alert.enums.ts';
import { conditionOf, isAboutLines } from '../../alerts/condition.ts';
import { Controller } from '../../controllers/controller.entity.ts';
import { watchedSites } from '../../controllers/selected-sites.ts';
import { isMessageSql } from '../../notifications/delivery.entity.ts';
import { sitesOf } from '../../sites/team-sites.store.ts';
import { removedAfterMs } from '../evaluate/lines.ts';
import type { Rule } from '../evaluate/types.ts';
import { activeRules } from '../round.store.ts';
import type { PastLine } from './past-lines.ts';
import {
  type BacktestRequest,
  isAboutStates,
  needsProviders,
  type PastAlert,
  type PastController,
} from './run-rule.ts';
import type { PastDevice, PastState } from './history.ts';

interface Wanted {
  teamId: string;
  rules: Rule[];
  /** The saved rule that a draft changes, whose messages are counted. */
  ruleId: string | null;
  from: Date;
  until: Date;
  timeZone: string;
  pollSeconds: number;
}

/** Everything of a team that a backtest needs, except for measurements. */
export async function loadRequest(em: EntityManager, wanted: Wanted): Promise<BacktestRequest> {
  const { teamId, rules, from, until, timeZone } = wanted;
  const sites = await sitesOf(em, teamId);
  const { others, controllerIds, needsLines } = await extentOf(em, wanted);
  const controllers = (await em.find(Controller, { team: teamId })).filter(
    ({ id }) => controllerIds?.has(id) ?? true,
  );
  return {
    from: from.getTime(),
    until: until.getTime(),
    timeZone,
    rules,
    others,
    hasLimitedChannels: await hasLimitedChannels(em, teamId),
    controllers: await Promise.all(
      controllers.map((one) => pastController(em, { ...wanted, needsLines }, one, sites)),
    ),
    alerts: await pastAlerts(em, wanted),
  };
}

/** How much of a team the rules of a backtest depend on. */
export async function extentOf(
  em: EntityManager,
  { teamId, rules, ruleId }: Pick<Wanted, 'teamId' | 'rules' | 'ruleId'>,
): Promise<{
  /** The team's other rules whose alerts may explain those of the draft. */
  others: Rule[];
  /** `null`: all of the team's. */
  controllerIds: ReadonlySet<string> | null;
  needsLines: boolean;
}> {
  const others = (await activeRules(em, teamId)).filter(
    ({ id, condition }) => id !== ruleId && explaining.has(condition),
  );
  const ofProviders = rules.some((rule) => needsProviders(rule, others));
  const ids = rules.flatMap(({ controllerId }) => controllerId ?? []);
  return {
    others,
    controllerIds: ofProviders || ids.length < rules.length ? null : new Set(ids),
    needsLines: ofProviders || rules.some(({ condition }) => isAboutLines(condition)),
  };
}

/** Conditions whose alerts may explain others. */
const explaining = new Set([
  AlertCondition.device_offline,
  AlertCondition.port_down,
  AlertCondition.isp_outage,
]);

async function hasLimitedChannels(em: EntityManager, teamId: string): Promise<boolean> {
  const [row] = await queryRows(
    em,
    { found: bool },
    `select exists (select from integration where team_id = ? and made_from is null
                      and (cardinality(customer_ids) > 0 or cardinality(tags) > 0)) as found`,
    [teamId],
  );
  return row!.found;
}

async function pastController(
  em: EntityManager,
  { rules, needsLines, from, until, pollSeconds }: Wanted & { needsLines: boolean },
  controller: Controller,
  known: Awaited<ReturnType<typeof sitesOf>>,
): Promise<PastController> {
  const isWatched = watchedSites(controller);
  const devices = (await devicesOf(em, controller.id, from)).filter(({ hostId }) => isWatched(hostId));
  const facts = new Map(known.map((site) => [site.hostId, site]));
  const hosts = new Set([
    ...devices.map(({ hostId }) => hostId),
    ...known.flatMap(({ hostId, controllerId }) =>
      controllerId === controller.id && isWatched(hostId) ? [hostId] : [],
    ),
  ]);
  const needsDevices = rules.some(({ condition }) => isAboutStates(condition));
  return {
    id: controller.id,
    pollSeconds: controller.pollSeconds ?? pollSeconds,
    sites: [...hosts].map((hostId) => {
      const { name, customerId, tags } = facts.get(hostId) ?? { name: hostId, customerId: null, tags: [] };
      return { hostId, name, customerId, tags };
    }),
    devices,
    states:
      needsDevices || needsLines ? await statesOf(em, controller.id, { from, until, needsDevices }) : [],
    lines: needsLines
      ? (await linesOf(em, controller.id, from, until)).filter(({ hostId }) => isWatched(hostId))
      : [],
    ticketSeverities: controller.haloEnabled ? controller.haloSeverityLevels : [],
    statesSince: controller.statesSince?.getTime() ?? null,
    ...(await reachabilityOf(em, controller.id, from, until)),
  };
}

const { device, state_change, wan, line_change } = tables;

/** An uplink that wasn't seen for this long proves nothing. See `topology.ts`. */
const uplinkValid = '24 hours';

async function devicesOf(em: EntityManager, controllerId: string, from: Date): Promise<PastDevice[]> {
  const rows = await queryRows(
    em,
    {
      id: device.id,
      hostId: device.host_id,
      mac: device.mac,
      name: device.name,
      model: device.model,
      role: device.role,
      isConsole: device.is_console,
      upPorts: device.up_ports,
      uplinkMac: device.uplink_mac,
      uplinkPort: device.uplink_port,
      leftAt: device.left_at,
    },
    `select id, host_id as "hostId", mac, name, model, role, is_console as "isConsole", up_ports as "upPorts",
            case when uplink_seen_at > case when state = 'online' then now() else state_since end - interval '${uplinkValid}'
                 then uplink_mac end as "uplinkMac", uplink_port as "uplinkPort", left_at as "leftAt"
       from device where controller_id = ? and not over_limit and (left_at is null or left_at > ?)`,
    [controllerId, from],
  );
  const { host_id, mac, at, from_mac, from_port } = tables.uplink_change;
  const changes = await queryRows(
    em,
    { hostId: host_id, mac, until: at, fromMac: from_mac, port: from_port },
    `select host_id as "hostId", mac, at as until, from_mac as "fromMac", from_port as port from uplink_change
      where controller_id = ? and at > ? order by at`,
    [controllerId, from],
  );
  const earlier = Map.groupBy(changes, (one) => `${one.mac} ${one.hostId}`);
  return rows.map(({ uplinkMac, uplinkPort, leftAt, ...row }) => ({
    ...row,
    uplink: uplinkMac === null ? null : { mac: uplinkMac, port: uplinkPort },
    earlierUplinks: (earlier.get(`${row.mac} ${row.hostId}`) ?? []).map(({ until, fromMac, port }) => ({
      mac: fromMac,
      port,
      until: Date.parse(until),
    })),
    leftAt: leftAt === null ? null : Date.parse(leftAt),
  }));
}

/** The changes in a period, and before them the state that each device and console had when it began. */
async function statesOf(
  em: EntityManager,
  controllerId: string,
  { from, until, needsDevices }: { from: Date; until: Date; needsDevices: boolean },
): Promise<PastState[]> {
  const which = needsDevices ? '' : `and mac = ''`;
  const rows = await queryRows(
    em,
    {
      hostId: state_change.host_id,
      mac: state_change.mac,
      at: state_change.at,
      since: state_change.since,
      state: state_change.state,
      stateReason: state_change.state_reason,
      downPorts: state_change.down_ports,
    },
    `select host_id as "hostId", mac, at, since, state, state_reason as "stateReason", down_ports as "downPorts" from (
       (select distinct on (host_id, mac) * from state_change where controller_id = ? and at < ? ${which}
         order by host_id, mac, at desc)
       union all
       select * from state_change where controller_id = ? and at >= ? and at <= ? ${which}) as change
      order by at`,
    [controllerId, from, controllerId, from, until],
  );
  return rows.map(({ since, ...row }) => ({
    ...row,
    at: Date.parse(row.at),
    ...(since !== null && { since: Date.parse(since) }),
  }));
}

/** Lines that have been in use, with what rounds saw of them in a period, and what they had seen when it began. */
async function linesOf(
  em: EntityManager,
  controllerId: string,
  from: Date,
  until: Date,
): Promise<PastLine[]> {
  const lines = await queryRows(
    em,
    {
      id: wan.id,
      hostId: wan.host_id,
      siteId: wan.network_site_id,
      key: wan.key,
      provider: wan.isp_name,
      asn: wan.asn,
      missingSince: wan.missing_since,
    },
    `select id, host_id as "hostId", network_site_id as "siteId", key, isp_name as provider, asn, missing_since as "missingSince"
       from wan where controller_id = ? and key <> '' and has_been_up order by key`,
    [controllerId],
  );
  const changes = await queryRows(
    em,
    {
      wanId: line_change.wan_id,
      at: line_change.at,
      state: line_change.state,
      downFrom: line_change.down_from,
      downUntil: line_change.down_until,
      takesOver: line_change.takes_over,
      takeoverFrom: line_change.takeover_from,
      takeoverUntil: line_change.takeover_until,
    },
    `with own as (select l.* from line_change l join wan w on w.id = l.wan_id where w.controller_id = ?)
     select wan_id as "wanId", at, state, down_from as "downFrom", down_until as "downUntil", takes_over as "takesOver",
            takeover_from as "takeoverFrom", takeover_until as "takeoverUntil" from (
       (select distinct on (wan_id) * from own where at < ? order by wan_id, at desc)
       union all select * from own where at >= ? and at <= ?) as change
      order by at`,
    [controllerId, from, from, until],
  );
  const span = (begin: string | null, end: string | null) =>
    begin === null || end === null ? null : { from: Date.parse(begin), until: Date.parse(end) };
  const byLine = Map.groupBy(changes, ({ wanId }) => wanId);
  return lines.map(({ missingSince, ...line }) => ({
    ...line,
    leftAt: missingSince === null ? null : Date.parse(missingSince) + removedAfterMs,
    changes: (byLine.get(line.id) ?? []).map((one) => ({
      at: Date.parse(one.at),
      state: one.state,
      down: span(one.downFrom, one.downUntil),
      takesOver: one.takesOver,
      takeover: span(one.takeoverFrom, one.takeoverUntil),
    })),
  }));
}

/** Periods in which UniFi could be read, or couldn't. Monitoring was off between them. */
async function reachabilityOf(
  em: EntityManager,
  controllerId: string,
  from: Date,
  until: Date,
): Promise<Pick<PastController, 'reads' | 'failures'>> {
  const { began, until: ended, seen } = tables.reachability_interval;
  const rows = await queryRows(
    em,
    { from: began, until: ended, seen },
    `select greatest(began, ?) as "from", until, seen from reachability_interval
      where controller_id = ? and host_id = '' and began < ? and (until is null or until > ?)
      order by began`,
    [from, controllerId, until, from],
  );
  const intervals = rows.map((row) => ({
    ...row,
    from: Date.parse(row.from),
    until: row.until === null ? null : Date.parse(row.until),
  }));
  return { reads: intervals.filter(({ seen: is }) => is), failures: intervals.filter(({ seen: is }) => !is) };
}

async function pastAlerts(em: EntityManager, { teamId, ruleId, from, until }: Wanted): Promise<PastAlert[]> {
  const { controller_id, rule_id, subject, type, since, resolved_at } = tables.alert;
  const rows = await queryRows(
    em,
    {
      controllerId: controller_id,
      ruleId: orNull(rule_id),
      subject,
      type,
      since,
      until: resolved_at,
      isAcknowledged: bool,
      entries: orNull(json<HandlingEntry[]>()),
      messages: int,
    },
    `select controller_id as "controllerId", rule_id as "ruleId", subject, type, since, resolved_at as until,
            acknowledged_at is not null as "isAcknowledged",
            case when type = 'isp_outage' then (
              select json_agg(json_build_object('kind', e.kind, 'at', e.at, 'until', e.until) order by e.at) from alert_entry e
               where e.alert_id = alert.id and e.kind in ('acknowledged', 'unacknowledged', 'snoozed', 'unsnoozed', 'flapping')) end as entries,
            case when rule_id = ? then (
              select count(*)::int from delivery d where d.alert_id = alert.id and d.sent_at is not null and ${isMessageSql}) else 0 end as messages
       from alert where team_id = ? and since < ? and (resolved_at is null or resolved_at > ?)`,
    [ruleId, teamId, until, from],
  );
  return rows.map(({ type: kind, entries, ...row }) => ({
    ...row,
    condition: conditionOf(kind),
    since: Date.parse(row.since),
    until: row.until === null ? null : Date.parse(row.until),
    handled: handledIn(entries ?? [], row.until),
  }));
}

/** A line of a timeline about whether someone deals with an alert. */
interface HandlingEntry {
  kind: 'acknowledged' | 'unacknowledged' | 'snoozed' | 'unsnoozed' | 'flapping';
  at: string;
  /** Of a snooze. */
  until: string | null;
}

/**
 * When an alert was acknowledged or snoozed. An entry ends the ones of its kind before it. An alert that comes back is no longer
 * acknowledged, and stays snoozed.
 */
function handledIn(entries: readonly HandlingEntry[], resolvedAt: string | null): PastAlert['handled'] {
  return entries.flatMap(({ kind, at, until }, nth) => {
    if (kind !== 'acknowledged' && kind !== 'snoozed') return [];
    const next = entries
      .slice(nth + 1)
      .find(
        (one) =>
          one.kind === kind ||
          one.kind === `un${kind}` ||
          (one.kind === 'flapping' && kind === 'acknowledged'),
      );
    const ends = [until, next?.at, resolvedAt].flatMap((end) => (end ? [Date.parse(end)] : []));
    return [{ from: Date.parse(at), until: ends.length > 0 ? Math.min(...ends) : null }];
  });
}
