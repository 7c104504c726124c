import { Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { ArgsType, Field, Int } from 'type-graphql';
import { mostDays, usualDays } from './period.ts';

const given = (_: unknown, value: unknown) => value !== null && value !== undefined;

@ArgsType()
export class PeriodArgs {
  @Field(() => Int, {
    nullable: true,
    description: `The last so many days, today included: ${usualDays} unless told, ${mostDays} at most. \`from\` goes before it.`,
  })
  @ValidateIf(given)
  @Min(1, { message: 'Ask for at least one day' })
  @Max(mostDays, { message: `Ask for at most ${mostDays} days` })
  days?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The first day instead, such as `2026-11-22`. Days begin and end at midnight UTC.',
  })
  @MaxLength(10, { message: 'Choose a day, such as 2026-11-22' })
  from?: string | null;

  @Field(() => String, { nullable: true, description: 'The last day, included; today unless told.' })
  @MaxLength(10, { message: 'Choose a day, such as 2026-11-22' })
  to?: string | null;
}
