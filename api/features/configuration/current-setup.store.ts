import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { AlertRule, type RuleScope } from '../alerts/alert-rule.entity.ts';
import { isUnlimited } from '../alerts/rule-scope.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { Customer } from '../customers/customer.entity.ts';
import { configOf } from '../integrations/config.store.ts';
import { channelTypes, type ChannelConfig, webhookEvents } from '../integrations/channel-config.ts';
import { Integration } from '../integrations/integration.entity.ts';
import { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { occurrenceAfter, occurrenceAt } from '../maintenance/occurrences.ts';
import { Team } from '../teams/team.entity.ts';
import { fieldsOf, type Group, type ListedSection, type Value, type Values } from './configuration.ts';

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
  names: SetupNames;
}

/** Names in the file, by ID. */
export interface SetupNames {
  /** The name, or the ID if several controllers share a name. */
  controllers: ReadonlyMap<string, string>;
  customers: ReadonlyMap<string, string>;
  /** IDs by name in lower case. */
  customerIds: ReadonlyMap<string, string>;
}

/** Reads the whole setup, oldest first. */
export async function currentSetup({ em: caller, viewer: { team } }: ViewerContext): Promise<CurrentSetup> {
  // Sees the transaction's writes and nothing cached.
  const em = caller.fork({ clear: true, keepTransactionContext: true });
  const oldestFirst = { orderBy: { createdAt: 'asc', id: 'asc' } } as const;
  const { name: teamName } = await em.findOneOrFail(Team, team.id);
  const controllers = await em.find(Controller, { team }, oldestFirst);
  const customers = await em.find(Customer, { team }, oldestFirst);
  const names = {
    controllers: namesOf(controllers),
    customers: new Map(customers.map(({ id, name }) => [id, name])),
    customerIds: new Map(customers.map(({ id, name }) => [name.toLowerCase(), id])),
  };
  const rules = await em.find(AlertRule, { team }, oldestFirst);
  const all = await em.find(MaintenanceWindow, { team }, oldestFirst);
  // Windows over single devices were started for alerts of the moment.
  const windows = all.filter(({ places }) => places.length === 0);
  const channels = await em.find(
    Integration,
    { team, madeFrom: null, type: { $in: [...channelTypes] } },
    oldestFirst,
  );
  const items: SetupItem[] = [];
  for (const channel of channels) items.push(await itemOfChannel(em, channel, names));
  return {
    teamName,
    names,
    rules: rules.map((rule) => itemOfRule(rule, names)),
    channels: items,
    maintenanceWindows: windows.map((window) => itemOfWindow(window, names)),
  };
}

function namesOf(controllers: readonly Controller[]): SetupNames['controllers'] {
  const isShared = (name: string) => controllers.filter((one) => one.name === name).length > 1;
  return new Map(controllers.map(({ id, name }) => [id, isShared(name) ? id : name]));
}

export function itemOfRule(rule: AlertRule, names: SetupNames): SetupItem {
  const { id, name } = rule;
  return { id, name, values: valuesOf('rules', rule, names), hidden: null, isOver: false };
}

export function itemOfWindow(window: MaintenanceWindow, names: SetupNames): SetupItem {
  const now = new Date();
  const isOver = !occurrenceAt(window, now) && !occurrenceAfter(window, now);
  const { id, name } = window;
  return { id, name, values: valuesOf('maintenanceWindows', window, names), hidden: null, isOver };
}

/** The row has the same field names as its input. */
function valuesOf(
  section: 'rules' | 'maintenanceWindows',
  row: AlertRule | MaintenanceWindow,
  names: SetupNames,
): Values {
  const special: Record<string, () => Value | undefined> = {
    controller: () => row.controllerId && names.controllers.get(row.controllerId),
    customers: () => customersOf((row as MaintenanceWindow).customerIds, names),
    scope: () => scopeOf((row as AlertRule).scope, names),
    exceptions: () =>
      (row as AlertRule).exceptions.map((one) => scopeOf(one, names)).filter((one) => one !== null),
  };
  const fields = fieldsOf(section).map(({ name }) => {
    const value = special[name] ? special[name]() : Reflect.get(row, name);
    return [name, (value ?? null) as Value] as const;
  });
  return Object.fromEntries(fields);
}

/** Its lists in the order of the file, with customers by name. `null` if it has none. */
function scopeOf(scope: RuleScope, known: SetupNames): Group | null {
  if (isUnlimited(scope)) return null;
  const { customerIds, tags, siteIds, deviceRoles, models, names, macs } = scope;
  const lists = {
    customers: customerIds && customersOf(customerIds, known),
    tags,
    siteIds,
    deviceRoles,
    models,
    names,
    macs,
  };
  return Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list ? [[name, list]] : [])));
}

const customersOf = (ids: readonly string[], { customers }: SetupNames): string[] =>
  ids.map((id) => customers.get(id) ?? id).toSorted();

export async function itemOfChannel(
  em: EntityManager,
  channel: Integration,
  names: SetupNames,
): Promise<SetupItem> {
  const { id, type, isActive, customerIds, tags } = channel;
  const { recipients = [], webhookUrl, events } = channel.config as ChannelConfig;
  const values = {
    type,
    isActive,
    recipients,
    webhookUrl: webhookUrl ?? null,
    events: events ?? webhookEvents,
    customers: customersOf(customerIds, names),
    tags,
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
  const known = [
    teamName,
    [...names.controllers],
    [...names.customers],
    items.rules,
    items.channels,
    items.maintenanceWindows,
  ];
  return createHash('sha256')
    .update(JSON.stringify([file, known]))
    .digest('base64url');
}
