import { Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, Int } from 'type-graphql';

@ArgsType()
export class DeviceSearch {
  @Field(() => String, { nullable: true, description: 'A hostId. Null: every site of the controller.' })
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Words that all stand in its name, model or MAC address.',
  })
  @MaxLength(100, { message: 'Search must be 100 characters or less' })
  search?: string | null;

  @Field(() => Int, { defaultValue: 50, description: 'How many at most.' })
  @Min(1, { message: 'Between 1 and 200 devices can be asked for' })
  @Max(200, { message: 'Between 1 and 200 devices can be asked for' })
  first!: number;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Sorts by state, then by name: offline, impaired, unknown, busy, online.',
  })
  worstFirst!: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'Those that come after: the id of the last one of a page. In the same order as that page.',
  })
  after?: string | null;
}
