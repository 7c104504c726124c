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
  description: 'Health of the platform or of a component.',
  valuesConfig: {
    ok: { description: "Works, or isn't set up and isn't needed." },
    late: { description: 'Works, but slower or worse than it should. Needs attention.' },
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
    queue: { description: 'Queued and permanently failed jobs.' },
    bell: { description: 'Live events between processes and to open screens.' },
    polls: { description: 'Polling of controllers on schedule.' },
    channels: { description: "Delivery of notifications to teams' channels." },
    mail: { description: 'Email delivery.' },
    stripe: { description: 'Receiving and applying Stripe events.' },
    disk: { description: 'Room for the files of the nodes (`DATA_DIR`).' },
  },
});

@ObjectType({ description: 'Something that was measured, or one of the things that are wrong.' })
export class HealthFact {
  @Field({ description: 'Label, such as `Connections` or the name of a job.' })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Value with its unit. `null` if there is only a time.',
  })
  value?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time, or start of the current state. `null` if there is none.',
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

  @Field(() => String, { nullable: true, description: 'Suggested action. `null` if none is needed.' })
  advice!: string | null;

  @Field(() => [HealthFact], { description: 'What was measured.' })
  facts!: HealthFact[];

  @Field(() => [HealthFact], { description: 'Problems, worst first, up to 10.' })
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

@ObjectType({ description: 'A controller whose reading is overdue.' })
export class LateReading {
  @Field(() => ID, { description: 'ID of the controller.' })
  controllerId!: string;

  @Field({ description: 'Name.' })
  controllerName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was due.' })
  dueAt!: Date;
}

@ObjectType({
  description: 'Delays of Netlantern itself for a team. They say nothing about the monitored networks.',
})
export class TeamDelays {
  @Field(() => [LateReading], {
    description:
      "Up to ten controllers whose reading is overdue by a whole interval, longest first. New problems there aren't detected yet.",
  })
  readings!: LateReading[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Due time of the oldest message that is at least two minutes late. `null` if there is none.',
  })
  messagesSince!: Date | null;
}
