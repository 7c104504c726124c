import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { AlertSeverity, AlertType } from '../alerts/alert.enums.ts';

@ObjectType({ description: 'A month that has a report.' })
export class ReportMonthChoice {
  @Field({ description: 'The month, such as `2026-05`, in the time zone of your team.' })
  month!: string;

  @Field({ description: 'Whether its figures are stored and no longer change.' })
  isFinal!: boolean;
}

@ObjectType({ description: 'An alert that a report names.' })
export class ReportIncident {
  @Field(() => ID, { description: 'ID of the alert. It may have been deleted since.' })
  alertId!: string;

  @Field(() => AlertType, { description: 'What it was about.' })
  type!: AlertType;

  @Field(() => AlertSeverity, { description: 'Its severity when the report was made.' })
  severity!: AlertSeverity;

  @Field(() => String, { nullable: true, description: 'Name of the device. `null` if unknown.' })
  deviceName!: string | null;

  @Field(() => ID, { description: '`hostId` of the site.' })
  siteId!: string;

  @Field({ description: 'Name of the site.' })
  siteName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When the problem was first seen.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it ended. `null` if it hadn’t when the report was made.',
  })
  until!: Date | null;

  @Field(() => Int, { description: 'Seconds that it lasted within the month.' })
  seconds!: number;
}

@ObjectType({
  description: 'Figures of one site, or of several together. Time and alerts of planned work are left out.',
})
export class ReportFigures {
  @Field(() => Float, {
    nullable: true,
    description:
      'Percentage of device time online, of the time in which the state was known. `null` if it never was.',
  })
  uptimePercent!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Percentage of the elapsed time in which the state of the sites was known. `null` before the first hour.',
  })
  measuredPercent!: number | null;

  @Field(() => Float, { description: 'Device time that planned work has left out, in seconds.' })
  plannedSeconds!: number;

  @Field(() => Int, {
    description:
      'Alerts that were raised in the month, without those of planned work. An alert that outlasted planned work counts from the end of that work.',
  })
  incidents!: number;

  @Field(() => Int, { description: 'Critical incidents.' })
  critical!: number;

  @Field(() => Int, { description: 'Those of severity `error`.' })
  error!: number;

  @Field(() => Int, { description: 'The warnings.' })
  warning!: number;

  @Field(() => Int, { description: 'Those of severity `info`.' })
  info!: number;

  @Field(() => Int, {
    description: 'Alerts that were raised during planned work and didn’t outlast it within the month.',
  })
  plannedIncidents!: number;

  @Field(() => Int, { description: 'Incidents that were acknowledged.' })
  acknowledged!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Median seconds from raising to acknowledging them. `null` if none was acknowledged.',
  })
  acknowledgeMedian!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Seconds within which 90% of them were acknowledged. `null` if none was acknowledged.',
  })
  acknowledgeP90!: number | null;

  @Field(() => Int, { description: 'Incidents that recovered.' })
  recovered!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Median seconds from raising to recovery. `null` if none has recovered.',
  })
  recoverMedian!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Seconds within which 90% of them recovered. `null` if none has recovered.',
  })
  recoverP90!: number | null;

  @Field(() => ReportIncident, {
    nullable: true,
    description: 'The longest time that a device or console was offline. `null` if none was.',
  })
  longestOutage!: ReportIncident | null;
}

@ObjectType({ description: 'A day of a report.' })
export class ReportDay {
  @Field({ description: 'The day, such as `2026-05-31`.' })
  day!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Percentage of known device time online. `null` if nothing was known.',
  })
  uptimePercent!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Percentage of the day in which the state was known. `null` if the day hasn’t begun.',
  })
  measuredPercent!: number | null;

  @Field(() => Float, { description: 'Device time that planned work has left out, in seconds.' })
  plannedSeconds!: number;
}

