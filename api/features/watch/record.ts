import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { append, type NewEvent } from '#api/events/log.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertChangeKind } from '../alerts/alert.enums.ts';
import { Standing } from '../alerts/standing.entity.ts';
import { Client } from '../controllers/client.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { lockTeam } from '../teams/lock-team.ts';
import type { Change, Known, Rule } from './change.ts';
import type { Claim } from './claim.ts';

/**
 * Locks team and controller for writing a round; null when the claim was lost meanwhile, or the controller deleted.
 * Rules are not locked one by one: whoever changes them holds the team.
 */
export async function fence(
  em: EntityManager,
  teamId: string,
  { controllerId, until }: Claim,
): Promise<Controller | null> {
  await lockTeam(em, teamId);
  await em
    .getConnection()
    .execute(
      'select from controller where id = ? for no key update',
      [controllerId],
      'run',
      em.getTransactionContext(),
    );
  const controller = await em.findOne(Controller, controllerId, { refresh: true });
  return controller?.claimedUntil?.getTime() === until.getTime() ? controller : null;
}

/** Writes what a round changed, in the caller's transaction: standings, alerts and their events, together. */
export async function record(
  em: EntityManager,
  controller: Controller,
  rules: Rule[],
  changes: Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const writer = { em, controller, names: new Map(rules.map(({ id, name }) => [id, name])), at };
  const events: NewEvent[] = [];
  for (const change of changes) {
    const event = await write(writer, change);
    if (event) events.push({ controllerId: controller.id, ...event });
  }
  await append(em, controller.team.id, events);
}

interface Writer {
  em: EntityManager;
  controller: Controller;
  names: Map<string, string>;
  at: Date;
}

type Told = Pick<NewEvent, 'kind' | 'alertId'> | undefined;

async function write(writer: Writer, change: Change): Promise<Told> {
  const { em, controller, at } = writer;
  switch (change.kind) {
    case 'hold':
      await em.upsert(
        Standing,
        { id: randomUUID(), controller, rule: change.ruleId, subject: change.subject, since: change.since },
        {
          onConflictFields: ['rule', 'controller', 'subject'],
          onConflictAction: 'ignore',
          disableIdentityMap: true,
        },
      );
      return undefined;
    case 'pause':
      await em.nativeUpdate(Standing, standing(writer, change), { unknownSince: change.unknownSince });
      return undefined;
    case 'resume':
      await em.nativeUpdate(Standing, standing(writer, change), { since: change.since, unknownSince: null });
      return undefined;
    case 'clear':
      await em.nativeDelete(Standing, standing(writer, change));
      return undefined;
    case 'raise':
      return raise(writer, change);
    case 'alter': {
      const { severity, unknownSince } = change;
      const altered = await em.nativeUpdate(
        Alert,
        { id: change.alertId, resolvedAt: null },
        { severity, unknownSince },
      );
      return altered ? { kind: AlertChangeKind.changed, alertId: change.alertId } : undefined;
    }
    case 'resolve': {
      const over = { resolvedAt: at, resolution: change.resolution, unknownSince: null };
      const resolved = await em.nativeUpdate(Alert, { id: change.alertId, resolvedAt: null }, over);
      return resolved ? { kind: AlertChangeKind.resolved, alertId: change.alertId } : undefined;
    }
  }
}

/** One open alert per rule and subject: the fence lets one writer at a time ask, and a unique index stands behind it. */
async function raise(writer: Writer, { alert }: Extract<Change, { kind: 'raise' }>): Promise<Told> {
  const { em, controller, names, at } = writer;
  const { ruleId, ...fields } = alert;
  const id = randomUUID();
  const open = await em.count(Alert, { rule: ruleId, controller, subject: alert.subject, resolvedAt: null });
  if (open > 0) return undefined;
  await em.insert(Alert, {
    ...fields,
    id,
    team: controller.team,
    controller,
    rule: ruleId,
    ruleName: names.get(ruleId) ?? '',
    timestamp: at,
  });
  await em.nativeDelete(Standing, standing(writer, alert));
  return { kind: AlertChangeKind.raised, alertId: id };
}

function standing({ controller }: Writer, { ruleId, subject }: { ruleId: string; subject: string }) {
  return { rule: ruleId, controller: controller.id, subject };
}

/** Keeps what was seen: whole rows, only those that changed. */
export async function remember(em: EntityManager, controller: Controller, seen: Known): Promise<void> {
  const own = { controller: controller.id };
  if (seen.devices.length > 0) {
    const rows = seen.devices.map((device) => ({ id: randomUUID(), ...own, model: null, ...device }));
    await em.upsertMany(Device, rows, { ...replacing, onConflictFields: ['controller', 'hostId', 'mac'] });
  }
  if (seen.clients.length > 0) {
    const rows = seen.clients.map((client) => ({ id: randomUUID(), ...own, uplinkMac: null, ...client }));
    await em.upsertMany(Client, rows, { ...replacing, onConflictFields: ['controller', 'mac'] });
  }
}

const replacing = { onConflictExcludeFields: ['id' as const], disableIdentityMap: true };
