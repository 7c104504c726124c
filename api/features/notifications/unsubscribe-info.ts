import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whose alert mails a link stops.' })
export class UnsubscribeLink {
  @Field({ description: 'Where the mails go.' })
  address!: string;

  @Field({ description: 'Whose alerts they are about.' })
  teamName!: string;

  @Field({ description: 'Whether it is stopped already.' })
  unsubscribed!: boolean;
}
