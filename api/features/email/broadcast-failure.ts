import { Field, ID, ObjectType } from 'type-graphql';

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
