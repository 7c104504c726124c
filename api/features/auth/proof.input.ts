import { IsNotEmpty, IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { longestPassword } from '../security/password-policy.ts';

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
