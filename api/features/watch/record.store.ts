import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { raw } from '@mikro-orm/core';
import { appendEvents, type NewEvent } from '#api/live/event-log.ts';
import { PendingCondition } from '../alerts/pending-condition.entity.ts';
import { writeTransitions, type NewEntry } from '../alerts/transition.store.ts';
import { Client, Device, UplinkChange } from '../controllers/device.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { slotOf, Wan } from '../metrics/metrics.entity.ts';
import { recordLineStates } from '../metrics/line-states.store.ts';
import { SiteReading } from '../sites/site-reading.entity.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import type { AlertRef, Change, Known, WatchedRule, NewAlert } from './evaluate/types.ts';
import type { Claim } from './claim.store.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertChangeKind, AlertResolution } from '../alerts/alert.enums.ts';
import { AlertEntry, AlertEntryKind, type EntryParams } from '../alerts/alert-entry.entity.ts';
import { isRecurrence } from './evaluate/flapping.ts';
import {
  causeIdOf,
  endAffected,
  endFolded,
  foldConditions,
  raisedKey,
  type RaisedIds,
  recordAffected,
  recordAffectedSites,
  releaseConditions,
} from './fold.store.ts';

/**
 * Locks the team and controller for writing a round. `null` if the claim was lost or the controller deleted.
 * Rules need no lock of their own, because changing them takes the team's lock.
 */
export async function lockIfClaimed(
  em: EntityManager,
  teamId: string,
  { controllerId, until }: Claim,
): Promise<Controller | null> {
  await lockTeam(em, teamId);
  await em.execute('select from controller where id = ? for no key update', [controllerId], 'run');
  const controller = await em.findOne(Controller, controllerId, { refresh: true });
  return controller?.claimedUntil?.getTime() === until.getTime() ? controller : null;
}

/**
 * Writes a round's changes in the caller's transaction: pending conditions, alerts, timelines and all
 * consequences, and events.
 */
export async function recordChanges(
  em: EntityManager,
  controller: Controller,
  rules: WatchedRule[],
  changes: Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const context: RecordContext = {
    em,
    controller,
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    at,
    raised: new Map(),
  };
  const events: NewEvent[] = [];
  const entries: NewEntry[] = [];
  for (const change of changes) {
    const update = await write(context, change);
    if (!update) continue;
    const { kind, alertId, entry } = update;
    events.push({ controllerId: controller.id, kind, alertId });
    if (entry) entries.push({ alertId, at, ...entry });
  }
  const folds = changes.filter((change) => change.kind === 'fold');
  await foldConditions(em, controller.id, folds, context.raised);
  const releases = changes.filter((change) => change.kind === 'release');
  await releaseConditions(em, controller.id, releases);
  const over = events.flatMap(({ kind, alertId }) =>
    kind === AlertChangeKind.resolved && alertId ? [alertId] : [],
  );
  await endAffected(em, over, at);
  await writeTransitions(em, controller.team.id, entries);
  await appendEvents(em, controller.team.id, events);
}

async function write(context: RecordContext, change: Change): Promise<AlertUpdate | undefined> {
  const { em, controller } = context;
  switch (change.kind) {
    case 'hold':
      await em.upsert(
        PendingCondition,
        { id: randomUUID(), controller, rule: change.ruleId, subject: change.subject, since: change.since },
        {
          onConflictFields: ['rule', 'controller', 'subject'],
          onConflictAction: 'ignore',
          disableIdentityMap: true,
        },
      );
      return undefined;
    case 'pause':
      await em.nativeUpdate(PendingCondition, pendingOf(context, change), {
        unknownSince: change.unknownSince,
      });
      return undefined;
    case 'resume':
      await em.nativeUpdate(PendingCondition, pendingOf(context, change), {
        since: change.since,
        unknownSince: null,
      });
      return undefined;
    case 'clear':
      await em.nativeDelete(PendingCondition, pendingOf(context, change));
      return undefined;
    case 'raise': {
      const update = await raiseAlert(context, change.alert);
      if (update) await em.nativeDelete(PendingCondition, pendingOf(context, change.alert));
      return update;
    }
    case 'escalate':
      await em.nativeDelete(PendingCondition, pendingOf(context, change.alert));
      return writeChange(context, change);
    case 'fold':
      return change.alertId === undefined ? undefined : writeFold(context, change.alertId, change.cause);
    case 'release':
      return undefined;
    case 'affect':
      await recordAffected(em, change.alertId, change.affected, context.at);
      return affectedUpdate(change.alertId, { affectedCount: change.affected.length });
    case 'affectSites':
      await recordAffectedSites(em, change.alertId, change, context.at);
      return affectedUpdate(change.alertId, {
        affectedSiteCount: change.sites.length,
        deviceCount: change.deviceCount,
      });
    default:
      return writeChange(context, change);
  }
}

