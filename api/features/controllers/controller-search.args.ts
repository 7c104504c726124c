import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, Int } from 'type-graphql';
import { longestList } from '#api/graphql/document-weight.ts';

/** Which controllers a list is about. */
@ArgsType()
export class ControllerSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Only those with each of its words in their name or the name of their site.',
  })
  @MaxLength(200, { message: 'Search for 200 characters or less' })
  search?: string | null;
}

/** And which part of it. */
@ArgsType()
export class ControllerPage extends ControllerSearch {
  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'What is offline first, then errors, pending, not watched and online ones; within each by name, in which numbers count on.',
  })
  worstFirst!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: `How many, at most ${longestList} at once; all of them without it.`,
  })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(1, { message: 'Ask for at least one controller' })
  @Max(longestList, { message: `Ask for at most ${longestList} controllers at once` })
  first?: number | null;

  @Field(() => Int, { nullable: true, description: 'So many at the beginning are left out.' })
  @ValidateIf((_, value) => value !== null && value !== undefined)
  @Min(0, { message: 'Leave out 0 controllers or more' })
  @Max(10_000_000, { message: 'Leave out at most 10,000,000 controllers' })
  skip?: number | null;
}
