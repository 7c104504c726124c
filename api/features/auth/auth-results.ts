import { Field, ID, ObjectType, GraphQLISODateTime, Int } from 'type-graphql';
import { User } from '../users/user.entity.ts';

@ObjectType({ description: 'A new session, or a request for a two-factor code.' })
export class SignInResult {
  @Field(() => User, {
    nullable: true,
    description: 'User who has signed in. `null` if a code is still required.',
  })
  user?: User | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Session token, sent as `Authorization: Bearer …`. Only returned once. `null` if a code is still required.',
  })
  token?: string | null;

  @Field({ description: 'Whether a two-factor code is required. If so, repeat the request with `mfaToken`.' })
  requiresMFA!: boolean;

  @Field(() => ID, { nullable: true, description: 'ID of the user whose password was correct.' })
  userId?: string | null;
}

@ObjectType({ description: 'A signed-in browser or other client.' })
export class SignedInSession {
  @Field(() => ID, { description: 'UUID, used by `endSession`.' })
  id!: string;

  @Field({ description: 'Browser and operating system, e.g. "Firefox on Windows".' })
  device!: string;

  @Field(() => String, {
    nullable: true,
    description: 'IP address that signed in. `null` if unknown.',
  })
  ipAddress!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When the user signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'When the user was last active, accurate to about 30 seconds.',
  })
  lastSeenAt!: Date;

  @Field({ description: 'Whether this is the current session.' })
  current!: boolean;
}

@ObjectType({
  description: 'Key for an authenticator app. It takes effect once a code confirms it.',
})
export class TwoFactorSetup {
  @Field({ description: 'QR code image to scan, as a `data:` URL.' })
  qrCodeUrl!: string;

  @Field({ description: 'Key to type in by hand, in groups of four characters.' })
  manualEntryKey!: string;
}

@ObjectType({ description: 'Result of a change to two-factor authentication.' })
export class TwoFactorChange {
  @Field({ description: 'Always `true`. A wrong code is an error.' })
  success!: boolean;

  @Field({ description: 'Result, as a sentence.' })
  message!: string;

  @Field(() => [String], {
    description:
      'New recovery codes. Each replaces a code once, and they are only returned here. Empty if none were generated.',
  })
  recoveryCodes!: string[];
}

@ObjectType({ description: 'Status of your two-factor authentication.' })
export class TwoFactorStatus {
  @Field({ description: 'Whether two-factor authentication is on.' })
  enabled!: boolean;

  @Field({ description: 'Whether the security policy requires it for everyone.' })
  required!: boolean;

  @Field(() => Int, {
    description: 'Number of unused recovery codes, at most 10. `0` if two-factor authentication is off.',
  })
  recoveryCodesLeft!: number;
}

@ObjectType({ description: "A user's sessions, sign-in failures and two-factor status." })
export class UserAccess {
  @Field(() => [SignedInSession], { description: 'Active sessions, with device and IP address.' })
  sessions!: SignedInSession[];

  @Field(() => Int, { description: 'Number of recent wrong passwords that count towards a lockout.' })
  failedAttempts!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the lockout ends. `null` if the account is not locked.',
  })
  lockedUntil!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When they last signed in. `null` if they never have.',
  })
  lastSignInAt!: Date | null;

  @Field({ description: 'Whether two-factor authentication is on.' })
  twoFactorEnabled!: boolean;

  @Field(() => Int, {
    description: 'Number of unused recovery codes, at most 10. `0` if two-factor authentication is off.',
  })
  recoveryCodesLeft!: number;

  @Field({ description: 'Whether they have verified their email address.' })
  emailVerified!: boolean;
}

@ObjectType({ description: 'A temporarily locked account.' })
export class Lockout {
  @Field(() => User, { description: 'User whose account is locked.' })
  user!: User;

  @Field(() => GraphQLISODateTime, { description: 'When the lockout ends.' })
  lockedUntil!: Date;
}
