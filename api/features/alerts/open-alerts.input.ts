import { ArrayMaxSize, IsOptional, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import {
  ArgsType,
  Field,
  GraphQLISODateTime,
  ID,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
} from 'type-graphql';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { AreTags } from '../customers/customer.input.ts';
import { Alert } from './alert.entity.ts';
import { AlertSeverity, AlertType } from './alert.enums.ts';

/** States of an open alert, which can be in several of them. */
export enum OpenAlertState {
  new = 'new',
  acknowledged = 'acknowledged',
  snoozed = 'snoozed',
  maintenance = 'maintenance',
  flapping = 'flapping',
  unknown = 'unknown',
}
registerEnumType(OpenAlertState, {
  name: 'OpenAlertState',
  description: 'State of an open alert. An alert can be in several.',
  valuesConfig: {
    new: {
      description:
        'No one has acknowledged or snoozed it, no maintenance window covers it right now, and it isn’t a flapping alert that is OK for now.',
    },
    acknowledged: { description: 'Someone has acknowledged it.' },
    snoozed: { description: 'Its notifications are snoozed right now.' },
    maintenance: { description: 'A maintenance window covers it right now.' },
    flapping: { description: 'The problem comes and goes.' },
    unknown: { description: "Its device can't be measured right now, so no one knows whether it persists." },
  },
});

export enum AlertOrder {
  worst = 'worst',
  newest = 'newest',
  oldest = 'oldest',
}
registerEnumType(AlertOrder, {
  name: 'AlertOrder',
  description: 'Order of open alerts.',
  valuesConfig: {
    worst: { description: 'Worst severity first, and within a severity the longest-standing first.' },
    newest: { description: 'Most recent first, by when the problem began.' },
    oldest: { description: 'Longest-standing first.' },
  },
});

export enum AlertGrouping {
  customer = 'customer',
  site = 'site',
  cause = 'cause',
}
registerEnumType(AlertGrouping, {
  name: 'AlertGrouping',
  description: 'How open alerts are grouped.',
  valuesConfig: {
    customer: { description: 'By customer. Alerts of sites without one are a group of their own.' },
    site: { description: 'By site.' },
    cause: { description: 'By type, such as all offline devices, wherever they are.' },
  },
});

@InputType({ description: 'Groups of `openAlertGroups`.' })
export class AlertGroupsInput {
  @Field(() => AlertGrouping, { description: 'The grouping that the keys come from.' })
  by!: AlertGrouping;

  @Field(() => [String], { description: "The groups' `key`s, up to 200." })
  @ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} groups` })
  @MaxLength(300, { each: true, message: 'Choose one of the groups' })
  keys!: string[];
}

/** The filters of a list of open alerts that a saved view keeps too. */
@InputType('SavableAlertFilterInput')
@ObjectType('SavableAlertFilter')
export abstract class SavableAlertFilter {
  @Field(() => String, {
    nullable: true,
    description:
      'Search words, all of which must be in the device, its MAC or IP address, the type, the site, its customer or the rule. Case and accents don’t matter.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only alerts of this controller.' })
  controllerId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only alerts of this site: its `hostId`.' })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => [AlertType], { nullable: true, description: 'Only alerts of one of these types.' })
  @IsOptional()
  @ArrayMaxSize(20, { message: 'Choose each type once' })
  types?: AlertType[] | null;

  @Field(() => [OpenAlertState], {
    nullable: true,
    description: 'Only alerts in at least one of these states.',
  })
  @IsOptional()
  @ArrayMaxSize(10, { message: 'Choose each state once' })
  states?: OpenAlertState[] | null;

  @Field(() => [ID], { nullable: true, description: 'Only alerts at sites of one of these customers.' })
  @IsOptional()
  @ArrayMaxSize(100, { message: 'Choose up to 100 customers' })
  customerIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only alerts at sites that have one of these tags, themselves or through their customer.',
  })
  @IsOptional()
  @AreTags()
  tags?: string[] | null;
}

@InputType({ description: 'Which open alerts to include. Every given condition must hold.' })
export class AlertFilter extends SavableAlertFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only alerts of this device: 12 upper-case hex digits, as `deviceMac` has them.',
  })
  @IsOptional()
  @MaxLength(12, { message: 'A MAC address has 12 digits' })
  deviceMac?: string | null;

  @Field(() => [AlertSeverity], {
    nullable: true,
    description: 'Only alerts with one of these severities.',
  })
  @IsOptional()
  @ArrayMaxSize(4, { message: 'There are four severities' })
  severities?: AlertSeverity[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only alerts at sites without a customer, or only at sites with one. With `customerIds`, `true` adds those without one.',
  })
  unassigned?: boolean | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Only alerts whose problem began at this time or later.',
  })
  beganFrom?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Only alerts whose problem began at this time or earlier.',
  })
  beganTo?: Date | null;

  @Field(() => [ID], { nullable: true, description: 'Only these alerts, up to 200.' })
  @IsOptional()
  @ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} alerts` })
  ids?: string[] | null;

  @Field(() => AlertGroupsInput, { nullable: true, description: 'Only alerts of these groups.' })
  @ValidateNested()
  inGroups?: AlertGroupsInput | null;
}

