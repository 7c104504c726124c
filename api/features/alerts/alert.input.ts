import { IsOptional, Matches, MaxLength, Max, Min, ArrayMaxSize } from 'class-validator';
import { ArgsType, Field, ID, Int, GraphQLISODateTime, ObjectType, registerEnumType } from 'type-graphql';
import { all } from '#api/graphql/schema/texts.ts';
import { maxListLength } from '#api/graphql/document-weight.ts';
import { Alert } from './alert.entity.ts';
import { AreTags } from '../customers/customer.input.ts';
import { AlertResolution, AlertSeverity, AlertType } from './alert.enums.ts';

/** A note for colleagues, written while acknowledging an alert. */
export const IsNote = (): PropertyDecorator =>
  all(IsOptional(), MaxLength(500, { message: 'Note must be 500 characters or less' }));

/** The alert to acknowledge, with an optional note for colleagues. */
@ArgsType()
export class Acknowledgement {
  @Field(() => ID, { description: 'Of an open alert of your team.' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'For colleagues. At most 500 characters.' })
  @IsNote()
  note?: string | null;
}

const message = 'Snooze for 5 minutes up to 7 days';

/** Length of a snooze in minutes. */
export const IsSnoozeLength = (): PropertyDecorator =>
  all(Min(5, { message }), Max(7 * 24 * 60, { message }));

/** The alert to snooze, and for how long. */
@ArgsType()
export class Snooze {
  @Field(() => ID, { description: 'Of an open alert of your team.' })
  id!: string;

  @Field(() => Int, { description: 'From 5 to 10080: 7 days.' })
  @IsSnoozeLength()
  minutes!: number;
}

/** Alerts that are changed together. */
@ArgsType()
export class AlertSelection {
  @Field(() => [ID], { description: `IDs of up to ${maxListLength} open alerts of your team.` })
  @ArrayMaxSize(maxListLength, { message: `Choose up to ${maxListLength} alerts at a time` })
  ids!: string[];
}

/** The alerts whose acknowledgement is removed. */
@ArgsType()
export class AcknowledgedSelection extends AlertSelection {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Undoes one action: only alerts whose `acknowledgedAt` is this moment change. Others have changed since and are `changed`. `null` changes all.',
  })
  acknowledgedAt?: Date | null;
}

/** The alerts whose snooze is ended. */
@ArgsType()
export class SnoozedSelection extends AlertSelection {
  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Undoes one action: only alerts whose `snoozedUntil` is this moment change. They get back the snooze that was replaced, if it hasn’t ended. Others have changed since and are `changed`. `null` changes all.',
  })
  snoozedUntil?: Date | null;
}

/** The alerts to acknowledge, with an optional note for colleagues. */
@ArgsType()
export class BulkAcknowledgement extends AlertSelection {
  @Field(() => String, {
    nullable: true,
    description: 'For colleagues, on each of them. At most 500 characters.',
  })
  @IsNote()
  note?: string | null;
}

/** The alerts to snooze, and for how long. */
@ArgsType()
export class BulkSnooze extends AlertSelection {
  @Field(() => Int, { description: 'From 5 to 10080: 7 days.' })
  @IsSnoozeLength()
  minutes!: number;
}

/** Default page size. */
const usualPage = 50;

/** Filters of an alert list, open and closed. */
@ArgsType()
export class AlertSearch {
  @Field(() => String, {
    nullable: true,
    description: 'Search words, all of which must be in the message, device, site or rule.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Search must be 200 characters or less' })
  search?: string | null;

  @Field(() => [AlertSeverity], {
    nullable: true,
    description: 'Only alerts with one of these severities.',
  })
  @IsOptional()
  @ArrayMaxSize(4, { message: 'There are four severities' })
  severities?: AlertSeverity[] | null;

