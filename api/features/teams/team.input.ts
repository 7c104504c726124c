import { IsOptional } from 'class-validator';
import { Field, InputType } from 'type-graphql';
import { IsName, IsZone } from '#api/graphql/schema/texts.ts';

@InputType({ description: 'Name and time zone of a team.' })
export class TeamInput {
  @Field({ description: '1 to 100 characters on one line.' })
  @IsName('Name', 'Team name is required')
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "IANA name, e.g. `Europe/London`. Used for times in chats, tickets and emails to people whose own zone isn't known. Keeps its value if omitted or `null`.",
  })
  @IsOptional()
  @IsZone()
  timeZone?: string | null;
}
