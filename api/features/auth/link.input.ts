import { IsNotEmpty, IsOptional, MaxLength, MinLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsNotBlank, SameAs } from '#api/graphql/schema/rules.ts';
import { IsMailbox } from '#api/graphql/schema/texts.ts';
import { longestPassword } from '../security/password-policy.ts';

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
