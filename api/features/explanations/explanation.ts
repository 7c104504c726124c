import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Device, DeviceState } from '../controllers/device.entity.ts';
import { AlertCondition } from '../alerts/alert.enums.ts';

/** Result of a rule at one moment. */
export enum RuleOutcome {
  raised = 'raised',
  holding = 'holding',
  well = 'well',
  unknown = 'unknown',
  absent = 'absent',
}
registerEnumType(RuleOutcome, {
  name: 'RuleOutcome',
  description: 'Result of a rule for a device at one moment.',
  valuesConfig: {
    raised: { description: 'Its alert was open.' },
    holding: {
      description:
        "The condition held, but not yet for the duration of the rule, or the device was part of its cause's alert.",
    },
    well: { description: 'The condition did not hold.' },
    unknown: { description: "It couldn't be evaluated: the device wasn't monitored or reported no value." },
    absent: {
      description: "It wasn't evaluated: it didn't exist yet, is turned off or doesn't cover the device.",
    },
  },
});

@ObjectType({ description: 'Result of one rule for a device at one moment, and who was notified.' })
export class RuleExplanation {
  @Field(() => ID, {
    nullable: true,
    description: '`null` if the rule has been deleted and its alert is still open.',
  })
  ruleId!: string | null;

  @Field({ description: 'Name of the rule. For a deleted rule, its name when it raised the alert.' })
  ruleName!: string;

  @Field(() => RuleOutcome, { description: 'Result of the rule.' })
  outcome!: RuleOutcome;

  @Field({
    description:
      "What it found, or why it couldn't be evaluated, in a sentence. Times are in your time zone.",
  })
  saw!: string;

  @Field(() => [String], {
    description:
      "Who was notified of the alert, and who wasn't and why: a sentence each. Empty if there was no alert.",
  })
  followed!: string[];

  @Field(() => ID, {
    nullable: true,
    description: 'Its alert, if it was open or about to be raised. Otherwise `null`.',
  })
  alertId!: string | null;
}

@ObjectType({
  description:
    'What was known about a device at one moment, the result of each rule that applies to it, and who was notified. Rules are shown as they are today. Earlier versions are stored with the alerts they raised.',
})
export class DeviceExplanation {
  @Field(() => Device, { description: 'The device as it was last seen.' })
  device!: Device;

  @Field(() => GraphQLISODateTime, { description: 'The explained moment.' })
  at!: Date;

  @Field({
    description: 'Whether it was monitored then, and if not why, in a sentence. Times are in your time zone.',
  })
  look!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When it was last read before that moment. `null` if that isn't stored, or it wasn't read.",
  })
  measuredAt!: Date | null;

  @Field(() => DeviceState, {
    nullable: true,
    description: "State at `measuredAt`. `null` if it wasn't known.",
  })
  state!: DeviceState | null;

  @Field(() => [RuleExplanation], { description: 'Rules that raised an alert come first.' })
  rules!: RuleExplanation[];

  @Field(() => Int, {
    description: 'Number of rules that apply to other controllers, sites or customers only.',
  })
  elsewhere!: number;
}

@ObjectType({
  description: "Conditions that haven't been evaluated for longer than the duration of a rule, and why.",
})
export class NotEvaluated {
  @Field(() => GraphQLISODateTime, { description: "The first reading that couldn't evaluate them." })
  since!: Date;

  @Field({ description: 'Why, in a sentence.' })
  reason!: string;

  @Field(() => [AlertCondition], { description: "Conditions of the rules that can't be evaluated." })
  conditions!: AlertCondition[];

  @Field(() => ID, { description: 'The controller that this is about, one of your `controllers`.' })
  controllerId!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of devices affected. `null` if it is a whole console or account.',
  })
  deviceCount!: number | null;
}