function affectedUpdate(alertId: string, params: EntryParams): AlertUpdate {
  return { kind: AlertChangeKind.changed, alertId, entry: { kind: AlertEntryKind.affected, params } };
}

function pendingOf({ controller }: RecordContext, { ruleId, subject }: { ruleId: string; subject: string }) {
  return { rule: ruleId, controller: controller.id, subject };
}

/** Stores changed rows. */
export async function saveKnown(em: EntityManager, controller: Controller, seen: Known): Promise<void> {
  const own = { controller: controller.id };
  if (seen.devices.length > 0) {
    const rows = seen.devices.map((device) => ({ id: randomUUID(), ...own, ...unset, ...device }));
    await em.upsertMany(Device, rows, { ...replacing, onConflictFields: ['controller', 'hostId', 'mac'] });
  }
  if (seen.consoles) controller.knownConsoles = seen.consoles;
  if (seen.siteReadings && seen.siteReadings.length > 0) {
    const rows = seen.siteReadings.map((site) => ({ id: randomUUID(), ...own, ...unsetSite, ...site }));
    await em.upsertMany(SiteReading, rows, { ...replacing, onConflictFields: ['controller', 'hostId'] });
  }
  if (seen.uplinkChanges && seen.uplinkChanges.length > 0) {
    const rows = seen.uplinkChanges.map((change) => ({ id: randomUUID(), ...own, ...change }));
    await em.insertMany(UplinkChange, rows);
  }
  if (seen.lines && seen.lines.length > 0) {
    const rows = seen.lines.map((line) => {
      const { periods: _, source: _source, evaluated: _evaluated, siteId: _site, provider, ...rest } = line;
      return { id: randomUUID(), ...own, ...rest, slot: slotOf(line), ispName: provider };
    });
    await em.upsertMany(Wan, rows, {
      ...replacing,
      onConflictFields: ['controller', 'hostId', 'slot'],
    });
    await recordLineStates(em, controller.id, seen.lines);
  }
  if (seen.clients.length > 0) {
    const rows = seen.clients.map((client) => ({ id: randomUUID(), ...own, uplinkMac: null, ...client }));
    await em.upsertMany(Client, rows, { ...replacing, onConflictFields: ['controller', 'mac'] });
  }
}

/** All rows of a statement need the same columns. */
const unset = {
  model: null,
  stateReason: null,
  reportedState: null,
  updatingSince: null,
  missingSince: null,
  leftAt: null,
  firmwareVersion: null,
  updateAvailable: null,
  ip: null,
  startedAt: null,
  adoptedAt: null,
  uplinkMac: null,
  uplinkPort: null,
  uplinkKind: null,
  uplinkSource: null,
  uplinkSeenAt: null,
  poe: null,
  clientCount: null,
  downPorts: null,
};

const unsetSite = {
  goneAt: null,
  reportedState: null,
  version: null,
  hardware: null,
  osVersion: null,
  ispName: null,
  wifiClients: null,
  wiredClients: null,
  guestClients: null,
  backedUpAt: null,
  countedAt: null,
  clientsAt: null,
};

const replacing = { onConflictExcludeFields: ['id' as const], disableIdentityMap: true };

interface RecordContext {
  em: EntityManager;
  controller: Controller;
  /** By id. */
  rules: Map<string, WatchedRule>;
  at: Date;
  raised: RaisedIds;
}

