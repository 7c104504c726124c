import type { EntityManager } from '@mikro-orm/postgresql';
import { bool, int } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { conditionOf, conditions } from '../../alerts/condition.ts';
import { Controller } from '../../controllers/controller.entity.ts';
import { watchedSites } from '../../controllers/selected-sites.ts';
import { sitesOf } from '../../sites/team-sites.store.ts';
import type { Rule } from '../evaluate/types.ts';
import type { BacktestRequest, PastAlert, PastController } from './run-rule.ts';
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
  const ids = new Set(rules.map(({ controllerId }) => controllerId));
  const controllers = (await em.find(Controller, { team: teamId })).filter(
    ({ id }) => ids.has(null) || ids.has(id),
  );
  return {
    from: from.getTime(),
    until: until.getTime(),
    timeZone,
    rules,
    controllers: await Promise.all(controllers.map((one) => pastController(em, wanted, one, sites))),
    alerts: await pastAlerts(em, wanted),
  };
}

async function pastController(
  em: EntityManager,
  { rules, from, until, pollSeconds }: Wanted,
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
  const needsStates = rules.some(({ condition }) => !conditions[condition].measure);
  return {
    id: controller.id,
    pollSeconds: controller.pollSeconds ?? pollSeconds,
    sites: [...hosts].map((hostId) => {
      const { name, customerId, tags } = facts.get(hostId) ?? { name: hostId, customerId: null, tags: [] };
      return { hostId, name, customerId, tags };
    }),
    devices,
    states: needsStates ? await statesOf(em, controller.id, from, until) : [],
    statesSince: controller.statesSince?.getTime() ?? null,
    failures: await failuresOf(em, controller.id, from, until),
  };
}

const { device, state_change } = tables;

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
  from: Date,
  until: Date,
): Promise<PastState[]> {
  const rows = await queryRows(
    em,
    {
      hostId: state_change.host_id,
      mac: state_change.mac,
      at: state_change.at,
      state: state_change.state,
      stateReason: state_change.state_reason,
      downPorts: state_change.down_ports,
    },
    `select host_id as "hostId", mac, at, state, state_reason as "stateReason", down_ports as "downPorts" from (
       (select distinct on (host_id, mac) * from state_change where controller_id = ? and at < ?
         order by host_id, mac, at desc)
       union all
       select * from state_change where controller_id = ? and at >= ? and at <= ?) as change
      order by at`,
    [controllerId, from, controllerId, from, until],
  );
  return rows.map((row) => ({ ...row, at: Date.parse(row.at) }));
}

async function failuresOf(
  em: EntityManager,
  controllerId: string,
  from: Date,
  until: Date,
): Promise<PastController['failures']> {
  const { began, until: ended } = tables.reachability_interval;
  const rows = await queryRows(
    em,
    { from: began, until: ended },
    `select greatest(began, ?) as "from", until from reachability_interval
      where controller_id = ? and host_id = '' and not seen and began < ? and (until is null or until > ?)
      order by began`,
    [from, controllerId, until, from],
  );
  return rows.map((row) => ({
    from: Date.parse(row.from),
    until: row.until === null ? null : Date.parse(row.until),
  }));
}

async function pastAlerts(em: EntityManager, { teamId, ruleId, from, until }: Wanted): Promise<PastAlert[]> {
  const { controller_id, subject, type, since, resolved_at } = tables.alert;
  const rows = await queryRows(
    em,
    {
      controllerId: controller_id,
      subject,
      type,
      since,
      until: resolved_at,
      isAcknowledged: bool,
      messages: int,
    },
    `select controller_id as "controllerId", subject, type, since, resolved_at as until,
            acknowledged_at is not null as "isAcknowledged",
            case when rule_id = ? then (
              select count(*)::int from delivery d where d.alert_id = alert.id and d.sent_at is not null) else 0 end as messages
       from alert where team_id = ? and since < ? and (resolved_at is null or resolved_at > ?)`,
    [ruleId, teamId, until, from],
  );
  return rows.map(({ type: kind, ...row }) => ({
    ...row,
    condition: conditionOf(kind),
    since: Date.parse(row.since),
    until: row.until === null ? null : Date.parse(row.until),
  }));
}
