import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { configOf } from '../integrations/config.store.ts';
import { type ChannelConfig, webhookEvents } from '../integrations/channel-config.ts';
import { Integration } from '../integrations/integration.entity.ts';
import { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { occurrenceAfter, occurrenceAt } from '../maintenance/occurrences.ts';
import { Team } from '../teams/team.entity.ts';
import { fieldsOf, type ListedSection, type Value, type Values } from './configuration.ts';

/** An item of the team that the file can name. */
export interface SetupItem {
  id: string;
  name: string;
  /** Values as shown. URLs are masked. */
  values: Values;
  /** Stands for the hidden part of a URL, to detect changes. `null` if there is none. */
  hidden: string | null;
  /** A maintenance window that has ended for good isn't in the file. */
  isOver: boolean;
}

export interface CurrentSetup extends Record<ListedSection, SetupItem[]> {
  teamName: string;
  names: ControllerNames;
}

/** Names of controllers in the file, by ID: the name, or the ID if several share a name. */
export type ControllerNames = ReadonlyMap<string, string>;

/** Reads the whole setup, oldest first. */
export async function currentSetup({ em: caller, viewer: { team } }: CustomerContext): Promise<CurrentSetup> {
  // Sees the transaction's writes and nothing cached.
  const em = caller.fork({ clear: true, keepTransactionContext: true });
  const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  const { name: teamName } = await em.findOneOrFail(Team, team.id);
  const controllers = await em.find(Controller, { team }, oldestFirst);
  const names = namesOf(controllers);
  const rules = await em.find(AlertRule, { team }, oldestFirst);
  const windows = await em.find(MaintenanceWindow, { team }, oldestFirst);
  const channels = await em.find(Integration, { team, madeFrom: null }, oldestFirst);
  const items: SetupItem[] = [];
  for (const channel of channels) items.push(await itemOfChannel(em, channel));
  return {
    teamName,
    names,
    rules: rules.map((rule) => itemOfRule(rule, names)),
    channels: items,
    maintenanceWindows: windows.map((window) => itemOfWindow(window, names)),
  };
}

function namesOf(controllers: readonly Controller[]): ControllerNames {
  const isShared = (name: string) => controllers.filter((one) => one.name === name).length > 1;
  return new Map(controllers.map(({ id, name }) => [id, isShared(name) ? id : name]));
}

export function itemOfRule(rule: AlertRule, names: ControllerNames): SetupItem {
  const { id, name } = rule;
  return { id, name, values: valuesOf('rules', rule, names), hidden: null, isOver: false };
}

export function itemOfWindow(window: MaintenanceWindow, names: ControllerNames): SetupItem {
  const now = new Date();
  const isOver = !occurrenceAt(window, now) && !occurrenceAfter(window, now);
  const { id, name } = window;
  return { id, name, values: valuesOf('maintenanceWindows', window, names), hidden: null, isOver };
}

/** The row has the same field names as its input. */
function valuesOf(
  section: 'rules' | 'maintenanceWindows',
  row: AlertRule | MaintenanceWindow,
  names: ControllerNames,
): Values {
  const fields = fieldsOf(section).map(({ name }) => {
    const value =
      name === 'controller' ? row.controllerId && names.get(row.controllerId) : Reflect.get(row, name);
    return [name, (value ?? null) as Value] as const;
  });
  return Object.fromEntries(fields);
}

export async function itemOfChannel(em: EntityManager, channel: Integration): Promise<SetupItem> {
  const { id, type, isActive } = channel;
  const { recipients = [], webhookUrl, events } = channel.config as ChannelConfig;
  const values = {
    type,
    isActive,
    recipients,
    webhookUrl: webhookUrl ?? null,
    events: events ?? webhookEvents,
  };
  const address = await addressOf(em, channel);
  const hidden = address === undefined ? null : createHash('sha256').update(address).digest('hex');
  return { id, name: type, values, hidden, isOver: false };
}

/** Undefined if there is none or it can't be decrypted, so that it must be entered again. */
async function addressOf(em: EntityManager, channel: Integration): Promise<string | undefined> {
  try {
    return (await configOf(em, channel)).webhookUrl;
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/**
 * Changes whenever the team's setup or the file does, so a preview is only valid for the pair it was made
 * for.
 */
export function fingerprintOf({ teamName, names, ...items }: CurrentSetup, file: string): string {
  const known = [teamName, [...names], items.rules, items.channels, items.maintenanceWindows];
  return createHash('sha256')
    .update(JSON.stringify([file, known]))
    .digest('base64url');
}
