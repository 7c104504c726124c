import { OptionalProps, type Rel, PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Controller } from '../controllers/controller.entity.ts';
import type { StateReason } from '../unifi/reading.ts';
import { severityRank } from '#api/db/severity.ts';
import { Team } from '../teams/team.entity.ts';
import { User } from '../users/user.entity.ts';
import { AlertResolution, AlertSeverity, AlertType } from './alert.enums.ts';
import { AlertRule } from './alert-rule.entity.ts';
import type { RuleSnapshot } from './rule-snapshot.ts';

/** A past or current problem on a controller. */
@ObjectType({ description: 'An open or resolved problem on a controller.' })
@Entity()
@Index({
  name: 'alert_one_open_per_rule_and_subject',
  expression:
    'create unique index "alert_one_open_per_rule_and_subject" on "alert" ("rule_id", "controller_id", "subject") where "resolved_at" is null',
})
@Index({
  name: 'alert_open_by_controller',
  expression:
    'create index "alert_open_by_controller" on "alert" ("controller_id", "timestamp" desc) where "resolved_at" is null',
})
@Index({
  name: 'alert_open_by_site',
  expression:
    'create index "alert_open_by_site" on "alert" ("team_id", "site_id") where "resolved_at" is null',
})
@Index({
  name: 'alert_open_worst_first_by_age',
  expression: `create index "alert_open_worst_first_by_age" on "alert" ("team_id", (${severityRank('"severity"')}), "since", "id") where "resolved_at" is null`,
})
@Index({
  name: 'alert_open_by_provider',
  expression: `create index "alert_open_by_provider" on "alert" ("team_id") where "resolved_at" is null and "type" = 'isp_outage'`,
})
@Index({ properties: ['team', 'timestamp'] })
@Index({ properties: ['controller', 'subject'] })
export class Alert {
  [OptionalProps]?:
    'controllerId' | 'ruleId' | 'causeAlertId' | 'acknowledgedById' | 'snoozedById' | 'raises' | 'overLimit';

  @Field(() => ID, { description: 'UUID. Stays the same while the alert flaps.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Index()
  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Field(() => ID, { description: 'The controller it happened on.' })
  get controllerId(): string {
    return this.controller.id;
  }

  /** `null` once the rule is deleted. The alert stays in the history. */
  @Index()
  @ManyToOne(() => AlertRule, { nullable: true, deleteRule: 'set null' })
  rule?: Rel<AlertRule> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the rule that raised it. `null` if the rule was deleted.',
  })
  get ruleId(): string | null {
    return this.rule?.id ?? null;
  }

  @Field({ description: 'Name of the rule when the alert was raised.' })
  @Property({ type: 'text' })
  ruleName!: string;

  /** The rule as it was when the alert was last raised. Not loaded in lists. */
  @Property({ type: 'json', nullable: true, lazy: true, fieldName: 'rule_then' })
  ruleSnapshot?: RuleSnapshot | null;

  /** Its subject, unique within the controller: a device, a port, a client, a line or a console. */
  @Property({ type: 'text' })
  subject!: string;

  @Field(() => AlertType, { description: 'What it is about.' })
  @Enum({ items: () => AlertType })
  type!: AlertType;

