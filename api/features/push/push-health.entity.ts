import { PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Controller } from '../controllers/controller.entity.ts';

/** How many changes of a console's devices a day had, and how many of them the console pushed. Only days with changes. */
@Entity()
export class ConsolePushDay {
  @ManyToOne(() => Controller, { primary: true, deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @PrimaryKey({ type: 'text' })
  hostId!: string;

  /** In the team's time zone. */
  @PrimaryKey({ type: 'date' })
  day!: string;

  [PrimaryKeyProp]?: ['controller', 'hostId', 'day'];

  @Property({ type: 'integer' })
  changes!: number;

  @Property({ type: 'integer' })
  pushed!: number;

  /** When a push was last counted for a change. */
  @Property({ type: 'timestamptz', nullable: true })
  pushedAt?: Date | null;

  /** Latest changes that no push was counted for yet, and when they were seen. */
  @Property({ type: 'integer', default: 0 })
  waiting: number = 0;

  @Property({ type: 'timestamptz', nullable: true })
  waitingSince?: Date | null;
}

export enum PushHealthState {
  never = 'never',
  healthy = 'healthy',
  stale = 'stale',
}
registerEnumType(PushHealthState, {
  name: 'PushHealthState',
  description: 'Whether a console pushes its changes.',
  valuesConfig: {
    never: { description: 'No push has been counted for a change of this console in 90 days.' },
    healthy: {
      description:
        'It has pushed changes before, and fewer than 3 changes were seen after the day of its last push, in your team’s time zone.',
    },
    stale: {
      description:
        'It has pushed changes before, but at least 3 changes were seen after the day of its last push, in your team’s time zone.',
    },
  },
});

@ObjectType({
  description:
    'How reliably a console pushes. Counts devices that went offline or came back, and internet lines that failed or worked again.',
})
export class ConsolePushHealth {
  @Field({ description: 'ID of the console (`hostId`).' })
  hostId!: string;

  @Field({ description: 'Name of the console.' })
  name!: string;

  @Field(() => PushHealthState, { description: 'Whether the console pushes its changes.' })
  state!: PushHealthState;

  @Field(() => Int, { description: 'Changes that we saw in the last 7 days, in your team’s time zone.' })
  changes!: number;

  @Field(() => Int, {
    description:
      'How many of them were pushed. A push counts for one change if it arrived at most 5 minutes before or after we saw it. With several consoles on one address, it counts for any of them.',
  })
  pushed!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When a push was last counted for a change. `null` if none was in 90 days.',
  })
  lastPushedAt!: Date | null;
}
