import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What came of trying a connection.' })
export class ConnectionTest {
  @Field({ description: 'UniFi took the key.' })
  success!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Of the Network application of the selected site; null where it could not be read.',
  })
  version?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What went wrong and what to do; null where nothing did.',
  })
  error?: string | null;

  @Field({ description: 'What was found, in a sentence.' })
  message!: string;
}
