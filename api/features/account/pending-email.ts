import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A change of address that waits for its confirmation.' })
export class PendingEmailChange {
  @Field({ description: 'The new address.' })
  email!: string;

  @Field(() => Date, { description: 'Until when the link in its mailbox is good.' })
  expiresAt!: Date;
}
