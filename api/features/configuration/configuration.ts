import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

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
