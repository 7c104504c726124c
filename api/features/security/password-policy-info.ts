import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What a new password needs.' })
export class PasswordPolicy {
  @Field(() => Int, { description: 'Characters, at least 8 whatever the policy says.' })
  minLength!: number;

  @Field(() => Boolean, { description: 'It must have a character that is neither a letter nor a digit.' })
  requireSpecial!: boolean;

  @Field({ description: 'All of it as a sentence for the person who chooses one.' })
  text!: string;
}
