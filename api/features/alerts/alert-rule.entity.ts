import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Controller, TicketPlace } from '../controllers/controller.entity.ts';
import { DeviceRole } from '../controllers/device.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { AlertCondition, AlertSeverity } from './alert.enums.ts';
import { NotificationChannel } from './notification-channel.ts';

/** What a rule is limited to, or an exception from it. Stored without empty lists. */
@ObjectType({
  description:
    'What a rule is limited to, or an exception from it. Any entry of a list may match, and every list must. Lists that are `null` limit nothing.',
})
export class RuleScope {
  @Field(() => [ID], { nullable: true, description: 'IDs of customers whose sites match. `null`: any site.' })
  customerIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Tags of sites or their customers, in lower case. `null`: any site.',
  })
  tags?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'IDs (`hostId`) of sites, on any controller. `null`: any site.',
  })
  siteIds?: string[] | null;

  @Field(() => [DeviceRole], { nullable: true, description: 'Types of devices. `null`: any device.' })
  deviceRoles?: DeviceRole[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Models such as `U6 Pro`, ignoring case. A device whose model UniFi does not report matches none. `null`: any device.',
  })
  models?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Patterns for the whole name of a device, ignoring case: `*` stands for any text and `?` for one character. `null`: any device.',
  })
  names?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'MAC addresses of devices, 12 upper-case hex digits. `null`: any device.',
  })
  macs?: string[] | null;
}

@ObjectType({ description: 'A rule that raises alerts.' })
@Entity()
export class AlertRule extends TicketPlace {
  [OptionalProps]?: 'controllerId';

  @Field(() => ID, {
    description: 'UUID, for `updateAlertRule`, `testAlertRule` and `deleteAlertRule`.',
  })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field({ description: 'Name, shown in the alerts it raises.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => AlertCondition, { description: 'What is looked for.' })
  @Enum({ items: () => AlertCondition })
  condition!: AlertCondition;

  @Index()
  @ManyToOne(() => Controller, { nullable: true, deleteRule: 'cascade' })
  controller?: Rel<Controller> | null;

  @Field(() => ID, { nullable: true, description: 'The controller that is watched. Null: all controllers.' })
  get controllerId(): string | null {
    return this.controller?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: '`null`: every monitored site of the controller.' })
  @Property({ type: 'text', nullable: true })
  siteId?: string | null;

  @Field(() => RuleScope, {
    description: 'What it is limited to, beyond the controller and site. No further limit by default.',
  })
  @Property({ type: 'json', default: '{}' })
  scope: RuleScope = {};

  @Field(() => [RuleScope], {
    description: 'What it leaves out: anything that one of these matches, up to 10.',
  })
  @Property({ type: 'json', default: '[]' })
  exceptions: RuleScope[] = [];

  @Field(() => String, {
    nullable: true,
    description:
      'Threshold as entered, e.g. `80%`, `100MB` or `150ms`. `null` uses the default for the condition.',
  })
  @Property({ type: 'text', nullable: true })
  threshold?: string | null;

  @Field(() => Int, { description: 'Minutes the condition must hold before an alert is raised.' })
  @Property({ type: 'integer', default: 5 })
  duration: number = 5;

  @Field(() => [NotificationChannel], {
    description: 'Channel types that its alerts are sent to. If empty, alerts are only recorded.',
  })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  channels: NotificationChannel[] = [];

  @Field({
    description:
      "Whether devices that are down because of a failed device or port above them become part of that one's alert, and consoles and lines part of an alert about their provider's outage, instead of raising their own.",
  })
  @Property({ type: 'boolean', default: true })
  fold: boolean = true;

  @Field({ description: 'Whether the rule is on. Turning it off resolves its open alerts.' })
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;

  @Field({ description: "Whether its alerts open HaloPSA tickets, regardless of the controller's settings." })
  @Property({ type: 'boolean', default: false })
  haloEnabled: boolean = false;

  @Field(() => [AlertSeverity], { description: 'Which of its alerts open a ticket.' })
  @Property({ type: 'text[]', defaultRaw: "'{critical}'" })
  haloSeverityLevels: AlertSeverity[] = [AlertSeverity.critical];

  @Field(() => Int, { description: '1 Low to 5 Critical.' })
  @Property({ type: 'integer', default: 2 })
  haloPriority: number = 2;

  @Field(() => Int, { description: 'ID of a HaloPSA category.' })
  @Property({ type: 'integer', default: 1 })
  haloCategory: number = 1;

  @Field(() => GraphQLISODateTime, { description: 'Creation time.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
