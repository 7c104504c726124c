import { IsNotEmpty, IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { longestPassword } from '../security/password-policy.ts';

const tooLong = { message: `Password must be ${longestPassword} characters or less` };

@InputType({ description: "Your password or a code, as proof that it's still you." })
export class ConfirmIdentityInput {
  @Field(() => String, { nullable: true, description: 'Your password. Required unless two factors are on.' })
  @IsOptional()
  @MaxLength(longestPassword, tooLong)
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
  @MaxLength(longestPassword, tooLong)
  currentPassword!: string;

  @Field({ description: 'The new one, held to `passwordPolicy`.' })
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(longestPassword, tooLong)
  password!: string;

  @Field({ description: 'The new one once more.' })
  @IsNotEmpty({ message: 'Please confirm your password' })
  @MaxLength(longestPassword, tooLong)
  confirmPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The 6-digit code or a recovery code, when two factors are on.',
  })
  @IsOptional()
  @MaxLength(32, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}
