import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What came of testing a rule.' })
export class RuleTest {
  @Field({ description: 'Every channel of the rule took the example.' })
  success!: boolean;

  @Field({ description: 'What each channel answered, in sentences.' })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the HaloPSA ticket that the test opened. Also at the end of a line in `message`. `null` if it opened none.',
  })
  ticketUrl?: string | null;
}
