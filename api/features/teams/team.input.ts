import { MaxLength } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsNotBlank, IsOneLine } from '#api/schema/rules.ts';

@InputType({ description: 'What a team is called.' })
export class TeamInput {
  @Field()
  @IsOneLine({ message: 'Name must be one line' })
  @MaxLength(100, { message: 'Name must be 100 characters or less' })
  @IsNotBlank({ message: 'Team name is required' })
  name!: string;
}
