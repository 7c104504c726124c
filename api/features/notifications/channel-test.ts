import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What came of a test message.' })
export class ChannelTest {
  @Field({ description: 'The service took the message.' })
  success!: boolean;

  @Field({ description: 'What the service answered, in a sentence.' })
  message!: string;
}
