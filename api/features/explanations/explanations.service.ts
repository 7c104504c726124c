import { raw } from '@mikro-orm/core';
import { float, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { readerOf, type ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import type { Reader } from '#api/lib/local-time.ts';
import { causeOfDevice } from '../alerts/affected.store.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertType } from '../alerts/alert.enums.ts';
import { AlertEntry, AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { coveredWords, leftOutWords } from '../alerts/rule-scope.service.ts';
import { matchedDevice, matcherOf, type Mismatch } from '../alerts/rule-scope.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { watchedSites } from '../controllers/selected-sites.ts';
import { DeviceState, type Device } from '../controllers/device.entity.ts';
import { findDevice } from '../controllers/devices.service.ts';
import { stateCodes } from '../metrics/samples.ts';
import { reachabilityIn } from '../metrics/device-metrics.service.ts';
import { rawDays } from '../metrics/series.ts';
import { Delivery, DeliveryKind } from '../notifications/delivery.entity.ts';
import { allowed } from '../packages/limits.ts';
import { siteAt } from '../sites/team-sites.store.ts';
import { Team } from '../teams/team.entity.ts';
import { findOwn } from '../teams/lock-team.store.ts';
import {
  explainAlert,
  explainRule,
  phaseAt,
  phaseKinds,
  type Known,
  type Measured,
  visibilityAt,
  notificationLines,
} from './explain-rule.ts';
import { RuleOutcome, type DeviceExplanation, type RuleExplanation } from './explanation.ts';

const day = 86_400_000;

/** Maximum open alerts shown for one device. Alerts for many ports say the same thing. */
const mostAlerts = 50;

const order = Object.values(RuleOutcome);

/**
 * What was known about a device at a moment, and the outcome.
 * @throws NotFound, Invalid
 */
export async function deviceExplanation(
  ctx: ViewerContext,
  controllerId: string,
  deviceId: string,
  wished: Date | null,
): Promise<DeviceExplanation> {
  const controller = await findOwn(ctx, Controller, controllerId, 'Controller');
  const device = await findDevice(ctx, controller, deviceId);
  const now = new Date();
  const at = wished ?? now;
  const reader = { ...readerOf(ctx), now: at };
  await obeyBounds(ctx, at, now);

  const everyMs = (controller.pollSeconds ?? ctx.app.config.pollIntervalSeconds) * 1000;
  const around = { from: new Date(at.getTime() - 2 * everyMs), until: new Date(at.getTime() + 1) };
  const look = visibilityAt({
    at,
    reader,
    spans: await reachabilityIn(ctx, controller, [device.hostId], around),
    lastRoundAt: controller.lastRoundAt ?? null,
    everyMs,
    unwatched: whyUnwatched(controller, device),
  });
  const measured = await measuredBefore(ctx, device, at, around.from);
  const isKept = at.getTime() > now.getTime() - rawDays * day;
  const cause = await causeOfDevice(ctx.em, controller.id, device.mac, at);
  const causeName = cause ? (cause.deviceName ?? cause.siteName) : undefined;
  const known: Known = { at, reader, look, measured, isKept, cause: causeName };
  const { concerned, uncovered, elsewhere } = await rulesOf(ctx, controller, device);
  const raised = await raisedAt(ctx, controller, device, reader);
  const quiet = concerned.filter(({ id }) => !raised.some(({ ruleId }) => ruleId === id));
  const rules = [
    ...raised,
    ...quiet.map((rule) => ({
      ruleId: rule.id,
      ruleName: rule.name,
      ...explainRule(
        { ...rule, threshold: rule.threshold ?? null, uncovered: uncovered.get(rule.id) },
        known,
      ),
      followed: [],
      alertId: null,
    })),
  ].toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome));
  return {
    device,
    at,
    look: look.text,
    measuredAt: measured.read?.at ?? null,
    state: measured.read?.state ?? null,
    rules,
    elsewhere,
  };
}

async function obeyBounds({ em, viewer }: ViewerContext, at: Date, now: Date): Promise<void> {
  if (at > now) throw new Invalid({ at: 'Choose a time in the past' });
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  if (days !== null && at.getTime() < now.getTime() - days * day) {
    throw new Invalid({ at: `Your package keeps ${days === 1 ? '1 day' : `${days} days`} of history` });
  }
}

function whyUnwatched(controller: Controller, device: Device): string | undefined {
  if (!watchedSites(controller)(device.hostId)) return "Its site isn't selected on its controller.";
  return device.overLimit ? "It exceeds your package's device limit." : undefined;
}

/** How far back to look for a measurement, in ms. Consoles with many sites are read in turns. */
const figuresReach = 3_600_000;

/**
 * The latest measurements before a moment, each with its own time, and the latest reading since `readSince`.
 */
async function measuredBefore(
  { em }: ViewerContext,
  device: Device,
  at: Date,
  readSince: Date,
): Promise<Measured> {
  type Name = 'state' | 'cpu' | 'memory' | 'diskFree' | 'uplinkBps';
  const rows = await queryRows(
    em,
    { name: textOf<Name>(), at: tables.device_sample.at, value: float },
    `select distinct on (v.name) v.name, s.at, v.value::float as value
       from metrics.device_sample s
      cross join lateral (values ('state', s.state::float8), ('cpu', s.cpu::float8), ('memory', s.memory::float8),
                                 ('diskFree', s.disk_free::float8), ('uplinkBps', s.uplink_bps::float8)) as v(name, value)
      where s.device_id = ? and s.at >= ? and s.at <= ? and (v.value is not null or v.name = 'state')
      order by v.name, s.at desc`,
    [device.id, new Date(Math.min(at.getTime() - figuresReach, readSince.getTime())), at],
  );
  const of = (name: Name) => {
    const row = rows.find((one) => one.name === name);
    return row ? { at: new Date(row.at), value: row.value } : null;
  };
  const read = of('state');
  const state = Object.values(DeviceState).find(
    (one) => read?.value != null && stateCodes[one] === read.value,
  );
  return {
    read: read && read.at >= readSince ? { at: read.at, state: state ?? null } : null,
    cpu: of('cpu'),
    memory: of('memory'),
    diskFree: of('diskFree'),
    uplinkBps: of('uplinkBps'),
  };
}

/** Rules that apply to the device's site, and why some of them don't cover the device. */
async function rulesOf(ctx: ViewerContext, controller: Controller, device: Device) {
  const { em, viewer } = ctx;
  const all = await em.find(AlertRule, { team: viewer.team }, { orderBy: { name: 'asc', id: 'asc' } });
  const site = await siteAt(em, viewer.team.id, device.hostId);
  const facts = matchedDevice(device);
  const uncovered = new Map<string, string>();
  const concerned: AlertRule[] = [];
  for (const rule of all) {
    const { id, controllerId, siteId, scope, exceptions } = rule;
    if (controllerId !== null && controllerId !== controller.id) continue;
    if (siteId && siteId !== device.hostId) continue;
    const mismatch = matcherOf(scope, exceptions).mismatch(site, facts);
    if (mismatch?.by === 'site') continue;
    if (mismatch) uncovered.set(id, await whyUncovered(ctx, rule, mismatch));
    concerned.push(rule);
  }
  return { concerned, uncovered, elsewhere: all.length - concerned.length };
}

async function whyUncovered(ctx: ViewerContext, rule: AlertRule, mismatch: Mismatch): Promise<string> {
  const exception = mismatch.by === 'exception' && rule.exceptions[mismatch.index];
  if (exception)
    return `This rule doesn't cover the device, because it's an exception: ${await leftOutWords(ctx, exception)}.`;
  const words = (await coveredWords(ctx, rule)) ?? '';
  return `This rule doesn't cover the device. It covers: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
}

/**
 * SQL: whether an alert's problem had started by a moment. Its `since` moves each time a flapping alert comes
 * back.
 */
const hadBegun = (alias: string): string =>
  `(${alias}.since <= ? or exists (select from alert_entry e where e.alert_id = ${alias}.id and coalesce(e.since, e.at) <= ?))`;

/**
 * The device's alerts that were open or pending at the moment, and its console's, because the device is
 * unknown behind a disconnected console.
 */
async function raisedAt(
  { em, viewer }: ViewerContext,
  controller: Controller,
  device: Device,
  reader: Reader,
): Promise<RuleExplanation[]> {
  const at = reader.now;
  const alerts = await em.find(
    Alert,
    {
      team: viewer.team,
      controller,
      $and: [
        { [raw(hadBegun, [at, at])]: [] },
        { $or: [{ resolvedAt: null }, { resolvedAt: { $gt: at } }] },
        { $or: [{ deviceMac: device.mac }, { type: AlertType.console_offline, siteId: device.hostId }] },
      ],
    },
    { orderBy: { timestamp: 'desc', id: 'desc' }, limit: mostAlerts, populate: ['ruleSnapshot'] },
  );
  const ids = alerts.map(({ id }) => id);
  const entries = await em.find(
    AlertEntry,
    { alert: { $in: ids }, kind: { $in: [...phaseKinds] } },
    { orderBy: { at: 'asc', id: 'asc' } },
  );
  const deliveries = await em.find(
    Delivery,
    {
      alert: { $in: ids },
      kind: { $in: [DeliveryKind.opened, DeliveryKind.flapping, DeliveryKind.escalated] },
    },
    { orderBy: { createdAt: 'asc', id: 'asc' }, populate: ['entry', 'summary'] },
  );
  return alerts.flatMap((alert) => {
    const own = entries.filter((entry) => entry.alert.id === alert.id);
    // An alert from before entries were stored has its start in its own row.
    const begun = { kind: AlertEntryKind.raised, at: alert.timestamp, since: alert.since };
    const phase = phaseAt(alert, own.length > 0 ? own : [begun], at);
    const explained = explainAlert(phase, reader);
    if (!explained) return [];
    const until = phase.phase === 'pending' ? phase.raisedAt : at;
    const told = deliveries.filter(
      ({ alertId, entry }) => alertId === alert.id && (!entry || entry.at <= until),
    );
    return {
      ruleId: alert.ruleId,
      ruleName: alert.ruleName,
      ...explained,
      followed: notificationLines(alert, told, reader),
      alertId: alert.id,
    };
  });
}
