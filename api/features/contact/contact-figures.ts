import { Field, GraphQLISODateTime, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The inbox in figures; times of answering are of the last 30 days.' })
export class ContactFigures {
  @Field(() => Int, { description: 'Messages that nobody has looked at.' })
  unread!: number;

  @Field(() => Int, { description: 'Messages without an answer that are not closed.' })
  open!: number;

  @Field(() => Int, { description: 'Messages that were answered first in the last 30 days.' })
  answered!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to the first answer: half of those answered waited longer. Null without any.',
  })
  medianSeconds!: number | null;

  @Field(() => Int, { nullable: true, description: 'The longest of them, in seconds; null without any.' })
  worstSeconds!: number | null;

  @Field(() => Int, { description: 'How many of them waited longer than `promisedHours`.' })
  late!: number;

  @Field(() => Int, { description: 'Open messages that have waited longer than `promisedHours`.' })
  overdue!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the oldest open message came; null without any.',
  })
  oldestOpenAt!: Date | null;

  @Field(() => Int, {
    description: 'Hours within which the contact page promises an answer: the setting `response_time`.',
  })
  promisedHours!: number;
}
