import { Entity, Index, PrimaryKey, Property, ManyToOne } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType, Int } from 'type-graphql';
import type { Rel } from '@mikro-orm/core';

export enum ContactStatus {
  new = 'new',
  read = 'read',
  replied = 'replied',
  closed = 'closed',
}

registerEnumType(ContactStatus, {
  name: 'ContactStatus',
  description: 'What became of a message.',
  valuesConfig: {
    new: { description: 'Nobody has looked at it.' },
    read: { description: 'Somebody has looked at it, and nobody has answered.' },
    replied: { description: 'It was answered.' },
    closed: { description: 'Nothing is left to do, answered or not.' },
  },
});

@ObjectType({ description: 'A message of a visitor.' })
@Index({ properties: ['createdAt', 'id'] })
@Entity()
export class ContactSubmission {
  @Field(() => ID, { description: 'A UUID; `contactSubmission` and `replyToContact` take it.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'As the visitor wrote it.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: 'Where answers are mailed to. Nobody has proved that it is theirs.' })
  @Property({ type: 'text' })
  email!: string;

  @Field({ description: 'As the visitor wrote it.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field({ description: "The visitor's text, with its line breaks." })
  @Property({ type: 'text' })
  message!: string;

  @Field(() => ContactStatus, { description: 'What became of it.' })
  @Property({ type: 'text', default: 'new' })
  status!: ContactStatus;

  @Field({ description: 'For administrators alone; empty where there are none.' })
  @Property({ type: 'text', default: '' })
  adminNotes!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The network address it came from; null where that is not known.',
  })
  @Property({ type: 'text', nullable: true })
  ipAddress?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it came.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was answered first, by mail from here or by marking it so; null before.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  respondedAt?: Date | null;
}

@ObjectType({ description: 'An answer that was mailed to a visitor.' })
@Entity()
export class ContactReply {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => ContactSubmission, { deleteRule: 'cascade' })
  submission!: Rel<ContactSubmission>;

  @Field({ description: 'As it was written, without the frame of the mail.' })
  @Property({ type: 'text' })
  message!: string;

  @Field({ description: 'The name of who answered, as it was then.' })
  @Property({ type: 'text' })
  by!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the answer was given to the mail.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  at!: Date;
}

@ObjectType({ description: 'The inbox in figures; times of answering are of the last 30 days.' })
export class ContactFigures {
  @Field(() => Int, { description: 'Messages that nobody has looked at.' })
  unread!: number;

  @Field(() => Int, { description: 'Messages without an answer that are not closed.' })
  open!: number;

  @Field(() => Int, { description: 'Messages that were answered first in the last 30 days.' })
  answered!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to the first answer: half of those answered waited longer. Null without any.',
  })
  medianSeconds!: number | null;

  @Field(() => Int, { nullable: true, description: 'The longest of them, in seconds; null without any.' })
  worstSeconds!: number | null;

  @Field(() => Int, { description: 'How many of them waited longer than `promisedHours`.' })
  late!: number;

  @Field(() => Int, { description: 'Open messages that have waited longer than `promisedHours`.' })
  overdue!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the oldest open message came; null without any.',
  })
  oldestOpenAt!: Date | null;

  @Field(() => Int, {
    description: 'Hours within which the contact page promises an answer: the setting `response_time`.',
  })
  promisedHours!: number;
}
