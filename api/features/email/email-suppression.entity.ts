import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

/** An address that receives no email until an administrator removes the suppression. */
@ObjectType({ description: 'A suppressed address. Nothing is sent to it until the suppression is removed.' })
@Entity({ tableName: 'mail_suppression' })
export class EmailSuppression {
  @Field(() => ID, { description: 'ID, for `removeEmailSuppression`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  /** Normalized. */
  @Field({ description: 'In its normal form.' })
  @Property({ type: 'text', unique: true })
  address!: string;

  @Field({ description: 'Reason given by the mail server or provider.' })
  @Property({ type: 'text' })
  reason!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was suppressed.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
