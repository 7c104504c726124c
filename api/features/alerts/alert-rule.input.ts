import {
  ArrayMaxSize,
  ArrayUnique,
  IsOptional,
  Max,
  MaxLength,
  Min,
  IsEnum,
  IsNotEmpty,
  Matches,
  ValidateNested,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { all, IsName } from '#api/graphql/schema/texts.ts';
import { PartialInput } from '#api/graphql/schema/partial-input.ts';
import { DeviceRole } from '../controllers/device.entity.ts';
import { AlertCondition, AlertSeverity } from './alert.enums.ts';
import { NotificationChannel } from './notification-channel.ts';

// Validation of ticket settings, for rules and controllers alike.

const once = { message: 'Each severity can be chosen once' };

export const AreSeverities = (): PropertyDecorator => all(ArrayMaxSize(4, once), ArrayUnique(once));

/** A name from HaloPSA, stored with its number. */
export const IsKeptName = (what: string): PropertyDecorator =>
  all(IsOptional(), MaxLength(200, { message: `${what} must be 200 characters or less` }));

export const IsPriority = (most: number): PropertyDecorator => {
  const between = { message: `Priority must be between 1 and ${most}` };
  return all(Max(most, between), Min(1, between));
};

export const IsCategory = (): PropertyDecorator => Min(1, { message: 'Category must be at least 1' });

/** Rules of a team. Each poll of each controller evaluates all of them, and lists show them without pages. */
export const maxRules = 500;

/** The most entries in one list of a scope, and the most exceptions of a rule. */
const mostEntries = 200;
const mostExceptions = 10;

const IsListOf = (what: string, longest?: number, most = mostEntries): PropertyDecorator =>
  all(
    IsOptional(),
    ArrayMaxSize(most, { message: `Choose up to ${most} ${what}` }),
    ...(longest
      ? [MaxLength(longest, { each: true, message: `Use up to ${longest} characters for each` })]
      : []),
  );

@InputType({
  description:
    'What a rule is limited to, or an exception from it. Any entry of a list may match, and every list must. Lists that are `null`, empty or omitted limit nothing.',
})
export class RuleScopeInput {
  @Field(() => [ID], { nullable: true, description: 'IDs of up to 200 customers of your team.' })
  @IsListOf('customers')
  customerIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Up to 200 tags of sites or customers. Stored in lower case.',
  })
  @IsListOf('tags', 40)
  tags?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'IDs (`hostId`) of up to 200 sites, on any controller.',
  })
  @IsListOf('sites', 200)
  siteIds?: string[] | null;

  @Field(() => [DeviceRole], { nullable: true, description: 'Types of devices.' })
  @IsListOf('types')
  deviceRoles?: DeviceRole[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Up to 200 models as UniFi names them, such as `U6 Pro`. Case is ignored.',
  })
  @IsListOf('models', 100)
  models?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Up to 50 patterns for the whole name of a device: `*` stands for any text and `?` for one character. Case is ignored. A rule and its exceptions have at most 100.',
  })
  @IsListOf('names', 100, 50)
  names?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Up to 200 MAC addresses of devices, with or without separators.',
  })
  @IsListOf('devices')
  @Matches(/^\s*([0-9A-Fa-f]{2}[-:. ]?){5}[0-9A-Fa-f]{2}\s*$/, {
    each: true,
    message: 'Please enter a MAC address such as 74:AC:B9:12:34:56',
  })
  macs?: string[] | null;
}

@InputType({ description: 'What a rule was seen with, before someone changes it.' })
export class SeenRule {
  @Field(() => String, { nullable: true, description: 'Its `threshold`.' })
  @IsOptional()
  @MaxLength(20, { message: 'Threshold must be 20 characters or less' })
  threshold?: string | null;

  @Field(() => Int, { description: 'Its `duration`.' })
  duration!: number;

  @Field(() => [RuleScopeInput], {
    nullable: true,
    description: 'Its `exceptions`. `null` skips this check.',
  })
  @IsOptional()
  @ArrayMaxSize(mostExceptions, { message: `Add up to ${mostExceptions} exceptions` })
  @ValidateNested({ each: true })
  exceptions?: RuleScopeInput[] | null;
}

/** The rule form and its limits (specification 1, section 5). */
@InputType({ description: 'Condition, scope and channels of a rule.' })
export class AlertRuleInput {
  @Field({ description: 'Shown in the alerts it raises. 1 to 100 characters on one line.' })
  @IsName('Name', 'Rule name is required')
  name!: string;

