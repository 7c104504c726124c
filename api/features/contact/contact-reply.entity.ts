import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { ContactSubmission } from './contact-submission.entity.ts';

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
