import { Field, InputType } from 'type-graphql';
import { IsName } from '#api/schema/texts.ts';

@InputType({ description: 'What a team is called.' })
export class TeamInput {
  @Field()
  @IsName('Name', 'Team name is required')
  name!: string;
}
