import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A controller that ought to have been read, and was not.' })
export class LateReading {
  @Field(() => ID, { description: 'Of the controller.' })
  controllerId!: string;

  @Field({ description: 'What it is called.' })
  controllerName!: string;

  @Field(() => GraphQLISODateTime, { description: 'When it was due.' })
  dueAt!: Date;
}

@ObjectType({
  description:
    'What the product itself does late for a team. It says nothing of the networks that are watched.',
})
export class TeamDelays {
  @Field(() => [LateReading], {
    description:
      'Controllers whose reading is overdue by a whole interval: what is wrong there is not noticed meanwhile. The longest first, ten at most.',
  })
  readings!: LateReading[];

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'Since when the oldest message waits that ought to have gone out two minutes ago or more; null where none does.',
  })
  messagesSince!: Date | null;
}