  @Field(() => AlertSeverity, { description: 'Severity. Can change while the alert is open.' })
  @Enum({ items: () => AlertSeverity })
  severity!: AlertSeverity;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the device, client, internet line or console when the alert was raised. `null` if unknown.',
  })
  @Property({ type: 'text', nullable: true })
  deviceName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'MAC address as 12 upper-case hex digits. `null` for a console or an internet line.',
  })
  @Property({ type: 'text', nullable: true })
  deviceMac?: string | null;

  @Field({ description: 'ID of the console.' })
  @Property({ type: 'text' })
  siteId!: string;

  @Field({ description: 'Name of the console.' })
  @Property({ type: 'text' })
  siteName!: string;

  /** The site inside the Network application, if the console has several. */
  @Property({ type: 'text', nullable: true })
  networkSite?: string | null;

  /** Port number, if the alert is about a port. */
  @Property({ type: 'integer', nullable: true })
  port?: number | null;

  /** The device that a client was connected to. */
  @Property({ type: 'text', nullable: true })
  uplinkName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Internet line that it is about: `WAN` or `WAN2`. `null` for anything else.',
  })
  @Property({ type: 'text', nullable: true })
  line?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Provider of the internet line. `null` if unknown, or if the alert is about anything else.',
  })
  @Property({ type: 'text', nullable: true })
  provider?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Number of the provider's autonomous system, such as `7922`. `null` if unknown, or if the alert is about anything else.",
  })
  @Property({ type: 'integer', nullable: true })
  asn?: number | null;

  /** What is wrong with an impaired device. */
  @Property({ type: 'text', nullable: true })
  impairment?: StateReason | null;

  /** How many devices are unknown while their console is unreachable. */
  @Property({ type: 'integer', nullable: true })
  deviceCount?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How many devices behind its device or port have been down at the same time, at most. `affected` lists them. `null` if there have been none.',
  })
  @Property({ type: 'integer', nullable: true })
  affectedCount?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "How many of the team's sites a provider's outage has affected at the same time, at most. `affectedSites` lists them. `null` for anything else.",
  })
  @Property({ type: 'integer', nullable: true })
  affectedSiteCount?: number | null;

  /** The alert that this one became part of, because its device was down for the same reason. */
  @Index()
  @ManyToOne(() => Alert, { nullable: true, deleteRule: 'set null' })
  causeAlert?: Rel<Alert> | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the alert that this one became part of, because its device was down for the same reason. See `resolution`. `null` otherwise.',
  })
  get causeAlertId(): string | null {
    return this.causeAlert?.id ?? null;
  }

  /**
   * The formerly stored sentence. Nodes of the previous release still read and write it, and a later release
   * drops it.
   */
  @Property({ type: 'text', fieldName: 'message', default: '', lazy: true })
  formerMessage?: string;

  @Field(() => Float, {
    nullable: true,
    description:
      'Measured value when it was raised, in percent, bytes per second or milliseconds. `null` for conditions without one, such as offline devices.',
  })
  @Property({ type: 'double', nullable: true })
  value?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Threshold that `value` was compared with, in the same unit. `null` if there is no value.',
  })
  @Property({ type: 'double', nullable: true })
  threshold?: number | null;

  @Field(() => GraphQLISODateTime, { description: 'When the condition was first seen to hold.' })
  @Property({ type: 'timestamptz' })
  since!: Date;

  @Field(() => GraphQLISODateTime, {
    description: 'When the alert was last raised. Later than the first time if the problem returned.',
  })
  @Property({ type: 'timestamptz' })
  timestamp!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "Since when its state has been unknown because it can't be measured. `null` if its state is known. The alert stays open.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  unknownSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the alert was resolved. `null` while it is open.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  resolvedAt?: Date | null;

  @Field(() => AlertResolution, {
    nullable: true,
    description: 'How the alert was resolved. `null` while it is open.',
  })
  @Enum({ items: () => AlertResolution, nullable: true })
  resolution?: AlertResolution | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the alert was acknowledged. `null` if it hasn't been.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  acknowledgedAt?: Date | null;

  @Index()
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  acknowledgedBy?: Rel<User> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of that person. `null` if there is none or their account was deleted.',
  })
  get acknowledgedById(): string | null {
    return this.acknowledgedBy?.id ?? null;
  }

  /** A copy, because the history outlives the account. */
  @Field(() => String, {
    name: 'acknowledgedBy',
    nullable: true,
    description:
      "Name of the person who acknowledged it, at that time. `null` if it hasn't been acknowledged.",
  })
  @Property({ type: 'text', nullable: true })
  acknowledgedByName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Note of the person who acknowledged it, up to 500 characters. `null` if there is none.',
  })
  @Property({ type: 'text', nullable: true })
  acknowledgeNote?: string | null;

  @Field(() => Int, {
    description: 'Number of times it was raised. Above 1 if the problem returned soon after it was resolved.',
  })
  @Property({ type: 'integer', default: 1 })
  raises: number = 1;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "When the alert began flapping. `null` if it isn't flapping. A flapping problem stays one alert until it has been resolved for a while.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  flappingSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      "Since when a flapping alert's problem has been continuously resolved. `null` while it persists or is unknown.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  calmSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of the snooze. No notifications are sent before that. `null` if it isn't snoozed.",
  })
  @Property({ type: 'timestamptz', nullable: true })
  snoozedUntil?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the person who snoozed it. `null` if it isn't snoozed.",
  })
  @Property({ type: 'text', nullable: true })
  snoozedBy?: string | null;

  @Index()
  @ManyToOne(() => User, { nullable: true, deleteRule: 'set null' })
  snoozer?: Rel<User> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of that person. `null` if there is none or their account was deleted.',
  })
  get snoozedById(): string | null {
    return this.snoozer?.id ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the maintenance window that suppressed its notifications. `null` if none was active when it was raised.',
  })
  @Property({ type: 'text', nullable: true })
  maintenance?: string | null;

  @Field({
    description:
      "Whether it exceeded the package's monthly alert limit. Over the limit, only critical alerts are sent.",
  })
  @Property({ type: 'boolean', default: false })
  overLimit: boolean = false;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of its HaloPSA ticket. `null` if none was opened.',
  })
  @Property({ type: 'integer', nullable: true })
  ticketId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of its HaloPSA ticket. `null` if none was opened.',
  })
  @Property({ type: 'text', nullable: true })
  ticketUrl?: string | null;
}

