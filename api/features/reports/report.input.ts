import { ArrayMaxSize, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { all } from '#api/graphql/schema/texts.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';

@ArgsType()
class ReportOfMonth {
  @Field({ description: 'The month, such as `2026-05`, in the time zone of your team.' })
  @Matches(/^2\d{3}-(0[1-9]|1[0-2])$/, { message: 'Give the month as 2026-05' })
  month!: string;
}

/** A month of an internet line. */
@ArgsType()
export class LineEvidenceArgs extends ReportOfMonth {
  @Field(() => ID, { description: 'An `id` of `internetLines`.' })
  id!: string;
}

/** A month of a customer, or of all sites. */
@ArgsType()
export class ReportOfCustomer extends ReportOfMonth {
  @Field(() => ID, { nullable: true, description: 'ID of a customer. `null` includes all sites.' })
  customerId?: string | null;
}

/** What a report is about. */
@ArgsType()
export class ReportArgs extends ReportOfCustomer {
  @Field(() => String, {
    nullable: true,
    description: 'Only sites with this tag. A tag that no site has, or had in that month, isn’t found.',
  })
  @IsOptional()
  @MaxLength(40, { message: 'Tags must be 40 characters or less' })
  tag?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only sites without a customer. Can’t be combined with `customerId` or `tag`.',
  })
  @IsOptional()
  unassigned?: boolean | null;
}

const IsFirst = (): PropertyDecorator =>
  all(
    Min(1, { message: '`first` must be 1 or more' }),
    Max(maxListLength, { message: `\`first\` must be ${maxListLength} or less` }),
  );

const IsSkip = (): PropertyDecorator =>
  all(
    Min(0, { message: '`skip` must be 0 or more' }),
    Max(10_000, { message: '`skip` must be 10,000 or less' }),
  );

/** Which page of its sites to return. */
@ArgsType()
export class ReportPage extends ReportArgs {
  @Field(() => Int, { defaultValue: 50, description: `Sites to return, up to ${maxListLength}.` })
  @IsFirst()
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Sites to skip.' })
  @IsSkip()
  skip!: number;
}

/** Which page of its customers to return. */
@ArgsType()
export class ReportCustomersPage {
  @Field(() => Int, { defaultValue: 50, description: `Customers to return, up to ${maxListLength}.` })
  @IsFirst()
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Customers to skip.' })
  @IsSkip()
  skip!: number;
}

/** Which schedules to return. */
@ArgsType()
export class ReportSchedulesPage {
  @Field(() => ID, {
    nullable: true,
    description:
      'Only that of this customer of your team. `null` returns those of all customers and of all sites.',
  })
  customerId?: string | null;

  @Field(() => Int, {
    defaultValue: maxListLength,
    description: `Schedules to return, up to ${maxListLength}.`,
  })
  @IsFirst()
  first!: number;

  @Field(() => Int, { defaultValue: 0, description: 'Schedules to skip.' })
  @IsSkip()
  skip!: number;
}

/** Addresses of a schedule that aren't members. */
export const mostAddresses = 10;

@InputType({ description: 'Who gets a monthly report by email.' })
export class ReportScheduleInput {
  @Field(() => ID, {
    nullable: true,
    description: 'ID of the customer. `null` means all sites of your team.',
  })
  customerId?: string | null;

  @Field({ description: 'Whether the report is sent on the first of the month.' })
  isActive!: boolean;

  @Field(() => [ID], { defaultValue: [], description: 'IDs of members of your team who get it.' })
  @ArrayMaxSize(200, { message: 'Choose up to 200 members' })
  memberIds!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: `Up to ${mostAddresses} other email addresses. Each email has a link to unsubscribe.`,
  })
  @ArrayMaxSize(mostAddresses, { message: `Add up to ${mostAddresses} addresses` })
  @MaxLength(254, { each: true, message: 'Email addresses must be 254 characters or less' })
  addresses!: string[];
}
