import { Field, ID, ObjectType } from 'type-graphql';
import { TeamRole } from './membership.entity.ts';

@ObjectType({ description: 'A team of yours, and what you may do in it.' })
export class TeamChoice {
  @Field(() => ID)
  id!: string;

  @Field()
  name!: string;

  @Field(() => TeamRole)
  role!: TeamRole;

  @Field({ description: 'The one that this session looks at.' })
  current!: boolean;
}
