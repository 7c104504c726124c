import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';

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
