import { Field, ID, ObjectType, GraphQLISODateTime, Int } from 'type-graphql';
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

@ObjectType({
  description: 'What an authenticator app needs. It is worth nothing until a code has confirmed it.',
})
export class TwoFactorSetup {
  @Field({ description: 'A picture for scanning, as a data: URL.' })
  qrCodeUrl!: string;

  @Field({ description: 'The same for typing, in groups of four.' })
  manualEntryKey!: string;
}

@ObjectType({ description: 'What became of the second factor.' })
export class TwoFactorChange {
  @Field({ description: 'Always true: a wrong code is an error.' })
  success!: boolean;

  @Field({ description: 'What became of it, in a sentence.' })
  message!: string;

  @Field(() => [String], {
    description: 'Each stands in for a code once. They are shown this once; empty where none were made.',
  })
  recoveryCodes!: string[];
}

@ObjectType({ description: 'How it stands with your second factor.' })
export class TwoFactorStatus {
  @Field({ description: 'Signing in asks for a code besides the password.' })
  enabled!: boolean;

  @Field({ description: 'The operator demands it of everybody.' })
  required!: boolean;

  @Field(() => Int, { description: 'Of ten; 0 where two factors are off.' })
  recoveryCodesLeft!: number;
}

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
