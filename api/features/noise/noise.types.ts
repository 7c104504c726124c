import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { AlertCondition } from '../alerts/alert.enums.ts';
import { AlertRule } from '../alerts/alert-rule.entity.ts';
import { DeliveryChannel, NotificationChannel } from '../alerts/notification-channel.ts';

@ObjectType({ description: 'Messages that one type of channel sent.' })
export class ChannelMessages {
  @Field(() => DeliveryChannel, { description: 'Type of the channel, whether or not it still exists.' })
  channel!: DeliveryChannel;

  @Field(() => Int, { description: 'Number of messages. An email to three people counts as three.' })
  messages!: number;
}

@ObjectType({ description: 'Messages and alerts of one week.' })
export class NoiseWeek {
  @Field({ description: 'Its Monday, such as `2026-11-23`, in the time zone of `Noise.timeZone`.' })
  start!: string;

  @Field({
    description:
      "Whether all of its alerts are still stored. If not, it began before your package's history, and its figures are too low.",
  })
  isComplete!: boolean;

  @Field(() => Int, {
    description: "Number of messages about alerts that were sent. Tests and tickets don't count.",
  })
  messages!: number;

  @Field(() => [ChannelMessages], { description: 'The same by type of channel, most messages first.' })
  channels!: ChannelMessages[];

  @Field(() => Int, {
    description: 'Number of alerts that were raised. One that returned counts when it was last raised.',
  })
  alerts!: number;

  @Field(() => Int, { description: 'How many of them are acknowledged.' })
  acknowledged!: number;

  @Field(() => Int, {
    description:
      "How many of them no one ever acknowledged, snoozed or put into maintenance, and no one closed their tickets in HaloPSA while they were open. Open alerts count after a day. Viewing an alert isn't recorded.",
  })
  untouched!: number;

  @Field(() => Int, { description: 'How many of them returned soon after they were resolved.' })
  flapping!: number;

  @Field(() => Int, {
    description:
      "How many of them recovered within 5 minutes and didn't return, before anyone acknowledged them.",
  })
  brief!: number;
}

@ObjectType({ description: 'A channel and its budget in the current week.' })
export class ChannelBudget {
  @Field(() => ID, { description: 'ID of the channel, for `updateIntegration`.' })
  integrationId!: string;

  @Field(() => NotificationChannel, { description: 'Type of the channel.' })
  channel!: NotificationChannel;

  @Field({ description: 'Whether it is on.' })
  isActive!: boolean;

  @Field(() => Int, { description: 'Number of messages that it has sent this week.' })
  messages!: number;

  @Field(() => Int, { nullable: true, description: 'Number of messages a week. `null`: no budget.' })
  budget!: number | null;

  @Field({ description: 'Whether it has sent more than its budget this week.' })
  isExceeded!: boolean;
}

@ObjectType({ description: "How many messages a team's alerts cause, and how many of them anyone needed." })
export class Noise {
  @Field({ description: "IANA name of the time zone of the weeks: the team's, or `UTC` if it has none." })
  timeZone!: string;

  @Field(() => [NoiseWeek], {
    description: 'The last 8 weeks, oldest first. The last one is the current week.',
  })
  weeks!: NoiseWeek[];

  @Field(() => [ChannelBudget], { description: "The team's channels, oldest first." })
  budgets!: ChannelBudget[];
}

@ObjectType({ description: 'A rule whose alerts caused messages.' })
export class NoisyRule {
  @Field(() => ID, { description: 'ID of the rule.' })
  ruleId!: string;

  @Field({ description: 'Its name.' })
  name!: string;

  @Field(() => AlertCondition, { description: 'What it looks for.' })
  condition!: AlertCondition;

  @Field(() => String, {
    nullable: true,
    description: "Its threshold as entered, e.g. `90%`. `null`: the condition's default, or it has none.",
  })
  threshold!: string | null;

  @Field(() => Int, { description: 'Its duration in minutes.' })
  duration!: number;

  @Field({ description: 'Whether it is on.' })
  isActive!: boolean;

  @Field({
    description:
      "Whether `startRuleBacktest` can run it over the past. It can't if past values of its condition aren't stored.",
  })
  hasBacktest!: boolean;

  @Field(() => Int, {
    description: "Number of messages about its alerts. Summaries of many alerts don't count.",
  })
  messages!: number;

  @Field(() => Int, { description: 'Number of its alerts.' })
  alerts!: number;

  @Field(() => Int, { description: 'How many of them are untouched, as in `NoiseWeek`.' })
  untouched!: number;

  @Field(() => Int, { description: 'How many of them were brief, as in `NoiseWeek`.' })
  brief!: number;
}

@ObjectType({
  description: 'A device, client, internet line, console or internet provider whose alerts caused messages.',
})
export class NoisyDevice {
  @Field({ description: 'Its name in the latest alert about it.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of its controller. `null` for a provider, whose outages concern several sites.',
  })
  controllerId!: string | null;

  @Field(() => ID, { nullable: true, description: 'ID (`hostId`) of its site. `null` for a provider.' })
  siteId!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of its site. `null` for a provider.' })
  siteName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: '12 upper-case hex digits. `null` for a console, an internet line or a provider.',
  })
  mac!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Key of the internet line: `WAN` or `WAN2`. `null` for anything else.',
  })
  line!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Number of the provider's autonomous system, such as `7922`. `null` if unknown, and for anything else.",
  })
  asn!: number | null;

  @Field({ description: 'Whether it is a device that the controller knows, and not a client.' })
  isDevice!: boolean;

  @Field(() => AlertRule, {
    nullable: true,
    description:
      'The rule that raised most of its alerts. `null` if it isn’t a device or the rule was deleted.',
  })
  rule!: AlertRule | null;

  @Field(() => Int, { description: "Number of messages about it. Summaries of many alerts don't count." })
  messages!: number;

  @Field(() => Int, { description: 'Number of alerts about it.' })
  alerts!: number;

  @Field(() => Int, { description: 'How many of them are untouched, as in `NoiseWeek`.' })
  untouched!: number;
}

@ObjectType({ description: 'What caused most messages in a period.' })
export class NoiseSources {
  @Field(() => GraphQLISODateTime, {
    description:
      "Start of the period: a Monday in the team's time zone, or when your package's history begins if that is later.",
  })
  from!: Date;

  @Field(() => [NoisyRule], {
    description: 'Up to 10 rules, most messages first. Rules that were deleted are left out.',
  })
  rules!: NoisyRule[];

  @Field(() => [NoisyDevice], {
    description: 'Up to 10 devices, clients, internet lines, consoles and providers, most messages first.',
  })
  devices!: NoisyDevice[];
}