/** The event and timeline entry of a change. Not every change is worth a line. */
interface AlertUpdate {
  kind: AlertChangeKind;
  alertId: string;
  entry?: Pick<NewEntry, 'kind' | 'detail' | 'params' | 'since'>;
}

type AlertOnly = Exclude<
  Change,
  { kind: 'hold' | 'pause' | 'resume' | 'clear' | 'raise' | 'fold' | 'release' | 'affect' | 'affectSites' }
>;

/** Milliseconds within which an alert that eased and escalated again doesn't notify anyone again. */
const repeatedEscalationMs = 20 * 60_000;

/** Writes a change to an open alert. Undefined if it has ended in the meantime. */
async function writeChange({ em, at }: RecordContext, change: AlertOnly): Promise<AlertUpdate | undefined> {
  const { alertId } = change;
  const { fields, kind, entry } = updateFor(change, at);
  const written = await em.nativeUpdate(Alert, { id: alertId, resolvedAt: null }, fields);
  if (!written) return undefined;
  const since = new Date(at.getTime() - repeatedEscalationMs);
  if (change.kind !== 'escalate') return { alertId, kind, entry };
  const earlier = { alert: alertId, kind: AlertEntryKind.escalated, at: { $gt: since } };
  const before = await em.find(AlertEntry, earlier, { fields: ['params'], disableIdentityMap: true });
  const isRepeated = before.some(({ params }) => !params?.isRepeated);
  const params = { ...snapshotOf(change.alert), ...(isRepeated && { isRepeated }) };
  return { alertId, kind, entry: { ...entry, params } };
}

/** An open alert becomes part of another one. The timeline says of which. */
async function writeFold(
  { em, at, raised }: RecordContext,
  alertId: string,
  cause: AlertRef,
): Promise<AlertUpdate | undefined> {
  const causeId = causeIdOf(cause, raised);
  if (!(await endFolded(em, alertId, causeId, at))) return undefined;
  const of = causeId ? await em.findOne(Alert, causeId, { disableIdentityMap: true }) : null;
  const params = of ? { cause: { alertId: of.id, deviceName: of.deviceName ?? of.siteName } } : null;
  return { kind: AlertChangeKind.resolved, alertId, entry: { kind: AlertEntryKind.folded, params } };
}

function updateFor(change: AlertOnly, at: Date) {
  const { changed, resolved } = AlertChangeKind;
  switch (change.kind) {
    case 'alter': {
      const { severity, unknownSince } = change;
      const fields = { severity, unknownSince, calmSince: null };
      const detail = unknownSince
        ? 'The current state is unknown'
        : `The current state is known again; severity ${severity}`;
      return { kind: changed, fields, entry: { kind: AlertEntryKind.changed, detail } };
    }
    case 'resolve': {
      const fields = { ...over, resolvedAt: at, resolution: change.resolution };
      const detail = endings[change.resolution];
      return { kind: resolved, fields, entry: { kind: AlertEntryKind.resolved, detail } };
    }
    case 'calm': {
      const fields = { calmSince: change.since, unknownSince: null };
      return { kind: changed, fields, entry: { kind: AlertEntryKind.calm } };
    }
    case 'escalate':
    case 'ease': {
      const { severity, since } = change.alert;
      const fields = {
        severity,
        since,
        ...changedDescription(change.alert),
        calmSince: null,
        unknownSince: null,
      };
      const kind = change.kind === 'escalate' ? AlertEntryKind.escalated : AlertEntryKind.eased;
      return { kind: changed, fields, entry: { kind, params: snapshotOf(change.alert), since } };
    }
    case 'disturb': {
      const { severity, since } = change.alert;
      const again = { raises: raw('raises + 1'), calmSince: null, unknownSince: null };
      const fields = { ...again, severity, since, ...changedDescription(change.alert) };
      return {
        kind: changed,
        fields,
        entry: { kind: AlertEntryKind.disturbed, params: snapshotOf(change.alert), since },
      };
    }
    case 'stabilise': {
      const fields = { ...over, resolvedAt: at, resolution: AlertResolution.recovered };
      return { kind: resolved, fields, entry: { kind: AlertEntryKind.stable } };
    }
  }
}

