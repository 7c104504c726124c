import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Whose mails about the waitlist a link stops.' })
export class WaitlistLink {
  @Field({ description: 'The address that the mail was sent to.' })
  email!: string;

  @Field({ description: 'What the address waits for.' })
  packageName!: string;

  @Field({ description: 'Whether they are stopped already.' })
  unsubscribed!: boolean;
}
