import { Field, ID, Int, ObjectType } from 'type-graphql';
import { RuleScope, type AlertRule } from './alert-rule.entity.ts';
import { AlertCondition } from './alert.enums.ts';
import { conditions } from './condition.ts';
import { NotificationChannel } from './notification-channel.ts';

/** The parts of a rule stored with its alerts, because the rule may change or be deleted. */
@ObjectType({ description: 'A rule as it was when it raised an alert.' })
export class RuleSnapshot {
  @Field(() => AlertCondition, { description: 'What it looked for.' })
  condition!: AlertCondition;

  @Field(() => String, {
    nullable: true,
    description: "Threshold as entered, or the condition's default. `null` for conditions without one.",
  })
  threshold!: string | null;

  @Field({ description: 'Whether the rule named no threshold of its own.' })
  isUsualThreshold!: boolean;

  @Field(() => Int, { description: 'Minutes the condition had to hold.' })
  duration!: number;

  @Field(() => ID, { nullable: true, description: 'ID of its controller. `null` means all of them.' })
  controllerId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: '`hostId` of the console. `null` means every monitored site.',
  })
  siteId!: string | null;

  @Field(() => RuleScope, { description: 'What it was limited to, beyond the controller and site.' })
  scope!: RuleScope;

  @Field(() => [RuleScope], { description: 'What it left out.' })
  exceptions!: RuleScope[];

  @Field(() => [NotificationChannel], { description: 'Channel types that its alerts were sent to.' })
  channels!: NotificationChannel[];
}

/** A snapshot of the current rule. */
export function ruleSnapshot({
  condition,
  threshold,
  duration,
  controllerId,
  siteId,
  scope,
  exceptions,
  channels,
}: Pick<
  AlertRule,
  'condition' | 'threshold' | 'duration' | 'controllerId' | 'siteId' | 'scope' | 'exceptions' | 'channels'
>): RuleSnapshot {
  const measure = conditions[condition].measure;
  return {
    condition,
    threshold: measure ? (threshold ?? measure.defaultThreshold) : null,
    isUsualThreshold: !!measure && threshold == null,
    duration,
    controllerId,
    siteId: siteId ?? null,
    scope,
    exceptions,
    channels: [...channels],
  };
}
