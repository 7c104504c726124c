import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { AlertCondition } from '../alerts/alert.enums.ts';

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
