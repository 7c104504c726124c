import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { TeamRole } from '../teams/membership.entity.ts';
import { LinkState } from '../auth/registration/email-link.entity.ts';

@ObjectType({ description: 'A member of your team.' })
export class TeamMember {
  @Field(() => ID, { description: 'ID of the membership, not of the user.' })
  id!: string;

  @Field({ description: 'First and last name.' })
  name!: string;

  @Field({ description: 'Email address that they sign in with.' })
  email!: string;

  @Field(() => TeamRole, { description: 'Role in the team.' })
  role!: TeamRole;

  @Field(() => GraphQLISODateTime, { description: 'When they accepted the invitation or created the team.' })
  joinedAt!: Date;

  @Field({ description: 'Whether this is you.' })
  you!: boolean;
}

@ObjectType({
  description: 'Status of an invitation link. Other fields are `null` if the link is invalid.',
})
export class InvitationInfo {
  @Field(() => LinkState, {
    description: 'Link status. `wrong` also means used, revoked or replaced by a newer link.',
  })
  state!: LinkState;

  @Field(() => String, { nullable: true, description: 'Email address that was invited.' })
  email?: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of the team, for `switchTeam` after accepting.' })
  teamId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the team.' })
  teamName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who sent the invitation. `null` if their account was deleted.',
  })
  invitedBy?: string | null;

  @Field(() => TeamRole, { nullable: true, description: 'Role that the invitation grants.' })
  role?: TeamRole | null;

  @Field({ description: 'Whether the address has an account. If `false`, accepting creates one.' })
  hasAccount!: boolean;
}
