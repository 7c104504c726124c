import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';
import { SignedInSession } from './signed-in-session.ts';

@ObjectType({ description: 'How somebody signs in, and what stands in their way.' })
export class UserAccess {
  @Field(() => [SignedInSession])
  sessions!: SignedInSession[];

  @Field(() => Int, { description: 'Wrong passwords that are still held against the account.' })
  failedAttempts!: number;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Null while they may try.' })
  lockedUntil!: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true })
  lastSignInAt!: Date | null;

  @Field()
  twoFactorEnabled!: boolean;

  @Field(() => Int)
  recoveryCodesLeft!: number;

  @Field()
  emailVerified!: boolean;
}

@ObjectType({ description: 'An account to which nobody may sign in for a while.' })
export class Lockout {
  @Field(() => User)
  user!: User;

  @Field(() => GraphQLISODateTime)
  lockedUntil!: Date;
}
