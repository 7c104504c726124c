import { Field, ID, ObjectType } from 'type-graphql';
import { TeamRole } from './membership.entity.ts';

@ObjectType({ description: 'A team of yours, and what you may do in it.' })
export class TeamChoice {
  @Field(() => ID, { description: 'What `switchTeam` takes.' })
  id!: string;

  @Field({ description: 'As its owner calls it.' })
  name!: string;

  @Field(() => TeamRole, { description: 'What you may do in it.' })
  role!: TeamRole;

  @Field({ description: 'The one that this session looks at.' })
  current!: boolean;
}
