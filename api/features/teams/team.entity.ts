import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

/** The tenant: controllers, rules and alerts belong to a team, people are members of it. */
@ObjectType({ description: 'Controllers, rules and alerts belong to a team; people are its members.' })
@Entity()
export class Team {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field()
  @Property({ type: 'text' })
  name!: string;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'End of the trial; null without one.' })
  @Property({ type: 'timestamptz', nullable: true })
  trialEndsAt?: Date | null;

  /** Number of the last event. Counted up under this row's lock, so the sequence has no gaps and follows commits. */
  @Property({ type: 'bigint', default: 0 })
  lastEventSeq: string = '0';

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
