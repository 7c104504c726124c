import { IsOptional, MaxLength, IsNotEmpty } from 'class-validator';
import { Field, InputType, ID } from 'type-graphql';
import { IsNotBlank, IsMailbox, IsNameIfAny } from '#api/graphql/schema/texts.ts';
import { longestPassword } from '../security/password-policy.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { ProofInput } from '../auth/auth.input.ts';

@InputType({
  description: 'Whom to ask, and what they may do. A team has one owner: `role` is member or viewer.',
})
export class InvitationInput {
  @Field({ description: 'Where the link is mailed to.' })
  @IsMailbox()
  email!: string;

  @Field(() => TeamRole, { defaultValue: TeamRole.member, description: '`member` or `viewer`.' })
  role: TeamRole = TeamRole.member;
}

@InputType({ description: 'The token of the mail; who has no account yet makes one with the rest.' })
export class AcceptInvitationInput {
  @Field({ description: 'From the link of the mail.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Needed where `hasAccount` is false; ignored otherwise.',
  })
  @IsOptional()
  @IsNameIfAny('First name')
  firstName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Needed where `hasAccount` is false; ignored otherwise.',
  })
  @IsOptional()
  @IsNameIfAny('Last name')
  lastName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Needed where `hasAccount` is false, and held to `passwordPolicy`.',
  })
  @IsOptional()
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'The same once more.' })
  @IsOptional()
  @MaxLength(longestPassword, { message: `Password must be ${longestPassword} characters or less` })
  confirmPassword?: string | null;
}

@InputType({ description: 'Who is to own the team, and proof that it is really you who says so.' })
export class HandOverInput extends ProofInput {
  @Field(() => ID, { description: 'An `id` of `teamMembers`.' })
  @IsNotEmpty({ message: 'Choose who is to own the team' })
  @MaxLength(64, { message: 'Choose who is to own the team' })
  memberId!: string;
}
