import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';
import { User } from '../users/user.entity.ts';
import { SignedInSession } from './signed-in-session.ts';

@ObjectType({ description: 'How somebody signs in, and what stands in their way.' })
export class UserAccess {
  @Field(() => [SignedInSession], { description: 'Those that are open now, with their device and address.' })
  sessions!: SignedInSession[];

  @Field(() => Int, { description: 'Wrong passwords that are still held against the account.' })
  failedAttempts!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When they may sign in again; null while they may try.',
  })
  lockedUntil!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When they last signed in; null before the first time.',
  })
  lastSignInAt!: Date | null;

  @Field({ description: 'Signing in asks for a code besides the password.' })
  twoFactorEnabled!: boolean;

  @Field(() => Int, { description: 'Of ten; 0 where two factors are off.' })
  recoveryCodesLeft!: number;

  @Field({ description: 'They have opened the link that was mailed to their address.' })
  emailVerified!: boolean;
}

@ObjectType({ description: 'An account to which nobody may sign in for a while.' })
export class Lockout {
  @Field(() => User, { description: 'Whose account it is.' })
  user!: User;

  @Field(() => GraphQLISODateTime, { description: 'From then on they may try again.' })
  lockedUntil!: Date;
}
