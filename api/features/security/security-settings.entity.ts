import { ArrayMaxSize, IsArray, Max, Min } from 'class-validator';
import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { Singleton } from '#api/db/singleton.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';

/** What the operator demands of everybody. Bounds and defaults: specification 2, sections 5 and 9. */
@ObjectType({ description: 'What the operator demands of everybody who signs in.' })
@Entity()
export class SecuritySettings extends Singleton {
  @Field(() => Int, { description: 'Minutes without a sign of the person after which a session ends.' })
  @Property({ type: 'integer', default: 30 })
  @Min(5, { message: 'Session timeout must be at least 5 minutes' })
  @Max(1440, { message: 'Session timeout cannot exceed 1440 minutes' })
  sessionTimeout!: number;

  @Field(() => Int, { description: 'Wrong passwords, or codes, before an account is locked.' })
  @Property({ type: 'integer', default: 5 })
  @Min(3, { message: 'Max login attempts must be at least 3' })
  @Max(10, { message: 'Max login attempts cannot exceed 10' })
  maxLoginAttempts!: number;

  @Field(() => Int, { description: 'Minutes that an account stays locked.' })
  @Property({ type: 'integer', default: 15 })
  @Min(5, { message: 'Lockout duration must be at least 5 minutes' })
  @Max(1440, { message: 'Lockout duration cannot exceed 1440 minutes' })
  lockoutDuration!: number;

  @Field(() => Boolean, { description: 'Everybody without a second factor has to set one up first.' })
  @Property({ type: 'boolean', default: false })
  requireTwoFactor!: boolean;

  @Field(() => Int, { description: 'Least characters of a new password; never less than 8.' })
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
      'Addresses and CIDR ranges from which the platform may be administered; none: from anywhere.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  @IsArray()
  @ArrayMaxSize(200, { message: 'Allowed IP ranges can have at most 200 lines' })
  allowedIpRanges!: string[];
}

@ObjectType({ description: 'What saving a policy would do, before it is done.' })
export class SecurityPreview {
  @Field(() => [String], { description: 'One sentence for each thing that would change.' })
  effects!: string[];

  @Field(() => String, { nullable: true, description: 'Why it cannot be saved; null when it can.' })
  blocked!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The network address that you come from; null where that is not known.',
  })
  yourAddress!: string | null;

  @Field(() => Int, {
    description: 'People who would notice at once: asked for a second factor, signed out, or shut out.',
  })
  affectedPeople!: number;
}

/** Absent fields stay as they are. */
export const SecuritySettingsInput = PartialInput(SecuritySettings, 'SecuritySettingsInput');
export type SecuritySettingsInput = Partial<SecuritySettings>;
