import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Delivery } from './delivery.entity.ts';

/** One try to deliver, and what came of it. */
@ObjectType({ description: 'One try to deliver, and what came of it.' })
@Entity()
export class DeliveryAttempt {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Delivery, { deleteRule: 'cascade' })
  delivery!: Rel<Delivery>;

  @Field(() => GraphQLISODateTime, { description: 'When the call began.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  at: Date = new Date();

  @Field(() => Int, { description: 'Milliseconds until the answer, or until it was given up.' })
  @Property({ type: 'integer' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer; null where there was none.' })
  @Property({ type: 'integer', nullable: true })
  status?: number | null;

  @Field({ description: 'What came of it, in words.' })
  @Property({ type: 'text' })
  outcome!: string;

  @Field(() => String, {
    nullable: true,
    description: 'At most the first 1024 characters of the answer; null where there was none.',
  })
  @Property({ type: 'text', nullable: true })
  answer?: string | null;
}
