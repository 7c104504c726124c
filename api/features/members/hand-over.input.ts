import { IsNotEmpty, IsOptional, MaxLength } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { longestPassword } from '../auth/password.ts';

@InputType({ description: 'Who is to own the team, and proof that it is really you who says so.' })
export class HandOverInput {
  @Field(() => ID)
  @IsNotEmpty({ message: 'Choose who is to own the team' })
  @MaxLength(64, { message: 'Choose who is to own the team' })
  memberId!: string;

  @Field()
  @IsNotEmpty({ message: 'Password is required' })
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The 6-digit code or a recovery code, when two factors are on.',
  })
  @IsOptional()
  @MaxLength(40, { message: 'Please enter a 6-digit verification code' })
  mfaToken?: string | null;
}
