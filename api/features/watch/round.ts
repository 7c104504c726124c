import type { EntityManager } from '@mikro-orm/postgresql';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertCondition } from '../alerts/alert.enums.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { conditions } from '../alerts/condition.ts';
import { ruleThen } from '../alerts/rule-then.ts';
import { Standing } from '../alerts/standing.entity.ts';
import { Client } from '../controllers/client.entity.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import type { Reading } from '../controllers/reading.ts';
import type { Wants } from '../controllers/unifi-depth.ts';
import type { Known, Round, Rule, WatchedRule } from './change.ts';

/** The active rules that look at this controller. */
export async function rulesFor(em: EntityManager, controller: Controller): Promise<WatchedRule[]> {
  const rules = await em.find(
    AlertRule,
    { team: controller.team, isActive: true, $or: [{ controller: null }, { controller }] },
    { disableIdentityMap: true },
  );
  return rules.map((rule) => ({
    id: rule.id,
    name: rule.name,
    condition: rule.condition,
    controllerId: rule.controllerId,
    siteId: rule.siteId ?? null,
    threshold: rule.threshold ?? null,
    durationMinutes: rule.duration,
    kept: ruleThen(rule),
  }));
}

/** What has to be read. Statistics always: throughput is measured for every customer. */
export function wantsOf(rules: Rule[]): Wants {
  const needs = new Set(rules.map(({ condition }) => conditions[condition].needs));
  return {
    detail: needs.has('detail'),
    statistics: true,
    clients: needs.has('clients'),
    storage: needs.has('storage'),
  };
}

/** Whether wired clients have to be remembered. */
export function watchesClients(rules: Rule[]): boolean {
  return rules.some(({ condition }) => condition === AlertCondition.client_disconnect);
}

/** A round as it is loaded. */
interface LoadedRound extends Round {
  /** MACs of devices that are listed and not watched: the package does not reach so far. */
  beyond: Set<string>;
}

/** Everything one round is judged by, as the database holds it now. */
export async function loadRound(
  em: EntityManager,
  controller: Controller,
  rules: Rule[],
  reading: Reading,
): Promise<LoadedRound> {
  const own = { controller: controller.id };
  const plain = { disableIdentityMap: true } as const;
  const standings = await em.find(Standing, own, plain);
  const alerts = await em.find(Alert, { ...own, resolvedAt: null }, plain);
  return {
    controllerId: controller.id,
    siteIds: controller.selectedSiteId ? [controller.selectedSiteId] : 'all',
    rules,
    reading,
    ...(await loadKnown(em, controller)),
    standings: standings.map(({ rule, subject, since, unknownSince }) => ({
      ruleId: rule.id,
      subject,
      since,
      unknownSince: unknownSince ?? null,
    })),
    alerts: alerts.map((alert) => ({
      id: alert.id,
      ruleId: alert.ruleId ?? '',
      subject: alert.subject,
      type: alert.type,
      since: alert.since,
      severity: alert.severity,
      unknownSince: alert.unknownSince ?? null,
      flappingSince: alert.flappingSince ?? null,
      calmSince: alert.calmSince ?? null,
    })),
  };
}

async function loadKnown(
  em: EntityManager,
  controller: Controller,
): Promise<Pick<LoadedRound, 'known' | 'beyond'>> {
  const own = { controller: controller.id };
  const devices = await em.find(Device, own, { disableIdentityMap: true });
  const clients = await em.find(Client, own, { disableIdentityMap: true });
  const known: Known = {
    devices: devices.map(({ hostId, mac, name, model, role, isConsole, state, stateSince, upPorts }) => ({
      hostId,
      mac,
      name,
      role,
      isConsole,
      state,
      stateSince,
      upPorts,
      ...(model && { model }),
    })),
    clients: clients.map(({ hostId, mac, name, uplinkMac }) => ({
      hostId,
      mac,
      name,
      ...(uplinkMac && { uplinkMac }),
    })),
  };
  return { known, beyond: new Set(devices.filter(({ overLimit }) => overLimit).map(({ mac }) => mac)) };
}