@ObjectType({ description: 'A site in a report.' })
export class ReportSite {
  @Field(() => ID, { description: 'ID of the console.' })
  hostId!: string;

  @Field({ description: 'Name of the site.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'ID of its controller. `null` if no controller lists it.' })
  controllerId!: string | null;

  @Field(() => ID, { nullable: true, description: 'ID of its customer. `null` if it belongs to none.' })
  customerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of its customer. `null` if it belongs to none.',
  })
  customerName!: string | null;

  @Field(() => ReportFigures, { description: 'Its figures.' })
  figures!: ReportFigures;

  @Field(() => [Float], {
    nullable: 'items',
    description: 'Uptime of each day in percent, in the order of `days`. `null` if nothing was known.',
  })
  days!: (number | null)[];
}

@ObjectType({ description: 'The sites of a customer in a report, or those without a customer.' })
export class ReportCustomer {
  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the customer, who may have been deleted since the month was stored. `null` for sites without a customer.',
  })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the customer. `null` for sites without a customer.',
  })
  name!: string | null;

  @Field(() => Int, { description: 'Number of the sites.' })
  siteCount!: number;

  @Field(() => ReportFigures, { description: 'The figures of these sites together.' })
  figures!: ReportFigures;
}

@ObjectType({ description: 'Planned work that a report leaves out.' })
export class ReportPlannedWork {
  @Field({ description: 'Name of the maintenance window.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Name of the site. `null` for every site.' })
  siteName!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of the device. `null` for every device.' })
  deviceName!: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it began.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When it ended.' })
  until!: Date;
}

@ObjectType({ description: 'A month of a customer’s sites, of the sites with a tag, or of all sites.' })
export class Report {
  @Field({ description: 'The month, such as `2026-05`.' })
  month!: string;

  @Field({ description: 'IANA name of the time zone whose calendar it follows.' })
  timeZone!: string;

  @Field(() => GraphQLISODateTime, { description: 'Beginning of the month.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'End of the time that uptimes and planned work cover, in whole hours.',
  })
  until!: Date;

  @Field(() => GraphQLISODateTime, {
    description:
      'End of the time that incidents and outages cover. Later than `until` in a month whose latest hours aren’t summed up.',
  })
  incidentsUntil!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the figures were stored. `null` while they still change.',
  })
  madeAt!: Date | null;

  @Field(() => GraphQLISODateTime, { description: 'When they are stored, on the first of the next month.' })
  finalAt!: Date;

  @Field({ description: 'Whether days of the month are still to be added up, which takes some minutes.' })
  isPreparing!: boolean;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Alerts that ended before this time were already deleted and aren’t counted. `null` if none were.',
  })
  alertsSince!: Date | null;

  @Field({ description: 'What it is about: the customer, the tag, the team, or `Sites without a customer`.' })
  subject!: string;

  @Field(() => Int, { description: 'Number of its sites.' })
  siteCount!: number;

  @Field(() => ReportFigures, { description: 'The figures of all its sites together.' })
  figures!: ReportFigures;

  @Field(() => ReportFigures, {
    nullable: true,
    description: 'The same for the month before. `null` if nothing is known of it.',
  })
  before!: ReportFigures | null;

  @Field(() => [ReportDay], { description: 'Every day of the month, in order.' })
  days!: ReportDay[];

  @Field(() => Int, {
    description: 'Number of entries of `customers`. Sites without a customer count as one.',
  })
  customerCount!: number;

  /** Every entry of the field `customers`, which returns a page of them. */
  allCustomers!: ReportCustomer[];

  @Field(() => [ReportSite], { description: 'A page of its sites, worst first.' })
  sites!: ReportSite[];

  @Field(() => [ReportIncident], { description: 'Its longest incidents, up to 20.' })
  incidents!: ReportIncident[];

  @Field(() => [ReportPlannedWork], { description: 'Planned work within the month, in order, up to 200.' })
  planned!: ReportPlannedWork[];
}
