import { ArrayMaxSize, IsArray, Max, Min } from 'class-validator';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';

/** The operator's security policy for everyone. Bounds and defaults: specification 2, sections 5 and 9. */
@ObjectType({ description: 'Security policy that applies to every user.' })
@Entity()
export class SecuritySettings extends Singleton {
  @Field(() => Int, { description: 'Minutes of inactivity after which a session ends.' })
  @Property({ type: 'integer', default: 30 })
  @Min(5, { message: 'Session timeout must be at least 5 minutes' })
  @Max(1440, { message: 'Session timeout cannot exceed 1440 minutes' })
  sessionTimeout!: number;

  @Field(() => Int, { description: 'Number of wrong passwords or codes before an account is locked.' })
  @Property({ type: 'integer', default: 5 })
  @Min(3, { message: 'Max login attempts must be at least 3' })
  @Max(10, { message: 'Max login attempts cannot exceed 10' })
  maxLoginAttempts!: number;

  @Field(() => Int, { description: 'Duration of a lockout in minutes.' })
  @Property({ type: 'integer', default: 15 })
  @Min(5, { message: 'Lockout duration must be at least 5 minutes' })
  @Max(1440, { message: 'Lockout duration cannot exceed 1440 minutes' })
  lockoutDuration!: number;

  @Field(() => Boolean, { description: 'Whether every user must set up two-factor authentication.' })
  @Property({ type: 'boolean', default: false })
  requireTwoFactor!: boolean;

  @Field(() => Int, {
    description: 'Minimum length of a new password in characters. Values below 8 count as 8.',
  })
  @Property({ type: 'integer', default: 8 })
  @Min(6, { message: 'Minimum password length must be at least 6' })
  @Max(50, { message: 'Minimum password length cannot exceed 50' })
  passwordMinLength!: number;

  @Field(() => Boolean, { description: 'Whether a new password needs a special character.' })
  @Property({ type: 'boolean', default: true })
  passwordRequireSpecial!: boolean;

  @Field(() => Int, {
    description:
      'Maximum lifetime of API tokens in days, counted from their creation. Older tokens stop working.',
  })
  @Property({ type: 'integer', default: 365 })
  @Min(1, { message: 'API token lifetime must be at least 1 day' })
  @Max(3650, { message: 'API token lifetime cannot exceed 3650 days' })
  apiTokenMaxDays!: number;

  @Field(() => [String], {
    description:
      'IP addresses and CIDR ranges that administrators can connect from. Empty allows any address.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  @IsArray()
  @ArrayMaxSize(200, { message: 'Allowed IP ranges can have at most 200 lines' })
  allowedIpRanges!: string[];

  @Field(() => Boolean, {
    description:
      'Whether a team whose internet provider fails sees in how many networks of other teams it fails as well. Without names, and only if at least three teams are affected. See `seenElsewhere`.',
  })
  @Property({ type: 'boolean', default: false })
  shareOutageHints!: boolean;
}

@ObjectType({ description: 'Preview of the effects of saving a security policy.' })
export class SecurityPreview {
  @Field(() => [String], { description: 'One sentence per effect.' })
  effects!: string[];

  @Field(() => String, { nullable: true, description: 'Why the policy cannot be saved. `null` if it can.' })
  blocked!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Your IP address. `null` if unknown.',
  })
  yourAddress!: string | null;

  @Field(() => Int, {
    description: 'Number of users affected immediately: asked for a second factor, signed out or blocked.',
  })
  affectedPeople!: number;
}

/** Omitted fields keep their value. */
export const SecuritySettingsInput = PartialInput(SecuritySettings, 'SecuritySettingsInput');
export type SecuritySettingsInput = Partial<SecuritySettings>;
