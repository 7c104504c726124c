import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A browser or another client in which somebody is signed in.' })
export class SignedInSession {
  @Field(() => ID, { description: 'What `endSession` takes.' })
  id!: string;

  @Field({ description: 'Browser and system in words: "Firefox on Windows".' })
  device!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The network address it was begun from; null where that is not known.',
  })
  ipAddress!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When the person signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'The last sign of the person, give or take half a minute.',
  })
  lastSeenAt!: Date;

  @Field({ description: 'It is the session that asks.' })
  current!: boolean;
}
