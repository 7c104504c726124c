import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { TeamRole } from '../teams/membership.entity.ts';

@ObjectType({ description: 'A person in your team.' })
export class TeamMember {
  @Field(() => ID, { description: 'Of the membership, not of the person.' })
  id!: string;

  @Field()
  name!: string;

  @Field()
  email!: string;

  @Field(() => TeamRole)
  role!: TeamRole;

  @Field(() => GraphQLISODateTime)
  joinedAt!: Date;

  @Field({ description: 'It is you.' })
  you!: boolean;
}