/** Default page size. */
const usualPage = 50;

/** Which page of the open alerts to return, and in which order. */
@ArgsType()
export class OpenAlertsArgs {
  @Field(() => AlertFilter, { nullable: true, description: 'Which alerts to include. `null` includes all.' })
  @ValidateNested()
  filter?: AlertFilter | null;

  @Field(() => AlertOrder, { defaultValue: AlertOrder.worst, description: 'Order of the alerts.' })
  order: AlertOrder = AlertOrder.worst;

  @Field(() => Int, { defaultValue: usualPage, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: 'Ask for at least one alert' })
  @Max(maxListLength, { message: `Ask for at most ${maxListLength} alerts at once` })
  first: number = usualPage;

  @Field(() => String, {
    nullable: true,
    description: '`nextCursor` of a page in the same order: returns the alerts after it.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Unknown cursor: load the alerts again' })
  after?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`previousCursor` of a page in the same order: returns the alerts before it.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Unknown cursor: load the alerts again' })
  before?: string | null;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'Number of alerts to skip, for jumping far ahead. Ignored with a cursor.',
  })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip: number = 0;
}

/** Which page of the groups to return. */
@ArgsType()
export class AlertGroupsArgs {
  @Field(() => AlertGrouping, { description: 'How to group.' })
  by!: AlertGrouping;

  @Field(() => AlertFilter, { nullable: true, description: 'Which alerts to include. `null` includes all.' })
  @ValidateNested()
  filter?: AlertFilter | null;

  @Field(() => Int, { defaultValue: maxListLength, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: 'Ask for at least one group' })
  @Max(maxListLength, { message: `Ask for at most ${maxListLength} groups at once` })
  first: number = maxListLength;

  @Field(() => Int, { defaultValue: 0, description: 'Number of groups to skip.' })
  @Min(0, { message: '`skip` must be 0 or more' })
  @Max(10_000_000, { message: '`skip` must be 10,000,000 or less' })
  skip: number = 0;
}

@ObjectType({ description: 'Number of open alerts with one severity.' })
export class SeverityCount {
  @Field(() => AlertSeverity, { description: 'The severity.' })
  severity!: AlertSeverity;

  @Field(() => Int, { description: 'Open alerts that match the rest of the filter. At least 1.' })
  count!: number;
}

/** A page of open alerts, and where to go on. Its counts are computed from `filter`, and charge for what it hasn't charged for. */
@ObjectType({
  description: "A page of your team's open alerts, and the cursor to receive their changes from.",
})
export class OpenAlertPage {
  @Field(() => [Alert], { description: 'The alerts of this page.' })
  nodes!: Alert[];

  @Field(() => String, {
    nullable: true,
    description:
      'Cursor of the next page. `null` on the last page. It stays valid when alerts come and go, and even when the alert it was made from moves.',
  })
  nextCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the previous page. `null` on the first page.',
  })
  previousCursor!: string | null;

  @Field({
    description:
      'Opaque cursor, from the same snapshot as `nodes`. Pass it to `alertChanged` as `after` to miss nothing and get nothing twice.',
  })
  cursor!: string;

  filter!: AlertFilter;

  chargedRows!: number;
}

@ObjectType({ description: 'Open alerts with something in common.' })
export class AlertGroup {
  @Field({ description: 'Opaque key, unique among the groups of one grouping.' })
  key!: string;

  @Field(() => AlertType, {
    nullable: true,
    description: 'Type of all its alerts. `null` unless grouped by cause.',
  })
  type!: AlertType | null;

  @Field(() => String, {
    nullable: true,
    description: '`hostId` of the site. `null` unless grouped by site.',
  })
  siteId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the site. `null` unless grouped by site.' })
  siteName!: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of the customer. `null` if its sites have none.' })
  customerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the customer. `null` without one, and if grouped by cause.',
  })
  customerName!: string | null;

  @Field(() => String, { nullable: true, description: 'Color of the customer. `null` without one.' })
  customerColor!: string | null;

  @Field(() => Int, { description: 'Open alerts that match the filter. At least 1.' })
  count!: number;

  @Field(() => Int, { description: 'How many of them are in the state `new`.' })
  newCount!: number;

  @Field(() => Int, { description: 'How many sites they are at.' })
  siteCount!: number;

  @Field(() => AlertSeverity, { description: 'Highest severity among them.' })
  severity!: AlertSeverity;

  @Field(() => GraphQLISODateTime, { description: 'When the problem of the longest-standing one began.' })
  oldest!: Date;
}
