import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';

@ObjectType({ description: 'A session begun, or the demand for a code first.' })
export class SignInResult {
  @Field(() => User, { nullable: true, description: 'Who has signed in; null while a code is demanded.' })
  user?: User | null;

  @Field(() => String, {
    nullable: true,
    description: 'Send it as `Authorization: Bearer …`. Shown this once.',
  })
  token?: string | null;

  @Field({ description: 'The password was right: send the same again with `mfaToken`.' })
  requiresMFA!: boolean;

  @Field(() => ID, { nullable: true, description: 'Of whoever the password was right for.' })
  userId?: string | null;
}
