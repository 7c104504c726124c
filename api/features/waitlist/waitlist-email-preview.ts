import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

export enum LeftOutWhy {
  unsubscribed = 'unsubscribed',
  suppressed = 'suppressed',
}
registerEnumType(LeftOutWhy, {
  name: 'LeftOutWhy',
  description:
    'Why somebody on the waitlist is not mailed: they asked for that, or their address takes no mail.',
});

@ObjectType({ description: 'Somebody on the waitlist who is not mailed.' })
export class LeftOut {
  @Field()
  email!: string;

  @Field(() => LeftOutWhy)
  why!: LeftOutWhy;
}

@ObjectType({ description: 'A mail to the waitlist before it is sent.' })
export class WaitlistEmailPreview {
  @Field()
  subject!: string;

  @Field()
  html!: string;

  @Field()
  text!: string;

  @Field(() => Int)
  recipientCount!: number;

  @Field(() => Int)
  leftOutCount!: number;

  @Field(() => [LeftOut], { description: 'At most 100 of them.' })
  leftOut!: LeftOut[];
}