  @Field(() => AlertCondition, {
    description: 'Condition. `alertConditions` lists what your consoles can measure.',
  })
  @IsNotEmpty({ message: 'Condition is required' })
  @IsEnum(AlertCondition, { message: 'Condition is required' })
  condition!: AlertCondition;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the controller. `null` or `all` means every controller, which is the default for a new rule.',
  })
  @IsOptional()
  @MaxLength(64, { message: 'Choose one of your controllers' })
  controllerId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A `hostId` of `sites`. `null`: every monitored site of the controller. A site that is not selected is accepted, and the rule applies to it once it is.',
  })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => RuleScopeInput, {
    nullable: true,
    description: 'What it is limited to, beyond the controller and site. `null`: no further limit.',
  })
  @IsOptional()
  @ValidateNested()
  scope?: RuleScopeInput | null;

  @Field(() => [RuleScopeInput], {
    defaultValue: [],
    description: 'What it leaves out: anything that one of these matches. Up to 10, none of them empty.',
  })
  @ArrayMaxSize(mostExceptions, { message: `Add up to ${mostExceptions} exceptions` })
  @ValidateNested({ each: true })
  exceptions!: RuleScopeInput[];

  @Field(() => String, {
    nullable: true,
    description:
      'Threshold, e.g. `80%`, `100MB` or `150ms`. `null` or empty uses the default for the condition.',
  })
  @IsOptional()
  @MaxLength(20, { message: 'Threshold must be 20 characters or less' })
  threshold?: string | null;

  @Field(() => Int, {
    defaultValue: 5,
    description: 'Minutes the condition must hold before an alert is raised, 1 to 1440.',
  })
  @Min(1, { message: 'Duration must be at least 1 minute' })
  @Max(1440, { message: 'Duration cannot exceed 24 hours' })
  duration!: number;

  @Field(() => [NotificationChannel], {
    defaultValue: [],
    description:
      'Channel types that its alerts are sent to, each at most once. If empty, alerts are only recorded.',
  })
  @ArrayMaxSize(5, { message: 'Each channel can be chosen once' })
  @ArrayUnique({ message: 'Each channel can be chosen once' })
  channels!: NotificationChannel[];

  @Field(() => Boolean, {
    defaultValue: true,
    description:
      "Whether devices that are down because of a failed device or port above them become part of that one's alert, and consoles and lines part of an alert about their provider's outage. When off, each raises its own. Only matters for `device_offline`, `port_down`, `wan_down` and `wan_failover`.",
  })
  fold!: boolean;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether the rule is on. When off, it raises no alerts.',
  })
  isActive!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether its alerts open HaloPSA tickets, regardless of the controller's settings.",
  })
  haloEnabled!: boolean;

  @Field(() => [AlertSeverity], {
    defaultValue: [AlertSeverity.critical],
    description: 'Which of its alerts open a ticket, each severity once.',
  })
  @AreSeverities()
  haloSeverityLevels!: AlertSeverity[];

  @Field(() => Int, {
    nullable: true,
    description:
      'An `id` of `halopsaClients`. Null: that of the customer of the alert’s site, if it is linked to one.',
  })
  haloClientId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the client. Stored for when HaloPSA is unavailable.',
  })
  @IsKeptName('Client name')
  haloClientName?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'An `id` of `halopsaSites`. Null: the ticket names none.',
  })
  haloSiteId?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Name of the site. Stored like the client's name.",
  })
  @IsKeptName('Site name')
  haloSiteName?: string | null;

  @Field(() => Int, { defaultValue: 2, description: '1 Low to 5 Critical.' })
  @IsPriority(5)
  haloPriority!: number;

  @Field(() => Int, { defaultValue: 1, description: 'An `id` of `halopsaCategories`.' })
  @IsCategory()
  haloCategory!: number;

  @Field(() => String, {
    nullable: true,
    description: "Path of the category, such as `Hardware>Laptop`. Stored like the client's name.",
  })
  @IsKeptName('Category name')
  haloCategoryName?: string | null;
}

/** Omitted fields keep their value. */
export const AlertRuleChanges = PartialInput(AlertRuleInput, 'AlertRuleChanges');
export type AlertRuleChanges = Partial<AlertRuleInput>;
