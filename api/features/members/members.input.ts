import { IsOptional, MaxLength, IsNotEmpty } from 'class-validator';
import { Field, InputType, ID } from 'type-graphql';
import { IsNotBlank, IsMailbox, IsNameIfAny } from '#api/graphql/schema/texts.ts';
import { maxPasswordLength } from '../security/password-policy.ts';
import { TeamRole } from '../teams/membership.entity.ts';
import { CredentialsInput } from '../auth/auth.input.ts';

@InputType({
  description: 'Person to invite and their role. A team has one owner, so `role` is `member` or `viewer`.',
})
export class InvitationInput {
  @Field({ description: 'Email address that receives the link.' })
  @IsMailbox()
  email!: string;

  @Field(() => TeamRole, { defaultValue: TeamRole.member, description: 'Role, `member` or `viewer`.' })
  role: TeamRole = TeamRole.member;
}

@InputType({
  description: 'Token of the invitation, plus the fields of a new account if the address has none.',
})
export class AcceptInvitationInput {
  @Field({ description: 'Token from the link in the email.' })
  @MaxLength(200, { message: 'This link is not valid.' })
  @IsNotBlank({ message: 'This link is not valid.' })
  token!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Required if `hasAccount` is `false`, otherwise ignored.',
  })
  @IsOptional()
  @IsNameIfAny('First name')
  firstName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Required if `hasAccount` is `false`, otherwise ignored.',
  })
  @IsOptional()
  @IsNameIfAny('Last name')
  lastName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Required if `hasAccount` is `false`. Must satisfy `passwordPolicy`.',
  })
  @IsOptional()
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  password?: string | null;

  @Field(() => String, { nullable: true, description: 'Repeated password.' })
  @IsOptional()
  @MaxLength(maxPasswordLength, { message: `Password must be ${maxPasswordLength} characters or less` })
  confirmPassword?: string | null;
}

@InputType({ description: 'The new owner, with proof of your identity.' })
export class TransferOwnershipInput extends CredentialsInput {
  @Field(() => ID, { description: 'ID of a member of `teamMembers`.' })
  @IsNotEmpty({ message: 'Choose the new owner' })
  @MaxLength(64, { message: 'Choose the new owner' })
  memberId!: string;
}
