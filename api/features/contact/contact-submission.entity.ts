import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';

export enum ContactStatus {
  new = 'new',
  read = 'read',
  replied = 'replied',
  closed = 'closed',
}

registerEnumType(ContactStatus, { name: 'ContactStatus', description: 'What became of a message.' });

@ObjectType({ description: 'A message of a visitor.' })
@Index({ properties: ['createdAt', 'id'] })
@Entity()
export class ContactSubmission {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field()
  @Property({ type: 'text' })
  name!: string;

  @Field()
  @Property({ type: 'text' })
  email!: string;

  @Field()
  @Property({ type: 'text' })
  subject!: string;

  @Field()
  @Property({ type: 'text' })
  message!: string;

  @Field(() => ContactStatus)
  @Property({ type: 'text', default: 'new' })
  status!: ContactStatus;

  @Field()
  @Property({ type: 'text', default: '' })
  adminNotes!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  ipAddress?: string | null;

  @Field(() => GraphQLISODateTime)
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was answered first, by mail from here or by marking it so.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  respondedAt?: Date | null;
}
