import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

/** How a team's controllers fare, in numbers. */
@ObjectType({ description: "How many of your team's controllers are in which state." })
export class ControllerStates {
  @Field(() => Int, { description: 'UniFi answers, and says that the console is disconnected.' })
  offline!: number;

  @Field(() => Int, { description: 'They could not be read.' })
  error!: number;

  @Field(() => Int, { description: 'Added, not read yet.' })
  pending!: number;

  @Field(() => Int, { description: "Beyond the package's limit, whatever their status is: not watched." })
  unwatched!: number;

  @Field(() => Int, { description: 'The last reading succeeded.' })
  online!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'The last reading of any of them that succeeded; null before the first.',
  })
  lastReading!: Date | null;
}
