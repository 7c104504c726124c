import { OptionalProps } from '@mikro-orm/core';
import { Entity, Formula, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** SQL that counts its emails matching a condition. */
const mailsThat =
  (hold: string) =>
  (_columns: unknown, { alias }: { alias: string }): string =>
    `(select count(*)::int from mail m where m.broadcast_id = ${alias}.id and ${hold})`;

/** An email to many people. Each address receives it once, or is listed as failed. */
@ObjectType({ description: 'An email to many recipients. Each address gets it once or is listed as failed.' })
@Entity()
export class Broadcast {
  [OptionalProps]?: 'sent' | 'failed' | 'waiting' | 'unsent';

  @Field(() => ID, { description: 'UUID. The `attempt` it was sent with, if there was one.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'Subject, as recipients see it.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => Int, { description: 'Addresses it was meant for.' })
  @Property({ type: 'integer' })
  recipientCount!: number;

  @Field(() => Int, { description: 'Emails that the provider accepted.' })
  @Formula(mailsThat("m.status = 'sent'"), { type: 'integer' })
  sent!: number;

  @Field(() => Int, { description: 'Emails that failed permanently.' })
  @Formula(mailsThat("m.status = 'failed'"), { type: 'integer' })
  failed!: number;

  @Field(() => Int, { description: 'Still to be sent.' })
  @Formula(mailsThat("m.status = 'waiting'"), { type: 'integer' })
  waiting!: number;

  @Field(() => Int, {
    description: "Failed emails that definitely weren't sent, so they can be retried.",
  })
  @Formula(mailsThat("m.status = 'failed' and m.text is not null"), { type: 'integer' })
  unsent!: number;

  /** Email address of the sender, which outlives the account. */
  @Field({ description: 'The address of the administrator who sent it.' })
  @Property({ type: 'text' })
  sentBy!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was ordered.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: "An address that an email to many recipients didn't reach, as far as known." })
export class BroadcastFailure {
  @Field(() => ID, { description: 'UUID of the email.' })
  id!: string;

  @Field({ description: 'Address of the recipient. Blank if its owner had it deleted.' })
  address!: string;

  @Field({ description: 'Error from the provider or mail server.' })
  reason!: string;

  @Field({ description: "Whether it definitely wasn't sent, so it can be retried." })
  isUnsent!: boolean;
}
