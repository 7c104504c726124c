import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

/** An address that takes no mail: nothing is sent to it until an administrator lifts that. */
@ObjectType({ description: 'An address that takes no mail: nothing is sent to it until that is lifted.' })
@Entity()
export class MailSuppression {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Normal form. */
  @Field()
  @Property({ type: 'text', unique: true })
  address!: string;

  @Field({ description: 'What its server or the provider said.' })
  @Property({ type: 'text' })
  reason!: string;

  @Field(() => GraphQLISODateTime)
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
