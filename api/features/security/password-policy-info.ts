import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What a new password needs.' })
export class PasswordPolicy {
  @Field(() => Int, { description: 'Characters, at least 8 whatever the policy says.' })
  minLength!: number;

  @Field(() => Boolean, {
    description: 'Letters and digits alone will not do: a special character is needed.',
  })
  requireSpecial!: boolean;

  @Field({ description: 'All of it as a sentence for the person who chooses one.' })
  text!: string;
}
