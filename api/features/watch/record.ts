import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { append, type NewEvent } from '#api/live/log.ts';
import { Standing } from '../alerts/standing.entity.ts';
import { enter, type NewEntry } from '../alerts/transition.ts';
import { Client } from '../controllers/client.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Device } from '../controllers/device.entity.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import type { Change, Known, WatchedRule } from './change.ts';
import type { Claim } from './claim.ts';
import { raiseAlert, writeChange, type Told, type Writer } from './write-alert.ts';

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
  await em.execute('select from controller where id = ? for no key update', [controllerId], 'run');
  const controller = await em.findOne(Controller, controllerId, { refresh: true });
  return controller?.claimedUntil?.getTime() === until.getTime() ? controller : null;
}

/**
 * Writes what a round changed, in the caller's transaction: standings, alerts, their timelines with all that follows, and
 * their events, together.
 */
export async function record(
  em: EntityManager,
  controller: Controller,
  rules: WatchedRule[],
  changes: Change[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const writer: Writer = { em, controller, rules: new Map(rules.map((rule) => [rule.id, rule])), at };
  const events: NewEvent[] = [];
  const entries: NewEntry[] = [];
  for (const change of changes) {
    const told = await write(writer, change);
    if (!told) continue;
    const { kind, alertId, entry } = told;
    events.push({ controllerId: controller.id, kind, alertId });
    entries.push({ alertId, at, ...entry });
  }
  await enter(em, controller.team.id, entries);
  await append(em, controller.team.id, events);
}

async function write(writer: Writer, change: Change): Promise<Told | undefined> {
  const { em, controller } = writer;
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
    case 'raise': {
      const told = await raiseAlert(writer, change.alert);
      if (told) await em.nativeDelete(Standing, standing(writer, change.alert));
      return told;
    }
    case 'escalate':
      await em.nativeDelete(Standing, standing(writer, change.alert));
      return writeChange(writer, change);
    default:
      return writeChange(writer, change);
  }
}

function standing({ controller }: Writer, { ruleId, subject }: { ruleId: string; subject: string }) {
  return { rule: ruleId, controller: controller.id, subject };
}

/** Keeps what was seen: whole rows, only those that changed. */
export async function remember(em: EntityManager, controller: Controller, seen: Known): Promise<void> {
  const own = { controller: controller.id };
  if (seen.devices.length > 0) {
    const rows = seen.devices.map((device) => ({ id: randomUUID(), ...own, ...unset, ...device }));
    await em.upsertMany(Device, rows, { ...replacing, onConflictFields: ['controller', 'hostId', 'mac'] });
  }
  if (seen.consoles) controller.knownConsoles = seen.consoles;
  if (seen.clients.length > 0) {
    const rows = seen.clients.map((client) => ({ id: randomUUID(), ...own, uplinkMac: null, ...client }));
    await em.upsertMany(Client, rows, { ...replacing, onConflictFields: ['controller', 'mac'] });
  }
}

/** Every row of one statement has the same columns. */
const unset = {
  model: null,
  stateReason: null,
  reportedState: null,
  updatingSince: null,
  missingSince: null,
  leftAt: null,
};

const replacing = { onConflictExcludeFields: ['id' as const], disableIdentityMap: true };
