import { IsOptional, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, GraphQLISODateTime, Int } from 'type-graphql';
import { maxDays, rawDays } from './series.ts';

/** The requested period. */
@ArgsType()
export class MetricsPeriod {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: `Start, one day before the end by default, up to ${maxDays} days. Limited to your package's history. Points shorter than an hour are available for the last ${rawDays} days.`,
  })
  from?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End, exclusive. Now by default, and never later.',
  })
  until?: Date | null;
}

/** The same for one site, or all monitored ones. */
@ArgsType()
export class SiteMetricsArgs extends MetricsPeriod {
  @Field(() => String, {
    nullable: true,
    description: '`hostId` of one of `sites`. `null` means the monitored sites together.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;
}

@ArgsType()
export class TopTalkersArgs extends SiteMetricsArgs {
  @Field(() => Int, { defaultValue: 10, description: 'Maximum number, up to 50.' })
  @Min(1, { message: '`first` must be between 1 and 50' })
  @Max(50, { message: '`first` must be between 1 and 50' })
  first: number = 10;
}
