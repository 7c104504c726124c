import {
  ArrayMaxSize,
  ArrayUnique,
  IsNotEmpty,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { IsName, IsNameIfAny, IsZone } from '#api/graphql/schema/texts.ts';
import { AreCustomers, AreTags } from '../customers/customer.input.ts';
import { MaintenanceRepeat } from './maintenance-window.entity.ts';

const day = /^2[01]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dayAndTime = /^2[01]\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;

/** Maximum minutes of a one-off and of a weekly window. */
export const longest = { once: 7 * 24 * 60, weekly: 24 * 60 };

@InputType({ description: 'Scope and time of a maintenance window.' })
export class MaintenanceWindowInput {
  @Field({ description: 'What is done then: 1 to 100 characters on one line.' })
  @IsName('Name')
  name!: string;

  @Field(() => ID, { nullable: true, description: "Null or 'all': every controller." })
  @IsOptional()
  @MaxLength(64, { message: 'Choose one of your controllers' })
  controllerId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`hostId` of a site, selected or not. `null` means every monitored site of the controller.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the site, for display.' })
  @IsOptional()
  @IsNameIfAny('Site name')
  siteName?: string | null;

  @Field(() => String, { nullable: true, description: 'Hex digits, with or without separators.' })
  @IsOptional()
  @Matches(/^\s*([0-9A-Fa-f]{2}[-:. ]?){5}[0-9A-Fa-f]{2}\s*$/, {
    message: 'Please enter a MAC address such as 74:AC:B9:12:34:56',
  })
  deviceMac?: string | null;

  @Field(() => [ID], {
    defaultValue: [],
    description:
      'IDs of up to 200 customers. A window with customers or tags only applies to sites that belong to one of these customers or have one of these tags.',
  })
  @AreCustomers()
  customerIds!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Up to 20 tags of sites or customers, see `customerIds`. Stored in lower case.',
  })
  @AreTags()
  tags!: string[];

  @Field(() => MaintenanceRepeat, {
    defaultValue: MaintenanceRepeat.once,
    description: 'Whether it repeats.',
  })
  repeats!: MaintenanceRepeat;

  @Field({ description: 'Local date and time `2026-11-20T22:00` of the (first) beginning.' })
  @IsNotEmpty({ message: 'Please enter a date and a time' })
  @Matches(dayAndTime, { message: 'Please enter a date and a time' })
  startsAt!: string;

  @Field(() => Int, {
    description: 'Duration in minutes: 5 minutes to 7 days, or up to 24 hours for a weekly window.',
  })
  @Min(5, { message: 'A window lasts at least 5 minutes' })
  @Max(longest.once, { message: 'A window lasts at most 7 days' })
  minutes!: number;

  @Field(() => [Int], {
    defaultValue: [],
    description: 'Days of a weekly window, from 1 (Monday) to 7 (Sunday). Ignored for a one-off window.',
  })
  @Min(1, { each: true, message: 'Days are numbered from 1, Monday, to 7, Sunday' })
  @Max(7, { each: true, message: 'Days are numbered from 1, Monday, to 7, Sunday' })
  @ArrayMaxSize(7, { message: 'Each day can be chosen once' })
  @ArrayUnique({ message: 'Each day can be chosen once' })
  weekdays!: number[];

  @Field({ description: 'IANA name, such as `Europe/London`.' })
  @IsZone()
  timeZone!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Local date `2026-12-31` of the last day of a weekly window.',
  })
  @IsOptional()
  @Matches(day, { message: 'Please enter a date' })
  lastDay?: string | null;
}

/** Omitted fields keep their value. */
export const MaintenanceWindowChanges = PartialInput(MaintenanceWindowInput, 'MaintenanceWindowChanges');
export type MaintenanceWindowChanges = Partial<MaintenanceWindowInput>;
