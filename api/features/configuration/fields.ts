import { GraphQLBoolean, GraphQLInt } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { AlertRuleInput } from '../alerts/alert-rule.input.ts';
import { channelTypes, webhookEvents } from '../integrations/channel-config.ts';
import { MaintenanceWindowInput } from '../maintenance/maintenance-window.input.ts';
import type { ConfigurationSection } from './configuration.ts';

/** What a field holds; null is nothing. */
export type Value = string | number | boolean | readonly (string | number)[] | null;

/** The fields of something that stands in the file, all of them. */
export type Values = Readonly<Record<string, Value>>;

/** One field as the file has it. */
export interface FileField {
  name: string;
  kind: 'text' | 'whole' | 'truth';
  isList: boolean;
  /** What a text may be; absent: any. */
  choices?: readonly string[];
  isRequired: boolean;
  /** What it is where the file says nothing. */
  usual: Value;
}

/** Things of which there are several, each with the fields that its input has: a new field of an input stands in the file. */
export type ListedSection = Exclude<`${ConfigurationSection}`, 'team'>;

/** In the order of the file. Built when first asked: inputs are described by then. */
export function fieldsOf(section: ListedSection): readonly FileField[] {
  return (known[section] ??= { rules, maintenanceWindows, channels }[section]());
}

const known: Partial<Record<ListedSection, readonly FileField[]>> = {};

const rules = () => fromInput(AlertRuleInput);
const maintenanceWindows = () => fromInput(MaintenanceWindowInput);
const channels = (): FileField[] => [
  { ...plain('type', 'text'), isRequired: true, choices: channelTypes },
  { ...plain('isActive', 'truth'), usual: true },
  { ...plain('recipients', 'text'), isList: true, usual: [] },
  plain('webhookUrl', 'text'),
  { ...plain('events', 'text'), isList: true, usual: webhookEvents, choices: webhookEvents },
];

function plain(name: string, kind: FileField['kind']): FileField {
  return { name, kind, isList: false, isRequired: false, usual: null };
}

/** Controllers stand in the file by their name. */
function fromInput(input: Function): FileField[] {
  const described = getMetadataStorage().fields.filter(({ target }) => target === input);
  return described.map((field) => {
    // Before the options are read: this call completes them.
    const type: unknown = field.getType();
    const { nullable, defaultValue, array = false } = field.typeOptions;
    return {
      ...plain(field.name === 'controllerId' ? 'controller' : field.name, kindOf(type)),
      ...(isChoice(type) && { choices: Object.values(type) }),
      isList: array,
      isRequired: !nullable && defaultValue === undefined,
      usual: (defaultValue ?? null) as Value,
    };
  });
}

function kindOf(type: unknown): FileField['kind'] {
  if (type === Boolean || type === GraphQLBoolean) return 'truth';
  return type === Number || type === GraphQLInt ? 'whole' : 'text';
}

function isChoice(type: unknown): type is Record<string, string> {
  return typeof type === 'object' && type !== null && !('parseValue' in type);
}
