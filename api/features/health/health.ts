import { Field, GraphQLISODateTime, ObjectType, registerEnumType, ID } from 'type-graphql';

export enum HealthState {
  ok = 'ok',
  late = 'late',
  failing = 'failing',
}

/** Something that was measured, or something that is wrong. */
export interface Fact {
  label: string;
  value?: string | null;
  at?: Date | null;
}

/** The state of a part, in words. */
export interface Verdict {
  state: HealthState;
  /** A sentence with the figure that decides. */
  says: string;
  /** What to do. */
  advice?: string;
  /** What was measured. */
  facts?: Fact[];
  /** What is wrong one by one, the worst first. */
  troubles?: Fact[];
}

const order = [HealthState.ok, HealthState.late, HealthState.failing];

export const worst = (states: readonly HealthState[]): HealthState =>
  order.findLast((state) => states.includes(state)) ?? HealthState.ok;

registerEnumType(HealthState, {
  name: 'HealthState',
  description: 'How the product itself, or a part of it, does.',
  valuesConfig: {
    ok: { description: 'As it should be; also what is not set up and not missed.' },
    late: { description: 'It works, later or worse than it should: somebody should look.' },
    failing: { description: 'It does not do what customers rely on.' },
  },
});

export enum HealthPart {
  database = 'database',
  migrations = 'migrations',
  nodes = 'nodes',
  queue = 'queue',
  bell = 'bell',
  polls = 'polls',
  channels = 'channels',
  mail = 'mail',
  stripe = 'stripe',
  disk = 'disk',
}
registerEnumType(HealthPart, {
  name: 'HealthPart',
  description: 'A part of the product that is looked at.',
  valuesConfig: {
    database: { description: 'PostgreSQL: whether it answers in time, its size, its connections.' },
    migrations: { description: 'Whether the database is as this version of the program needs it.' },
    nodes: { description: 'The processes of the product, and their versions.' },
    queue: { description: 'Jobs: what waits, and what has failed for good.' },
    bell: { description: 'What tells every process of changes, and so every open screen.' },
    polls: { description: 'Whether controllers are read when they are due.' },
    channels: { description: 'Whether alerts reach the places where teams are told.' },
    mail: { description: 'Whether mail goes.' },
    stripe: { description: "Whether Stripe's events come in and are applied." },
    disk: { description: 'Room for the files of the nodes (`DATA_DIR`).' },
  },
});

@ObjectType({ description: 'Something that was measured, or one of the things that are wrong.' })
export class HealthFact {
  @Field({ description: 'What it is: `Connections`, or the name of a job.' })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'In words, with its unit; null where only a time is told.',
  })
  value?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was or since when; null without a time.',
  })
  at?: Date | null;
}

@ObjectType({ description: 'How a part of the product does, and what to do about it.' })
export class HealthCheck {
  @Field(() => HealthPart, { description: 'Which part.' })
  part!: HealthPart;

  @Field(() => HealthState, { description: 'How it does.' })
  state!: HealthState;

  @Field({ description: 'The same in a sentence, with the figure that decides.' })
  says!: string;

  @Field(() => String, { nullable: true, description: 'What to do; null where nothing is to be done.' })
  advice!: string | null;

  @Field(() => [HealthFact], { description: 'What was measured.' })
  facts!: HealthFact[];

  @Field(() => [HealthFact], { description: 'What is wrong one by one, the worst first; at most 10.' })
  troubles!: HealthFact[];
}

@ObjectType({
  description: 'How the product itself does: not the networks of customers, but what watches them.',
})
export class PlatformHealth {
  @Field(() => HealthState, { description: 'The worst of its parts.' })
  state!: HealthState;

  @Field(() => GraphQLISODateTime, { description: 'When it was looked at.' })
  checkedAt!: Date;

  @Field(() => [HealthCheck], { description: 'Every part, always in the same order.' })
  checks!: HealthCheck[];
}

@ObjectType({ description: 'A controller that ought to have been read, and was not.' })
export class LateReading {
  @Field(() => ID, { description: 'Of the controller.' })
  controllerId!: string;

  @Field({ description: 'What it is called.' })
  controllerName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was due.' })
  dueAt!: Date;
}

@ObjectType({
  description:
    'What the product itself does late for a team. It says nothing of the networks that are watched.',
})
export class TeamDelays {
  @Field(() => [LateReading], {
    description:
      'Controllers whose reading is overdue by a whole interval: what is wrong there is not noticed meanwhile. The longest first, ten at most.',
  })
  readings!: LateReading[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Since when the oldest message waits that ought to have gone out two minutes ago or more; null where none does.',
  })
  messagesSince!: Date | null;
}
