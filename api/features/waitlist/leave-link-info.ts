import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whose mails about the waitlist a link stops.' })
export class WaitlistLink {
  @Field()
  email!: string;

  @Field()
  packageName!: string;

  @Field({ description: 'Whether they are stopped already.' })
  unsubscribed!: boolean;
}
