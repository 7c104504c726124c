import { IsNotEmpty, IsOptional, MaxLength, Equals, IsUrl, MinLength, ValidateIf } from 'class-validator';
import { Field, InputType, ID } from 'type-graphql';
import { SameAs, IsNotBlank, IsMailbox, IsName } from '#api/graphql/schema/texts.ts';
import { maxPasswordLength } from '../security/password-policy.ts';

@InputType({ description: 'Credentials for signing in.' })
export class SignInInput {
  @Field({ description: 'Email address, case-insensitive.' })
  @IsNotEmpty({ message: 'Email is required' })
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  email!: string;

  @Field({ description: 'At most 128 characters.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: '6-digit code or recovery code. Required if two-factor authentication is on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Token from the link that was emailed when the account was locked. It allows signing in during the lockout.',
  })
  @IsOptional()
  @MaxLength(100, { message: 'This link is not valid.' })
  unlockToken?: string | null;
}

/** Messages, limits and the two forms that send it: specification 1, sections 2, 3 and 5. */
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

  @Field({ description: 'Company you work for. Your team is named after it.' })
  @IsName('Company name')
  companyName!: string;

  @Field({ description: 'Email address to sign in with. A verification link is sent to it.' })
  @IsMailbox()
  email!: string;

  @Field({ description: 'Password. Must satisfy `passwordPolicy`.' })
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  @MinLength(8, { message: 'Password must be at least 8 characters long' })
  @IsNotEmpty({ message: 'Password is required' })
  password!: string;

  @Field({ description: 'Repeated password.' })
  @SameAs('password', { message: 'Passwords do not match' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  confirmPassword!: string;

  @Field(() => String, { nullable: true, description: 'Company website. `null` or empty if there is none.' })
  @MaxLength(2048, { message: 'Website URL must be 2048 characters or less' })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true }, { message: 'Please enter a valid URL' })
  @ValidateIf(({ websiteUrl }: RegisterInput) => Boolean(websiteUrl))
  websiteUrl?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of a package of `packages`. Defaults to the first one.',
  })
  packageId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: '`true` if the person accepted the terms. Optional if `packageId` is set.',
  })
  @Equals(true, { message: 'You must agree to the terms and conditions' })
  @IsOptional()
  agreeToTerms?: boolean | null;
}

@InputType({ description: 'Token of an emailed link.' })
export class LinkInput {
  @Field({ description: 'Token from the URL of the link.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;
}

@InputType({ description: 'Email address to send a link to.' })
export class EmailInput {
  @Field({ description: 'Email address of the account.' })
  @IsMailbox()
  email!: string;
}

@InputType({ description: 'New password, and the token of the emailed link.' })
export class ResetPasswordInput extends LinkInput {
  @Field({ description: 'Password. Must satisfy `passwordPolicy`.' })
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  @MinLength(8, { message: 'Password must be at least 8 characters long' })
  @IsNotEmpty({ message: 'Password is required' })
  password!: string;

  @Field({ description: 'Repeated password.' })
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

/** Credentials that confirm who someone is before a sensitive change (`reauthenticate`). */
@InputType()
export abstract class CredentialsInput {
  @Field({ description: 'Password that you sign in with now.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: '6-digit code or recovery code. Required if two-factor authentication is on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}

const passwordTooLong = { message: `Password must be ${maxPasswordLength} characters or less` };

@InputType({ description: "Your password or a code, as proof that it's still you." })
export class ConfirmIdentityInput {
  @Field(() => String, {
    nullable: true,
    description: 'Your password. Required unless two-factor authentication is on.',
  })
  @IsOptional()
  @MaxLength(maxPasswordLength, passwordTooLong)
  password?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '6-digit code or recovery code. Required if two-factor authentication is on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}

@InputType({ description: 'New password, with proof of identity.' })
export class ChangePasswordInput {
  @Field({ description: 'Password that you sign in with now.' })
  @IsNotEmpty({ message: 'Current password is required' })
  @MaxLength(maxPasswordLength, passwordTooLong)
  currentPassword!: string;

  @Field({ description: 'New password. Must satisfy `passwordPolicy`.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(maxPasswordLength, passwordTooLong)
  password!: string;

  @Field({ description: 'Repeated new password.' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  @MaxLength(maxPasswordLength, passwordTooLong)
  confirmPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: '6-digit code or recovery code. Required if two-factor authentication is on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}
