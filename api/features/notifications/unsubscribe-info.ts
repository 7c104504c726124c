import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whose alert mails a link stops.' })
export class UnsubscribeLink {
  @Field()
  address!: string;

  @Field()
  teamName!: string;

  @Field({ description: 'Whether it is stopped already.' })
  unsubscribed!: boolean;
}
