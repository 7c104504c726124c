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

/** Something that the team has and the file can name. */
export interface SetupItem {
  id: string;
  name: string;
  /** As they may be seen: of an address its end. */
  values: Values;
  /** Stands for what is not shown, to tell whether it changed; null where there is none. */
  hidden: string | null;
  /** A window that will not be on again: it is history, and stands in no file. */
  isOver: boolean;
}

/** What a team is set up with. */
export interface CurrentSetup extends Record<ListedSection, SetupItem[]> {
  teamName: string;
  names: ControllerNames;
}

/** What controllers are called in a file, by their id: their name, or the id itself where two have the same. */
export type ControllerNames = ReadonlyMap<string, string>;

/** Reads it all, oldest first. */
export async function currentSetup({ em: caller, viewer: { team } }: CustomerContext): Promise<CurrentSetup> {
  // Sees what the transaction has written, and knows nothing from before.
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

/** Its fields have the names of its input. */
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

/** Undefined also for one that cannot be decrypted any more: it has to be entered again. */
async function addressOf(em: EntityManager, channel: Integration): Promise<string | undefined> {
  try {
    return (await configOf(em, channel)).webhookUrl;
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** Changes whenever the team, or the file, does: what was shown of one pair counts for no other. */
export function fingerprintOf({ teamName, names, ...items }: CurrentSetup, file: string): string {
  const known = [teamName, [...names], items.rules, items.channels, items.maintenanceWindows];
  return createHash('sha256')
    .update(JSON.stringify([file, known]))
    .digest('base64url');
}
