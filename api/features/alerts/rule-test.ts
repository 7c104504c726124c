import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What came of testing a rule.' })
export class RuleTest {
  @Field()
  success!: boolean;

  @Field()
  message!: string;
}
