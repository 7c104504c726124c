import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { TeamRole } from '../teams/membership.entity.ts';
import { LinkState } from '../auth/joining/mailed-link.entity.ts';

@ObjectType({ description: 'A person in your team.' })
export class TeamMember {
  @Field(() => ID, { description: 'Of the membership, not of the person.' })
  id!: string;

  @Field({ description: 'First and last name.' })
  name!: string;

  @Field({ description: 'The address they sign in with.' })
  email!: string;

  @Field(() => TeamRole, { description: 'What they may do in the team.' })
  role!: TeamRole;

  @Field(() => GraphQLISODateTime, { description: 'When they accepted the invitation, or made the team.' })
  joinedAt!: Date;

  @Field({ description: 'It is you.' })
  you!: boolean;
}

@ObjectType({
  description: 'What the token of an invitation is worth. All else is null where it is worth nothing.',
})
export class InvitationInfo {
  @Field(() => LinkState, { description: '`wrong`: used, taken back, or replaced by a newer mail, too.' })
  state!: LinkState;

  @Field(() => String, { nullable: true, description: 'The address that was invited.' })
  email?: string | null;

  @Field(() => ID, { nullable: true, description: 'What `switchTeam` takes once it is accepted.' })
  teamId?: string | null;

  @Field(() => String, { nullable: true, description: 'The team that asks.' })
  teamName?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of who asked; null when their account is gone.' })
  invitedBy?: string | null;

  @Field(() => TeamRole, { nullable: true, description: 'What the invited person may do.' })
  role?: TeamRole | null;

  @Field({ description: 'Accepting needs nothing but the token. False: it makes an account.' })
  hasAccount!: boolean;
}
