import { Field, ObjectType } from 'type-graphql';
import { AlertCondition } from './alert.enums.ts';

@ObjectType({ description: 'Whether a condition can be measured.' })
export class AlertConditionSupport {
  @Field(() => AlertCondition)
  condition!: AlertCondition;

  @Field()
  supported!: boolean;

  @Field(() => String, { nullable: true, description: 'Why not.' })
  reason?: string | null;
}