/** The parts of an alert's description that can differ when it comes back. */
function changedDescription(alert: NewAlert) {
  const {
    deviceName,
    siteId,
    siteName,
    networkSite = null,
    uplinkName = null,
    provider = null,
    asn = null,
  } = alert;
  const { severity: _, ...rest } = snapshotOf(alert);
  return { deviceName, siteId, siteName, networkSite, uplinkName, provider, asn, ...rest };
}

/** The part of an alert that a timeline entry keeps. */
const snapshotOf = ({ type, severity, impairment, value, threshold, deviceCount }: NewAlert) => ({
  type,
  severity,
  impairment: impairment ?? null,
  value: value ?? null,
  threshold: threshold ?? null,
  deviceCount: deviceCount ?? null,
});

/** Detail of the last timeline entry. A recovery needs none. */
const endings: Record<AlertResolution, string | null> = {
  [AlertResolution.recovered]: null,
  [AlertResolution.removed]: 'Removed from UniFi',
  [AlertResolution.no_longer_watched]: 'No longer monitored',
  [AlertResolution.folded]: null,
};

/** When an alert ends, the number of recurrences and their start stay readable. */
const over = { unknownSince: null, calmSince: null };

/**
 * One open alert per rule and subject. The fence allows one context at a time, and a unique index backs it up.
 */
async function raiseAlert(context: RecordContext, alert: NewAlert): Promise<AlertUpdate | undefined> {
  const { em, controller, rules, at } = context;
  const { ruleId, subject, affected = [], sites = [], ...fields } = alert;
  const [last] = await em.find(
    Alert,
    { rule: ruleId, controller, subject },
    { orderBy: { resolvedAt: 'desc nulls first' }, limit: 1, disableIdentityMap: true },
  );
  const note = async (id: string) => {
    context.raised.set(raisedKey(alert), id);
    if (affected.length > 0) await recordAffected(em, id, affected, at);
    if (sites.length > 0)
      await recordAffectedSites(em, id, { sites, deviceCount: alert.deviceCount ?? 0 }, at);
  };
  if (last && !last.resolvedAt) {
    context.raised.set(raisedKey(alert), last.id);
    return undefined;
  }
  const params = {
    ...snapshotOf(alert),
    ...(affected.length > 0 && { affectedCount: affected.length }),
    ...(sites.length > 0 && { affectedSiteCount: sites.length }),
  };
  const entry = { params, since: alert.since };
  if (last && isRecurrence(last, alert.type, at)) {
    await reopen(context, last, alert);
    await note(last.id);
    const flapping = { ...entry, kind: AlertEntryKind.flapping };
    return { kind: AlertChangeKind.raised, alertId: last.id, entry: flapping };
  }
  const id = randomUUID();
  await em.insert(Alert, {
    ...fields,
    id,
    subject,
    team: controller.team,
    controller,
    rule: ruleId,
    ruleName: rules.get(ruleId)?.name ?? '',
    ruleSnapshot: rules.get(ruleId)?.snapshot ?? null,
    timestamp: at,
  });
  await note(id);
  return { kind: AlertChangeKind.raised, alertId: id, entry: { ...entry, kind: AlertEntryKind.raised } };
}

/**
 * Reopens the same alert without its acknowledgement, because the person who acknowledged it may no longer be watching. An
 * expired snooze or maintenance window is cleared.
 */
async function reopen({ em, rules, at }: RecordContext, last: Alert, alert: NewAlert): Promise<void> {
  const { severity, since } = alert;
  const isSnoozed = last.snoozedUntil && last.snoozedUntil.getTime() > Date.now();
  await em.nativeUpdate(
    Alert,
    { id: last.id },
    {
      severity,
      since,
      ...changedDescription(alert),
      timestamp: at,
      ruleSnapshot: rules.get(alert.ruleId)?.snapshot ?? null,
      raises: last.raises + 1,
      flappingSince: at,
      resolvedAt: null,
      resolution: null,
      causeAlert: null,
      affectedCount: null,
      affectedSiteCount: null,
      maintenance: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgedByName: null,
      acknowledgeNote: null,
      ...(!isSnoozed && { snoozedUntil: null, snoozedBy: null, snoozer: null }),
    },
  );
}
