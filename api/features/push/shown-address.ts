import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';

@ObjectType('PushAddress', {
  description: "Where UniFi's Alarm Manager pushes what happens on a controller's consoles.",
})
export class ShownAddress {
  @Field({
    description:
      'For a POST of any JSON object of at most 64 KiB, 60 a minute. A secret: what is sent there has the controller read at once.',
  })
  url!: string;

  @Field(() => GraphQLISODateTime, { description: 'Since when it is this one.' })
  madeAt!: Date;
}
