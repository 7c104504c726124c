import { IsNotEmpty, IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
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
