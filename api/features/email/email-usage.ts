import { Field, Int, ObjectType } from 'type-graphql';
import { MailWay } from './way.ts';

@ObjectType({
  description: 'How mail leaves, and how many mails of the last 30 days were sent, delivered and failed.',
})
export class EmailUsage {
  @Field(() => MailWay, { description: 'How mail leaves at the moment.' })
  by!: MailWay;

  @Field(() => Int, { description: 'Mails that the provider or the mail server accepted.' })
  sent!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Sent mails that have not bounced. `null` unless SendGrid sends the mail: a mail server over SMTP does not report bounces.',
  })
  delivered!: number | null;

  @Field(() => Int, { description: 'Mails that were refused, given up or bounced.' })
  failed!: number;

  @Field(() => Int, { description: 'Mails waiting to be sent or retried.' })
  waiting!: number;

  @Field(() => Int, { description: 'Addresses that no mail is sent to.' })
  suppressed!: number;
}
