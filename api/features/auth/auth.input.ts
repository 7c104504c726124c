import { IsNotEmpty, IsOptional, MaxLength, Equals, IsUrl, MinLength, ValidateIf } from 'class-validator';
import { Field, InputType, ID } from 'type-graphql';
import { SameAs, IsNotBlank, IsMailbox, IsName } from '#api/graphql/schema/texts.ts';
import { longestPassword } from '../security/password-policy.ts';

@InputType({ description: 'Who is there, and how they prove it.' })
export class SignInInput {
  @Field({ description: 'Upper or lower case, as you like.' })
  @IsNotEmpty({ message: 'Email is required' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  email!: string;

  @Field({ description: 'At most 128 characters.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The 6-digit code or a recovery code, when two factors are on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'From the link that was mailed when the account was locked: lets its owner in all the same.',
  })
  @IsOptional()
  @MaxLength(100, { message: 'This link is not valid.' })
  unlockToken?: string | null;
}

/** Sentences, bounds and the two forms that send it: specification 1, sections 2, 3 and 5. */
@InputType({
  description:
    'A new account with its team. Requires `packageId` or `agreeToTerms`; forms should ask for both.',
})
export class RegisterInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('First name')
  firstName!: string;

  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Last name')
  lastName!: string;

  @Field({ description: 'Whom you work for; the team is called after it.' })
  @IsName('Company name')
  companyName!: string;

  @Field({ description: 'What you will sign in with; a link to confirm it is mailed there.' })
  @IsMailbox()
  email!: string;

  @Field({ description: 'Held to `passwordPolicy` besides.' })
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  @MinLength(8, { message: 'Password must be at least 8 characters long' })
  @IsNotEmpty({ message: 'Password is required' })
  password!: string;

  @Field({ description: 'The same password once more.' })
  @SameAs('password', { message: 'Passwords do not match' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  confirmPassword!: string;

  @Field(() => String, { nullable: true, description: "Your company's. Null or empty: there is none." })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: RegisterInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;

  @Field(() => ID, { nullable: true, description: 'From `packages`; the first of them unless told.' })
  packageId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: '`true` if the person accepted the terms. Optional if `packageId` is set.',
  })
  @Equals(true, { message: 'You must agree to the terms and conditions' })
  @IsOptional()
  agreeToTerms?: boolean | null;
}

@InputType({ description: 'The token of a mailed link.' })
export class LinkInput {
  @Field({ description: 'From the address of the mailed link.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'Where a mail should go.' })
export class EmailInput {
  @Field({ description: 'Of the account, or the one to be.' })
  @IsMailbox()
  email!: string;
}

@InputType({ description: 'A new password, and the mailed link that allows it.' })
export class ResetPasswordInput extends LinkInput {
  @Field({ description: 'Held to `passwordPolicy` besides.' })
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  @MinLength(8, { message: 'Password must be at least 8 characters long' })
  @IsNotEmpty({ message: 'Password is required' })
  password!: string;

  @Field({ description: 'The same password once more.' })
  @SameAs('password', { message: 'Passwords do not match' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  confirmPassword!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to revoke the API tokens of the account, too. Defaults to `true`.',
  })
  @IsOptional()
  revokeApiTokens?: boolean | null;
}

/** What somebody gives who is asked again whether it is really them (`confirmPerson`). */
@InputType()
export abstract class ProofInput {
  @Field({ description: 'The one you sign in with now.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The 6-digit code or a recovery code; needed when two factors are on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}

const passwordTooLong = { message: `Password must be ${longestPassword} characters or less` };

@InputType({ description: "Your password or a code, as proof that it's still you." })
export class ConfirmIdentityInput {
  @Field(() => String, { nullable: true, description: 'Your password. Required unless two factors are on.' })
  @IsOptional()
  @MaxLength(longestPassword, passwordTooLong)
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A 6-digit code or a recovery code. Required if two factors are on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}

@InputType({ description: 'A new password, and the proof that its owner asks for it.' })
export class ChangePasswordInput {
  @Field({ description: 'The one you sign in with now.' })
  @IsNotEmpty({ message: 'Current password is required' })
  @MaxLength(longestPassword, passwordTooLong)
  currentPassword!: string;

  @Field({ description: 'The new one, held to `passwordPolicy`.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(longestPassword, passwordTooLong)
  password!: string;

  @Field({ description: 'The new one once more.' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  @MaxLength(longestPassword, passwordTooLong)
  confirmPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The 6-digit code or a recovery code, when two factors are on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}
