import { OptionalProps } from '@mikro-orm/core';
import { Entity, Formula, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';

/** SQL for how many of its mails hold to something. */
const mailsThat =
  (hold: string) =>
  (_columns: unknown, { alias }: { alias: string }): string =>
    `(select count(*)::int from mail m where m.broadcast_id = ${alias}.id and ${hold})`;

/** A mail to many: each of its addresses gets it once, or is listed as failed. */
@ObjectType({ description: 'A mail to many: each of its addresses gets it once, or is listed as failed.' })
@Entity()
export class Broadcast {
  [OptionalProps]?: 'sent' | 'failed' | 'waiting' | 'unsent';

  @Field(() => ID, { description: 'A UUID; the `attempt` it was sent with, where there was one.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'As recipients read it.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => Int, { description: 'Addresses it was meant for.' })
  @Property({ type: 'integer' })
  recipientCount!: number;

  @Field(() => Int, { description: 'Mails that whoever carries mail has taken.' })
  @Formula(mailsThat("m.status = 'sent'"), { type: 'integer' })
  sent!: number;

  @Field(() => Int, { description: 'Mails that were given up.' })
  @Formula(mailsThat("m.status = 'failed'"), { type: 'integer' })
  failed!: number;

  @Field(() => Int, { description: 'Still to be sent.' })
  @Formula(mailsThat("m.status = 'waiting'"), { type: 'integer' })
  waiting!: number;

  @Field(() => Int, {
    description: 'Of those given up: known not to have been sent, so that it can be tried again.',
  })
  @Formula(mailsThat("m.status = 'failed' and m.text is not null"), { type: 'integer' })
  unsent!: number;

  /** Who sent it: an address, which outlives the account. */
  @Field({ description: 'The address of the administrator who sent it.' })
  @Property({ type: 'text' })
  sentBy!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was ordered.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

@ObjectType({ description: 'An address that a mail to many did not reach, as far as is known.' })
export class BroadcastFailure {
  @Field(() => ID, { description: 'A UUID of the mail.' })
  id!: string;

  @Field({ description: 'Who did not get it. Blank: the address asked to be forgotten.' })
  address!: string;

  @Field({ description: 'What the provider or the server said.' })
  reason!: string;

  @Field({ description: 'It is known not to have been sent, so that it can be tried again.' })
  isUnsent!: boolean;
}
