import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

/** How a team's controllers fare, in numbers. */
@ObjectType({ description: "How many of your team's controllers are in which state." })
export class ControllerStates {
  @Field(() => Int, { description: 'Controllers whose console UniFi reports as offline.' })
  offline!: number;

  @Field(() => Int, { description: "Controllers that couldn't be read." })
  error!: number;

  @Field(() => Int, {
    description: "Controllers of which the latest reading doesn't say whether they're up.",
  })
  unknown!: number;

  @Field(() => Int, { description: "Controllers that haven't been read yet." })
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
