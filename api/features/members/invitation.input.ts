import { IsOptional, MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsAddress, IsNotBlank } from '#api/schema/rules.ts';
import { longestPassword } from '../security/password-policy.ts';
import { TeamRole } from '../teams/membership.entity.ts';

@InputType({
  description: 'Whom to ask, and what they may do. A team has one owner: `role` is member or viewer.',
})
export class InvitationInput {
  @Field()
  @MaxLength(254, { message: 'Email must be 254 characters or less' })
  @IsAddress({ message: 'Please enter a valid email address' })
  @IsNotBlank({ message: 'Email is required' })
  email!: string;

  @Field(() => TeamRole, { defaultValue: TeamRole.member })
  role: TeamRole = TeamRole.member;
}

@InputType({ description: 'The token of the mail; who has no account yet makes one with the rest.' })
export class AcceptInvitationInput {
  @Field()
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100, { message: 'First name must be 100 characters or less' })
  firstName?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(100, { message: 'Last name must be 100 characters or less' })
  lastName?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  password?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  confirmPassword?: string | null;
}
