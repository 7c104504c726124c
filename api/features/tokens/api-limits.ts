import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  description: 'How much a program may ask for; more is refused with a sentence that names the limit.',
})
export class ApiLimits {
  @Field(() => Int, {
    description: 'Per minute, of a person on all their screens and with all their API tokens together.',
  })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Points of all operations of a minute, counted likewise.' })
  costPerMinute!: number;

  @Field(() => Int, { description: 'Points of one operation: what executing it is likely to cost.' })
  cost!: number;

  @Field(() => Int, { description: 'Levels of fields in one operation; naming a fragment is none.' })
  depth!: number;

  @Field(() => Int, { description: 'Fields under another name in one operation.' })
  aliases!: number;

  @Field(() => Int, { description: 'Directives in one operation.' })
  directives!: number;

  @Field(() => Int, { description: 'Words and signs of a document, as GraphQL counts them.' })
  tokens!: number;

  @Field(() => Int, { description: 'Rows that one list gives at once: what `first` may be.' })
  rows!: number;

  @Field(() => Int, { description: 'Bytes of the body of a request, and of a message on a WebSocket.' })
  bodyBytes!: number;

  @Field(() => Int, {
    description:
      'Longest lifetime of a new API token in days: 365, or less if the security policy allows less.',
  })
  tokenDays!: number;
}
