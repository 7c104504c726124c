import { Field, Int, ObjectType, registerEnumType, getMetadataStorage } from 'type-graphql';
import { GraphQLBoolean, GraphQLInt } from 'graphql';
import { AlertRuleInput } from '../alerts/alert-rule.input.ts';
import { channelTypes, webhookEvents } from '../integrations/channel-config.ts';
import { MaintenanceWindowInput } from '../maintenance/maintenance-window.input.ts';

/** Sections of the file, in order. */
export enum ConfigurationSection {
  team = 'team',
  rules = 'rules',
  channels = 'channels',
  maintenanceWindows = 'maintenanceWindows',
}
registerEnumType(ConfigurationSection, {
  name: 'ConfigurationSection',
  description: 'Sections of a configuration file.',
  valuesConfig: {
    team: { description: 'Settings of the team itself: its name.' },
    rules: { description: 'Alert rules.' },
    channels: { description: 'Notification channels, without secret URLs.' },
    maintenanceWindows: { description: 'Periods in which no notifications are sent.' },
  },
});

export enum ConfigurationChangeKind {
  added = 'added',
  changed = 'changed',
  removed = 'removed',
}
registerEnumType(ConfigurationChangeKind, {
  name: 'ConfigurationChangeKind',
  description: 'What a configuration file does to something of the team.',
  valuesConfig: {
    added: { description: 'The team does not have it yet.' },
    changed: { description: 'The team has it, and some of its fields change.' },
    removed: { description: 'The team has it, but the file doesn’t, so it is removed.' },
  },
});

@ObjectType({ description: 'A field that a configuration file changes.' })
export class ConfigurationFieldChange {
  @Field({ description: 'Field name in the file.' })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Current value as text. `null` if empty. Secrets only show their last characters.',
  })
  before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'New value as text. `null` if empty. Secrets only show their last characters.',
  })
  after!: string | null;
}

@ObjectType({ description: 'Something of the team that a configuration file adds, changes or removes.' })
export class ConfigurationChange {
  @Field(() => ConfigurationSection, { description: 'Which part of the file it belongs to.' })
  section!: ConfigurationSection;

  @Field(() => ConfigurationChangeKind, { description: 'What is done to it.' })
  kind!: ConfigurationChangeKind;

  @Field({ description: "Name of the rule or window, or the channel's type." })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'Line in the file. `null` for removed items.' })
  line!: number | null;

  @Field(() => [ConfigurationFieldChange], {
    description:
      'Changed fields, in the order of the file. For a new item, the fields that differ from the defaults.',
  })
  fields!: ConfigurationFieldChange[];
}

@ObjectType({ description: 'Why a configuration file can not be applied.' })
export class ConfigurationProblem {
  @Field(() => Int, {
    nullable: true,
    description: "Line number. `null` if it's about the whole file.",
  })
  line!: number | null;

  @Field({ description: 'What is wrong, in a sentence.' })
  message!: string;
}

@ObjectType({ description: 'What a configuration file would do to the team.' })
export class ConfigurationPreview {
  @Field({
    description: "Token for `applyConfiguration`, valid for this file and the team's current state.",
  })
  basedOn!: string;

  @Field(() => [ConfigurationChange], { description: 'The difference, in the order of the file.' })
  changes!: ConfigurationChange[];

  @Field(() => Int, { description: 'Number of items that already match the file.' })
  unchanged!: number;

  @Field(() => [ConfigurationProblem], {
    description:
      "Problems in the file, with line numbers. The file can't be applied until all of them are fixed.",
  })
  problems!: ConfigurationProblem[];

  @Field(() => [String], {
    description: "Values that the file doesn't contain and that have to be entered afterwards, as sentences.",
  })
  toEnter!: string[];
}

@ObjectType({ description: 'What a configuration file did to the team.' })
export class AppliedConfiguration {
  @Field(() => [ConfigurationChange], { description: 'What it added, changed and removed.' })
  changes!: ConfigurationChange[];

  @Field(() => [String], { description: 'Values that still have to be entered, as sentences.' })
  toEnter!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Signing secret of a webhook that it set up. Only shown once. `null` if it set up none.',
  })
  signingSecret!: string | null;
}

/** Value of a field. `null` means none. */
export type Value =
  string | number | boolean | readonly (string | number)[] | Group | readonly Group[] | null;

/** A field with fields of its own. Those without a value are absent. */
export interface Group {
  readonly [field: string]: Value;
}

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All fields of an item. */
export type Values = Readonly<Record<string, Value>>;

/** A field of an item in the file. */
export interface FileField {
  name: string;
  kind: 'text' | 'whole' | 'truth' | 'group';
  /** Fields of a group. */
  fields?: readonly FileField[];
  isList: boolean;
  /** Allowed values of a text. Undefined allows any. */
  choices?: readonly string[];
  isRequired: boolean;
  /** Default when the file omits the field. */
  usual: Value;
}

/**
 * Sections that are lists. Their fields come from the GraphQL inputs, so a new input field is in the file
 * automatically.
 */
export type ListedSection = Exclude<`${ConfigurationSection}`, 'team'>;

/** Fields in file order. Built lazily, because the descriptions of the inputs are registered first. */
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
  { ...plain('customers', 'text'), isList: true, usual: [] },
  { ...plain('tags', 'text'), isList: true, usual: [] },
];

function plain(name: string, kind: FileField['kind']): FileField {
  return { name, kind, isList: false, isRequired: false, usual: null };
}

/** Fields whose IDs are names in the file. */
const named: Record<string, string> = { controllerId: 'controller', customerIds: 'customers' };

/** Fields of an input. Controllers and customers are referenced by name. */
function fromInput(input: Function): FileField[] {
  const described = getMetadataStorage().fields.filter(({ target }) => target === input);
  return described.map((field) => {
    // This call completes the options, so it comes first.
    const type: unknown = field.getType();
    const { nullable, defaultValue, array = false } = field.typeOptions;
    return {
      ...plain(named[field.name] ?? field.name, kindOf(type)),
      ...(isInput(type) && { fields: fromInput(type) }),
      ...(isChoice(type) && { choices: Object.values(type) }),
      isList: array,
      isRequired: !nullable && defaultValue === undefined,
      usual: (defaultValue ?? null) as Value,
    };
  });
}

const isInput = (type: unknown): type is Function =>
  getMetadataStorage().inputTypes.some(({ target }) => target === type);

function kindOf(type: unknown): FileField['kind'] {
  if (isInput(type)) return 'group';
  if (type === Boolean || type === GraphQLBoolean) return 'truth';
  return type === Number || type === GraphQLInt ? 'whole' : 'text';
}

function isChoice(type: unknown): type is Record<string, string> {
  return typeof type === 'object' && type !== null && !('parseValue' in type);
}
