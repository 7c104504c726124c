import { Field, ObjectType, registerEnumType } from 'type-graphql';

/** What became of a link. */
export enum LinkState {
  valid = 'valid',
  used = 'used',
  expired = 'expired',
  wrong = 'wrong',
}
registerEnumType(LinkState, {
  name: 'LinkState',
  description: 'What became of a mailed link.',
  valuesConfig: {
    valid: { description: 'It can be used now.' },
    used: { description: 'It has done what it was for.' },
    expired: { description: 'Its time is over; a new one can be asked for.' },
    wrong: { description: 'It never was one, or not for this purpose.' },
  },
});

@ObjectType({ description: 'A mailed link, before it is used.' })
export class MailedLinkInfo {
  @Field(() => LinkState, { description: 'Whether it can be used, or why not.' })
  state!: LinkState;

  @Field(() => String, { nullable: true, description: 'Whom it was mailed to; only while it is valid.' })
  email!: string | null;
}
