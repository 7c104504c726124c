import { Field, ObjectType } from 'type-graphql';
import { AlertCondition } from './alert.enums.ts';

@ObjectType({ description: 'Whether a condition can be measured.' })
export class AlertConditionSupport {
  @Field(() => AlertCondition, { description: 'The one that is judged.' })
  condition!: AlertCondition;

  @Field({ description: 'At least one of the consoles that were asked about can measure it.' })
  supported!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'What applies where a rule names no threshold: `90%`, `100MB`. Null: the condition has none.',
  })
  usualThreshold?: string | null;

  @Field(() => String, { nullable: true, description: 'Why not; null where it is supported.' })
  reason?: string | null;
}