/** A device that is or was down because of an alert's device or port, which it connects through. */
@ObjectType({ description: 'A device that is or was down behind the device or port of an alert.' })
@Entity()
export class AffectedDevice {
  @ManyToOne(() => Alert, { primary: true, deleteRule: 'cascade' })
  alert!: Rel<Alert>;

  @Field({
    description:
      "MAC address as 12 upper-case hex digits, the `deviceId` of `deviceDetails` on the alert's controller.",
  })
  @PrimaryKey({ type: 'text' })
  mac!: string;

  [PrimaryKeyProp]?: ['alert', 'mac'];

  @Field({ description: 'Its name when it went down.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it went down.' })
  @Property({ type: 'timestamptz' })
  since!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was up again, or no longer part of the alert. `null` while it is down behind it.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;
}

/** A site that is or was without a line because of a provider's outage. */
@ObjectType({ description: 'A site that is or was without one of its lines because of the outage.' })
@Entity()
@Index({ properties: ['hostId'] })
@Index({
  name: 'affected_site_now',
  expression: `create index "affected_site_now" on "affected_site" ("host_id") where "until" is null`,
})
export class AffectedSite {
  [OptionalProps]?: 'controllerId';

  @ManyToOne(() => Alert, { primary: true, deleteRule: 'cascade' })
  alert!: Rel<Alert>;

  @Field({ description: '`hostId` of its console, the `siteId` of alerts.' })
  @PrimaryKey({ type: 'text' })
  hostId!: string;

  [PrimaryKeyProp]?: ['alert', 'hostId'];

  @Index()
  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Field(() => ID, { description: 'The controller that monitors it.' })
  get controllerId(): string {
    return this.controller.id;
  }

  /** UniFi's ID of the site inside the console. */
  @Property({ type: 'text' })
  networkSiteId!: string;

  @Field({ description: 'Its name when the line failed.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Customer of the site. `null` if it has none.' })
  customerName?: string | null;

  @Field({ description: 'Key of the line: `WAN` or `WAN2`.' })
  @Property({ type: 'text' })
  line!: string;

  /** Its console lost the cloud with its only line. */
  @Property({ type: 'boolean' })
  isDark!: boolean;

  @Field(() => GraphQLISODateTime, { description: 'When it failed.' })
  @Property({ type: 'timestamptz' })
  since!: Date;

  /** When it was added to the outage. */
  @Property({ type: 'timestamptz' })
  listedAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was back, or the outage over. `null` while it is down.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  /** The `HalopsaTicket` that names it, so that later changes of customers and rules don't move it to another one. */
  @Property({ type: 'uuid', nullable: true })
  halopsaTicketId?: string | null;
}

/**
 * How many of a team's alerts opened in a UTC month, counted as they open, so that deleting alerts doesn't
 * lower the count.
 */
@Entity()
export class AlertMonth {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** The first day of the month. */
  @PrimaryKey({ type: 'date' })
  month!: string;

  [PrimaryKeyProp]?: ['team', 'month'];

  @Property({ type: 'integer', default: 0 })
  raised: number = 0;

  /** The share of the package's limit that the owner was notified about: 0, 80 or 100 percent. */
  @Property({ type: 'integer', fieldName: 'told_percent', default: 0 })
  notifiedPercent: number = 0;
}
