import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum LeftOutWhy {
  unsubscribed = 'unsubscribed',
  suppressed = 'suppressed',
}
registerEnumType(LeftOutWhy, {
  name: 'LeftOutWhy',
  description: 'Why somebody on the waitlist is not mailed.',
  valuesConfig: {
    unsubscribed: { description: 'They asked for no more mail.' },
    suppressed: { description: 'Their address takes no mail, see `mailSuppressions`.' },
  },
});

@ObjectType({ description: 'Somebody on the waitlist who is not mailed.' })
export class LeftOut {
  @Field({ description: 'The address as it stands on the waitlist.' })
  email!: string;

  @Field(() => LeftOutWhy, { description: 'What keeps the mail from them.' })
  why!: LeftOutWhy;
}

@ObjectType({ description: 'A mail to the waitlist before it is sent.' })
export class WaitlistEmailPreview {
  @Field({ description: 'As recipients would read it.' })
  subject!: string;

  @Field({ description: 'The whole mail with its frame, as mail programs show it.' })
  html!: string;

  @Field({ description: 'The same for programs that show text alone.' })
  text!: string;

  @Field(() => Int, { description: 'Addresses it would go to.' })
  recipientCount!: number;

  @Field(() => Int, { description: 'People on the waitlist who would not get it.' })
  leftOutCount!: number;

  @Field(() => [LeftOut], { description: 'Who would not get it, at most 100 of them.' })
  leftOut!: LeftOut[];
}
