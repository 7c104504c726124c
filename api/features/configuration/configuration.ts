import { Field, Int, ObjectType, registerEnumType, getMetadataStorage } from 'type-graphql';
import { GraphQLBoolean, GraphQLInt } from 'graphql';
import { AlertRuleInput } from '../alerts/alert-rule.input.ts';
import { channelTypes, webhookEvents } from '../integrations/channel-config.ts';
import { MaintenanceWindowInput } from '../maintenance/maintenance-window.input.ts';

/** The parts of the file, in its order. */
export enum ConfigurationSection {
  team = 'team',
  rules = 'rules',
  channels = 'channels',
  maintenanceWindows = 'maintenanceWindows',
}
registerEnumType(ConfigurationSection, {
  name: 'ConfigurationSection',
  description: 'The parts of a configuration file.',
  valuesConfig: {
    team: { description: 'Settings of the team itself: its name.' },
    rules: { description: 'Alert rules.' },
    channels: { description: 'Where alerts are told, without addresses that are secrets.' },
    maintenanceWindows: { description: 'Times in which nobody is told.' },
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
    changed: { description: 'The team has it, and some of its fields become others.' },
    removed: { description: 'The team has it, and the file does not name it.' },
  },
});

@ObjectType({ description: 'A field that becomes another by a configuration file.' })
export class ConfigurationFieldChange {
  @Field({ description: 'What it is called in the file.' })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'As it is, in words; null where it is empty. Of a secret only its end.',
  })
  before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'As it will be, in words; null where it will be empty. Of a secret only its end.',
  })
  after!: string | null;
}

@ObjectType({ description: 'Something of the team that a configuration file adds, changes or removes.' })
export class ConfigurationChange {
  @Field(() => ConfigurationSection, { description: 'Which part of the file it belongs to.' })
  section!: ConfigurationSection;

  @Field(() => ConfigurationChangeKind, { description: 'What is done to it.' })
  kind!: ConfigurationChangeKind;

  @Field({ description: 'What it is called: the name of a rule or a window, the type of a channel.' })
  name!: string;

  @Field(() => Int, { nullable: true, description: 'Where it stands in the file; null for what is removed.' })
  line!: number | null;

  @Field(() => [ConfigurationFieldChange], {
    description: 'What becomes another, in the order of the file; of something new what is not as usual.',
  })
  fields!: ConfigurationFieldChange[];
}

@ObjectType({ description: 'Why a configuration file can not be applied.' })
export class ConfigurationProblem {
  @Field(() => Int, {
    nullable: true,
    description: 'Where it is in the file; null where it is about the whole.',
  })
  line!: number | null;

  @Field({ description: 'What is wrong, in a sentence.' })
  message!: string;
}

@ObjectType({ description: 'What a configuration file would do to the team.' })
export class ConfigurationPreview {
  @Field({
    description: 'What `applyConfiguration` asks for: this file, compared with the team as it is now.',
  })
  basedOn!: string;

  @Field(() => [ConfigurationChange], { description: 'The difference, in the order of the file.' })
  changes!: ConfigurationChange[];

  @Field(() => Int, { description: 'How many things the file names that are as it says already.' })
  unchanged!: number;

  @Field(() => [ConfigurationProblem], {
    description: 'What is wrong with it, by line. While there is anything, nothing of it can be applied.',
  })
  problems!: ConfigurationProblem[];

  @Field(() => [String], {
    description: 'What the file does not hold and somebody has to enter afterwards, in sentences.',
  })
  toEnter!: string[];
}

@ObjectType({ description: 'What a configuration file did to the team.' })
export class AppliedConfiguration {
  @Field(() => [ConfigurationChange], { description: 'What it added, changed and removed.' })
  changes!: ConfigurationChange[];

  @Field(() => [String], { description: 'What is left to enter, in sentences.' })
  toEnter!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'The secret of a webhook that it set up, shown this once; null where it set up none.',
  })
  signingSecret!: string | null;
}

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
