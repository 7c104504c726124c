import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What came of trying a connection.' })
export class ConnectionTest {
  @Field()
  success!: boolean;

  @Field(() => String, { nullable: true })
  version?: string | null;

  @Field(() => String, { nullable: true, description: 'What went wrong and what to do.' })
  error?: string | null;

  @Field()
  message!: string;
}
