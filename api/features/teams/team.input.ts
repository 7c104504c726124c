import { Field, InputType } from 'type-graphql';
import { IsName } from '#api/schema/texts.ts';

@InputType({ description: 'What a team is called.' })
export class TeamInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Name', 'Team name is required')
  name!: string;
}
