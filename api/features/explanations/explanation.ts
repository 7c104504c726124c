import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Device, DeviceState } from '../controllers/device.entity.ts';

/** What a rule came to at one moment. */
export enum RuleOutcome {
  raised = 'raised',
  holding = 'holding',
  well = 'well',
  unknown = 'unknown',
  absent = 'absent',
}
registerEnumType(RuleOutcome, {
  name: 'RuleOutcome',
  description: 'What a rule came to about a device at one moment.',
  valuesConfig: {
    raised: { description: 'Its alert was open.' },
    holding: { description: 'What it looks for held, and not yet for as long as it asks.' },
    well: { description: 'It saw nothing wrong.' },
    unknown: { description: 'It could not tell: nobody looked, or nothing was measured.' },
    absent: { description: 'It did not look: it was not made yet, or is switched off.' },
  },
});

@ObjectType({ description: 'What one rule saw of a device at one moment, and what followed.' })
export class RuleExplanation {
  @Field(() => ID, { nullable: true, description: 'Null where the rule is gone: its alert has outlived it.' })
  ruleId!: string | null;

  @Field({ description: 'Its name; that of one that is gone as it was when it raised the alert.' })
  ruleName!: string;

  @Field(() => RuleOutcome, { description: 'What it came to.' })
  outcome!: RuleOutcome;

  @Field({ description: 'What it saw, or why it could not, in a sentence. Times are in your time zone.' })
  saw!: string;

  @Field(() => [String], {
    description:
      'Who was told that the alert was raised, and who was not and why: a sentence each. Empty where there was no alert.',
  })
  followed!: string[];

  @Field(() => ID, {
    nullable: true,
    description: 'Its alert, open at the moment or about to be; else null.',
  })
  alertId!: string | null;
}

@ObjectType({
  description:
    'What was known of a device at one moment, what each rule that concerns it made of that, and who was told. Rules are as they are today: earlier versions are kept with the alerts that they raised.',
})
export class DeviceExplanation {
  @Field(() => Device, { description: 'As it was last seen.' })
  device!: Device;

  @Field(() => GraphQLISODateTime, { description: 'The moment that is explained.' })
  at!: Date;

  @Field({
    description:
      'Whether anybody looked at it then, and if not why, in a sentence. Times are in your time zone.',
  })
  look!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was last measured before the moment; null where that is not kept, or was not done.',
  })
  measuredAt!: Date | null;

  @Field(() => DeviceState, { nullable: true, description: 'At `measuredAt`; null where it was not known.' })
  state!: DeviceState | null;

  @Field(() => [RuleExplanation], { description: 'What raised something first.' })
  rules!: RuleExplanation[];

  @Field(() => Int, { description: 'Rules that look at other controllers or sites only.' })
  elsewhere!: number;
}
