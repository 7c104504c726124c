import { Max, Min } from 'class-validator';
import { ArgsType, Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Alert } from '../alerts/alert.entity.ts';
import { AlertSeverity, AlertType } from '../alerts/alert.enums.ts';
import { DeviceRole } from '../controllers/device.entity.ts';
import { Customer } from '../customers/customer.entity.ts';

/** The most groups of each kind in a response. */
const mostGroups = 200;

@ObjectType({
  description: 'The sites of one customer, or one site that is assigned to none, with their open alerts.',
})
export class FleetGroup {
  @Field(() => ID, { description: 'ID of the customer, or `hostId` of the site.' })
  key!: string;

  @Field(() => Customer, { nullable: true, description: 'The customer. `null` for a site without one.' })
  customer!: Customer | null;

  @Field(() => String, { nullable: true, description: 'Name of the site. `null` for a customer.' })
  siteName!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the controller that lists the site. `null` for a customer.',
  })
  controllerId!: string | null;

  @Field(() => Int, { description: 'Number of monitored sites.' })
  siteCount!: number;

  @Field(() => Int, { description: 'Number of sites with open alerts.' })
  sitesInTrouble!: number;

  @Field(() => Int, {
    description:
      'Number of sites whose state is unknown, because they can’t be read or have never been read.',
  })
  sitesUnknown!: number;

  /** What its controller or console says. */
  unknownReason!: string | null;

  /** The oldest reading of a late controller of its sites. */
  unreadSince!: Date | null;

  @Field(() => Int, { description: 'Open alerts, acknowledged and snoozed ones included.' })
  alertCount!: number;

  @Field(() => Int, { description: 'Open alerts in the state `new`, as `OpenAlertState` describes it.' })
  newCount!: number;

  @Field(() => AlertSeverity, {
    nullable: true,
    description: 'Highest severity of its new alerts. `null` if none is new.',
  })
  worstNew!: AlertSeverity | null;

  @Field(() => Int, { description: 'Open critical alerts.' })
  critical!: number;

  @Field(() => Int, { description: 'Open alerts of severity `error`.' })
  error!: number;

  @Field(() => Int, { description: 'Open warnings.' })
  warning!: number;

  @Field(() => Int, { description: 'Open alerts of severity `info`.' })
  info!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When its oldest new alert began. `null` if there is none.',
  })
  since!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When its latest new alert began. `null` if there is none.',
  })
  latest!: Date | null;

  @Field(() => [Alert], {
    description: 'Its three worst alerts: new ones first, then by severity, then the oldest.',
  })
  alerts!: Alert[];

  /** Which of `alerts` are new. */
  newIds!: ReadonlySet<string>;
}

@ObjectType({ description: 'Customer, or site without a customer, that a surge affects.' })
export class AffectedGroup {
  @Field({ description: 'Name of the customer or site.' })
  name!: string;

  @Field(() => Int, { description: 'Number of the surge’s alerts there.' })
  alertCount!: number;
}

@ObjectType({
  description:
    'Many alerts of one type that began at about the same time. A minute in which fewer than two began, or fewer than a tenth as many as in the busiest minute nearby, is left out at either end.',
})
export class AlertSurge {
  @Field(() => AlertType, { description: 'Their type.' })
  type!: AlertType;

  @Field(() => DeviceRole, {
    nullable: true,
    description: 'Role of all of their devices. `null` if it differs or isn’t known.',
  })
  deviceRole!: DeviceRole | null;

  @Field(() => Int, {
    description:
      'Open alerts of this type that began between `from` and `to` and are in the state `new` or `acknowledged`. At least 10.',
  })
  alertCount!: number;

  @Field(() => Int, { description: 'How many of them are in the state `new`.' })
  newCount!: number;

  @Field(() => Int, {
    description:
      'Devices that are down behind the devices or ports of these alerts and have no alerts of their own.',
  })
  affectedCount!: number;

  @Field(() => AlertSeverity, {
    nullable: true,
    description: 'Highest severity of the surge’s new alerts. `null` if none is new.',
  })
  worstNew!: AlertSeverity | null;

  @Field(() => [String], {
    description: 'Names of up to three people who acknowledged some of them, most first.',
  })
  acknowledgedBy!: string[];

  @Field(() => Int, {
    description: 'Number of customers affected. Each site without a customer counts as one.',
  })
  groupCount!: number;

  @Field(() => Int, { description: 'How many of these are customers.' })
  customerCount!: number;

  @Field(() => [AffectedGroup], {
    description:
      'Up to two customers with the most of the surge’s alerts, most first. A site without a customer counts as one.',
  })
  mostAffected!: AffectedGroup[];

  @Field(() => GraphQLISODateTime, { description: 'When the first of them began.' })
  from!: Date;

  @Field(() => GraphQLISODateTime, { description: 'When the latest of them began.' })
  to!: Date;
}

@ObjectType({ description: 'Where there is trouble, and where there is none.' })
export class FleetOverview {
  @Field(() => [FleetGroup], {
    description:
      'Groups with open alerts, worst first: those with new alerts, by severity and number, then those in which every alert has been handled.',
  })
  trouble!: FleetGroup[];

  @Field(() => Int, { description: 'Number of groups with open alerts.' })
  troubleCount!: number;

  @Field(() => Int, { description: 'Number of groups with new alerts.' })
  attentionCount!: number;

  @Field(() => Int, { description: 'Open alerts of all groups together.' })
  alertCount!: number;

  @Field(() => Int, { description: 'New alerts of all groups together.' })
  newCount!: number;

  @Field(() => Int, {
    description:
      'Number of open alerts covered by an active maintenance window, including acknowledged and snoozed ones.',
  })
  inMaintenanceCount!: number;

  /** IDs of the open alerts that an active maintenance window covers. */
  inMaintenanceIds!: ReadonlySet<string>;

  /** Monitored sites of all groups together. */
  siteCount!: number;

  @Field(() => [FleetGroup], {
    description:
      'Groups without open alerts. Those with sites whose state is unknown come first, then by name.',
  })
  quiet!: FleetGroup[];

  @Field(() => Int, { description: 'Number of groups without open alerts.' })
  quietCount!: number;

  @Field(() => Int, {
    description: 'Number of groups without open alerts that have sites in an unknown state.',
  })
  unknownCount!: number;
}

@ArgsType()
export class FleetArgs {
  @Field(() => Int, {
    defaultValue: 12,
    description: `Groups with open alerts to return, up to ${mostGroups}.`,
  })
  @Min(0, { message: '`trouble` must be 0 or more' })
  @Max(mostGroups, { message: `\`trouble\` must be ${mostGroups} or less` })
  trouble!: number;

  @Field(() => Int, {
    defaultValue: 60,
    description: `Groups without open alerts to return, up to ${mostGroups}.`,
  })
  @Min(0, { message: '`quiet` must be 0 or more' })
  @Max(mostGroups, { message: `\`quiet\` must be ${mostGroups} or less` })
  quiet!: number;
}
