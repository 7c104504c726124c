import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** A mail to many: each of its addresses gets it once, or is listed as failed. */
@ObjectType({ description: 'A mail to many: each of its addresses gets it once, or is listed as failed.' })
@Entity()
export class Broadcast {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field()
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => Int, { description: 'Addresses it was meant for.' })
  @Property({ type: 'integer' })
  recipientCount!: number;

  /** Who sent it: an address, which outlives the account. */
  @Field()
  @Property({ type: 'text' })
  sentBy!: string;

  @Field(() => GraphQLISODateTime)
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
