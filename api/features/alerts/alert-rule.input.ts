import {
  ArrayMaxSize,
  ArrayUnique,
  IsEnum,
  IsNotEmpty,
  IsOptional,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { PartialInput } from '#api/schema/partial-input.ts';
import { IsName } from '#api/schema/texts.ts';
import { AlertCondition, AlertSeverity } from './alert.enums.ts';
import { NotificationChannel } from './notification-channel.ts';
import { AreSeverities, IsCategory, IsKeptName, IsPriority } from './ticket-rules.ts';

/** The rule form and its limits (specification 1, section 5). */
@InputType({ description: 'What to look for, where, and whom to tell.' })
export class AlertRuleInput {
  @Field()
  @IsName('Name', 'Rule name is required')
  name!: string;

  @Field(() => AlertCondition)
  @IsNotEmpty({ message: 'Condition is required' })
  @IsEnum(AlertCondition, { message: 'Condition is required' })
  condition!: AlertCondition;

  @Field(() => ID, {
    nullable: true,
    description: "Null or 'all': every controller; so is absence in a new rule.",
  })
  @IsOptional()
  @MaxLength(64, { message: 'Choose one of your controllers' })
  controllerId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200, { message: 'Choose one of the sites' })
  siteId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(20, { message: 'Threshold must be 20 characters or less' })
  threshold?: string | null;

  @Field(() => Int, { defaultValue: 5 })
  @Min(1, { message: 'Duration must be at least 1 minute' })
  @Max(1440, { message: 'Duration cannot exceed 24 hours' })
  duration!: number;

  @Field(() => [NotificationChannel], { defaultValue: [] })
  @ArrayMaxSize(5, { message: 'Each channel can be chosen once' })
  @ArrayUnique({ message: 'Each channel can be chosen once' })
  channels!: NotificationChannel[];

  @Field(() => Boolean, { defaultValue: true })
  isActive!: boolean;

  @Field(() => Boolean, { defaultValue: false })
  haloEnabled!: boolean;

  @Field(() => [AlertSeverity], { defaultValue: [AlertSeverity.critical] })
  @AreSeverities()
  haloSeverityLevels!: AlertSeverity[];

  @Field(() => Int, { nullable: true })
  haloClientId?: number | null;

  @Field(() => String, { nullable: true })
  @IsKeptName('Client name')
  haloClientName?: string | null;

  @Field(() => Int, { nullable: true })
  haloSiteId?: number | null;

  @Field(() => String, { nullable: true })
  @IsKeptName('Site name')
  haloSiteName?: string | null;

  @Field(() => Int, { defaultValue: 2 })
  @IsPriority(5)
  haloPriority!: number;

  @Field(() => Int, { defaultValue: 1 })
  @IsCategory()
  haloCategory!: number;

  @Field(() => String, { nullable: true })
  @IsKeptName('Category name')
  haloCategoryName?: string | null;
}

/** Absent fields stay as they are. */
export const AlertRuleChanges = PartialInput(AlertRuleInput, 'AlertRuleChanges');
export type AlertRuleChanges = Partial<AlertRuleInput>;
