import { Field, Int, ObjectType } from 'type-graphql';
import { MailWay } from './way.ts';

@ObjectType({ description: 'What mail goes by, and what became of the mails of the last 30 days.' })
export class EmailUsage {
  @Field(() => MailWay, { description: 'What mail goes by at the moment.' })
  by!: MailWay;

  @Field(() => Int, { description: 'Mails that whoever carries mail has taken.' })
  sent!: number;

  @Field(() => Int, { description: 'Mails that were given up.' })
  failed!: number;

  @Field(() => Int, { description: 'Mails to be sent, or to be tried again.' })
  waiting!: number;

  @Field(() => Int, { description: 'Addresses that take no mail.' })
  suppressed!: number;
}
