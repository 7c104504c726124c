import { Equals, IsNotEmpty, IsOptional, IsUrl, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { SameAs } from '#api/graphql/schema/rules.ts';
import { IsMailbox, IsName } from '#api/graphql/schema/texts.ts';
import { longestPassword } from '../security/password-policy.ts';

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
