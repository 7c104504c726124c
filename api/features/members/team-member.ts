import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { TeamRole } from '../teams/membership.entity.ts';

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
