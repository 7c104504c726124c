import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

/** An address that takes no mail: nothing is sent to it until an administrator lifts that. */
@ObjectType({ description: 'An address that takes no mail: nothing is sent to it until that is lifted.' })
@Entity()
export class MailSuppression {
  @Field(() => ID, { description: 'What `removeMailSuppression` takes.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Normal form. */
  @Field({ description: 'In its normal form.' })
  @Property({ type: 'text', unique: true })
  address!: string;

  @Field({ description: 'What its server or the provider said.' })
  @Property({ type: 'text' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { description: 'Since when it takes no mail.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
