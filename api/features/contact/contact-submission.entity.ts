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
  description: 'Status of a message.',
  valuesConfig: {
    new: { description: 'Unread.' },
    read: { description: 'Read but not answered.' },
    replied: { description: 'It was answered.' },
    closed: { description: 'Closed, whether answered or not.' },
  },
});

@ObjectType({ description: 'A message from a visitor.' })
@Index({ properties: ['createdAt', 'id'] })
@Entity()
export class ContactSubmission {
  @Field(() => ID, { description: 'UUID, for `contactSubmission` and `replyToContact`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'As the visitor wrote it.' })
  @Property({ type: 'text' })
  name!: string;

  @Field({ description: "Email address for replies. It isn't verified." })
  @Property({ type: 'text' })
  email!: string;

  @Field({ description: 'As the visitor wrote it.' })
  @Property({ type: 'text' })
  subject!: string;

  @Field({ description: "The visitor's text, with its line breaks." })
  @Property({ type: 'text' })
  message!: string;

  @Field(() => ContactStatus, { description: 'Status of the message.' })
  @Property({ type: 'text', default: 'new' })
  status!: ContactStatus;

  @Field({ description: 'Notes for administrators. Empty if there are none.' })
  @Property({ type: 'text', default: '' })
  adminNotes!: string;

  @Field(() => String, {
    nullable: true,
    description: 'IP address it came from. `null` if unknown.',
  })
  @Property({ type: 'text', nullable: true })
  ipAddress?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it came.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was first replied to or marked as replied. `null` before that.',
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

  @Field({ description: "Text as written, without the email's layout." })
  @Property({ type: 'text' })
  message!: string;

  @Field({ description: 'Name of the person who replied, at that time.' })
  @Property({ type: 'text' })
  by!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the reply was queued for sending.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  at!: Date;
}

@ObjectType({ description: 'Figures of the inbox. Response times cover the last 30 days.' })
export class ContactFigures {
  @Field(() => Int, { description: 'Number of unread messages.' })
  unread!: number;

  @Field(() => Int, { description: 'Messages without an answer that are not closed.' })
  open!: number;

  @Field(() => Int, { description: 'Messages that were answered first in the last 30 days.' })
  answered!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Median time to the first reply, in seconds. `null` if there were no replies.',
  })
  medianSeconds!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Longest response time, in seconds. `null` if there are none.',
  })
  worstSeconds!: number | null;

  @Field(() => Int, { description: 'Number of them that took longer than `promisedHours`.' })
  late!: number;

  @Field(() => Int, { description: 'Open messages that have waited longer than `promisedHours`.' })
  overdue!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the oldest open message was received. `null` if there is none.',
  })
  oldestOpenAt!: Date | null;

  @Field(() => Int, {
    description: 'Hours within which the contact page promises an answer: the setting `response_time`.',
  })
  promisedHours!: number;
}
