import { Field, ID, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';

@ObjectType({ description: 'A session begun, or the demand for a code first.' })
export class SignInResult {
  @Field(() => User, { nullable: true })
  user?: User | null;

  @Field(() => String, {
    nullable: true,
    description: 'Send it as `Authorization: Bearer …`. Shown this once.',
  })
  token?: string | null;

  @Field()
  requiresMFA!: boolean;

  @Field(() => ID, { nullable: true })
  userId?: string | null;
}