  @Field(() => AlertType, { nullable: true, description: 'Only alerts of this type.' })
  type?: AlertType | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only those of this controller, and provider outages that affected it.',
  })
  controllerId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`hostId` of a console: only its alerts, and provider outages that affected it.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those of this device: 12 upper-case hex digits, as `deviceMac` has them.',
  })
  @IsOptional()
  @MaxLength(12, { message: 'A MAC address has 12 digits' })
  deviceMac?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Only those on sites of these customers.' })
  @IsOptional()
  @ArrayMaxSize(1000, { message: 'Choose up to 1,000 customers' })
  customerIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only those on sites without a customer, or only on sites with one. With `customerIds`, `true` adds those without one.',
  })
  unassigned?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only those on sites that have one of these tags, themselves or through their customer.',
  })
  @IsOptional()
  @AreTags()
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only those that were raised in this month of your team’s time zone, such as `2026-05`. Once its report is stored, the other filters match what the report counted, so customers and tags are those of that time.',
  })
  @IsOptional()
  @Matches(/^2\d{3}-(0[1-9]|1[0-2])$/, { message: 'Give the month as 2026-05' })
  month?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only those that a maintenance window covered when they were raised, or only the others. With `month`, an alert that outlasted the window counts among the others, in the month in which the window ended.',
  })
  planned?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that someone has acknowledged, or only the others.',
  })
  acknowledged?: boolean | null;

  @Field(() => AlertResolution, { nullable: true, description: 'Only those that ended for this reason.' })
  resolution?: AlertResolution | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only those that are still open, or only those that are over.',
  })
  open?: boolean | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Only those that were raised at this moment or later.',
  })
  since?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Only those that were raised before it.' })
  until?: Date | null;
}

/** Which page of the alerts to return. */
@ArgsType()
export class AlertHistoryArgs extends AlertSearch {
  @Field(() => Int, { defaultValue: usualPage, description: `Page size, up to ${maxListLength}.` })
  @Min(1, { message: 'Ask for at least one alert' })
  @Max(maxListLength, { message: `Ask for at most ${maxListLength} alerts at once` })
  first: number = usualPage;

  @Field(() => ID, { nullable: true, description: '`nextCursor` of the previous page.' })
  after?: string | null;
}

export enum AlertActionOutcome {
  done = 'done',
  unchanged = 'unchanged',
  ended = 'ended',
  refused = 'refused',
  changed = 'changed',
  no_device = 'no_device',
  not_found = 'not_found',
}
registerEnumType(AlertActionOutcome, {
  name: 'AlertActionOutcome',
  description: 'What a change to several alerts did to one of them.',
  valuesConfig: {
    done: { description: 'It was changed.' },
    unchanged: { description: 'It already was as requested.' },
    ended: { description: 'It had already ended.' },
    refused: { description: "Someone else acknowledged or snoozed it, and viewers can't change that." },
    changed: { description: 'It has changed since the action that was to be undone.' },
    no_device: {
      description:
        'It has no device, so maintenance would cover its whole site. Only `wholeSites` of `startAlertMaintenance` allows that.',
    },
    not_found: { description: 'Your team has no such alert.' },
  },
});

@ObjectType({ description: 'What a change to several alerts did to one of them.' })
export class AlertActionResult {
  @Field(() => ID, { description: 'The requested ID.' })
  id!: string;

  @Field(() => AlertActionOutcome, { description: 'What happened.' })
  outcome!: AlertActionOutcome;

  @Field(() => Alert, { nullable: true, description: 'The alert as it is now. `null` if it was not found.' })
  alert!: Alert | null;
}

@ObjectType({ description: 'A page of alerts, most recently raised first.' })
export class AlertPage {
  @Field(() => [Alert], { description: 'The alerts of this page.' })
  nodes!: Alert[];

  @Field(() => ID, { nullable: true, description: 'Cursor of the next page. `null` on the last page.' })
  nextCursor!: string | null;
}

@ObjectType({ description: 'How many alerts were raised on a day.' })
export class AlertDay {
  @Field({
    description: 'The day in your time zone, such as `2026-11-22`. In UTC if your time zone isn’t known.',
  })
  day!: string;

  @Field(() => Int, {
    description: 'Number of alerts raised on this day. Each counts on the day it was last raised.',
  })
  count!: number;
}
