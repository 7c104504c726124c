import { IsOptional, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, GraphQLISODateTime, Int } from 'type-graphql';
import { mostDays, rawDays } from './series.ts';

/** From when until when. */
@ArgsType()
export class MetricsPeriod {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `The beginning: a day before the end unless told, at most ${mostDays} days. What is older than your package's days of history is cut off. Up to ${rawDays} days back there are points shorter than an hour.`,
  })
  from?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'The end, not included: now unless told, and never later.',
  })
  until?: Date | null;
}

/** The same, of one site or of all that are watched. */
@ArgsType()
export class SiteMetricsArgs extends MetricsPeriod {
  @Field(() => String, {
    nullable: true,
    description: 'A `hostId` of `sites`. Null: the selected site, or all sites where none is selected.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;
}

@ArgsType()
export class TopTalkersArgs extends SiteMetricsArgs {
  @Field(() => Int, { defaultValue: 10, description: 'How many at most, 50 at once.' })
  @Min(1, { message: 'Between 1 and 50 devices can be asked for' })
  @Max(50, { message: 'Between 1 and 50 devices can be asked for' })
  first: number = 10;
}
