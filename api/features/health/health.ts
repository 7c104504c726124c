import { Field, GraphQLISODateTime, ObjectType, registerEnumType, ID } from 'type-graphql';

export enum HealthState {
  ok = 'ok',
  late = 'late',
  failing = 'failing',
}

/** A measurement or a problem. */
export interface Fact {
  label: string;
  value?: string | null;
  at?: Date | null;
}

/** The health of a component. */
export interface Verdict {
  state: HealthState;
  /** A sentence with the deciding figure. */
  says: string;
  /** The suggested action. */
  advice?: string;
  /** The measurements. */
  facts?: Fact[];
  /** The problems, worst first. */
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
    failing: { description: "Doesn't do what customers rely on." },
  },
});

export enum HealthPart {
  database = 'database',
  migrations = 'migrations',
  nodes = 'nodes',
  queue = 'queue',
  pubsub = 'pubsub',
  polls = 'polls',
  channels = 'channels',
  mail = 'mail',
  stripe = 'stripe',
  disk = 'disk',
}
registerEnumType(HealthPart, {
  name: 'HealthPart',
  description: 'A monitored component of the platform.',
  valuesConfig: {
    database: { description: 'PostgreSQL: response time, size and connections.' },
    migrations: { description: 'Database migrations that this version needs.' },
    nodes: { description: 'Running processes and their versions.' },
    queue: { description: 'Queued and permanently failed jobs.' },
    pubsub: { description: 'Live events between processes and to open screens.' },
    polls: { description: 'Polling of controllers on schedule.' },
    channels: { description: "Delivery of notifications to teams' channels." },
    mail: { description: 'Email delivery.' },
    stripe: { description: 'Receiving and applying Stripe events.' },
    disk: { description: "Free disk space for the nodes' files (`DATA_DIR`)." },
  },
});

@ObjectType({ description: 'A measurement or a problem.' })
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

@ObjectType({ description: 'Health of one component, with a suggested action.' })
export class HealthCheck {
  @Field(() => HealthPart, { description: 'Which component it is.' })
  part!: HealthPart;

  @Field(() => HealthState, { description: 'Its state.' })
  state!: HealthState;

  @Field({ description: 'The state in a sentence, with the deciding figure.' })
  says!: string;

  @Field(() => String, { nullable: true, description: 'Suggested action. `null` if none is needed.' })
  advice!: string | null;

  @Field(() => [HealthFact], { description: 'Measurements.' })
  facts!: HealthFact[];

  @Field(() => [HealthFact], { description: 'Problems, worst first, up to 10.' })
  troubles!: HealthFact[];
}

@ObjectType({
  description: "Health of the platform itself, not of customers' networks.",
})
export class PlatformHealth {
  @Field(() => HealthState, { description: 'State of the worst component.' })
  state!: HealthState;

  @Field(() => GraphQLISODateTime, { description: 'When it was checked.' })
  checkedAt!: Date;

  @Field(() => [HealthCheck], { description: 'All components, in a fixed order.' })
  checks!: HealthCheck[];
}

@ObjectType({ description: 'A controller whose reading is overdue.' })
export class LateReading {
  @Field(() => ID, { description: 'ID of the controller.' })
  controllerId!: string;

  @Field({ description: 'Name.' })
  controllerName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the reading was due.' })
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
