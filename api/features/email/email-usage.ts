import { Field, Int, ObjectType } from 'type-graphql';
import { MailWay } from './way.ts';

@ObjectType({
  description: 'How email is sent, and how many emails of the last 30 days were sent, delivered and failed.',
})
export class EmailUsage {
  @Field(() => MailWay, { description: 'How email is currently sent.' })
  by!: MailWay;

  @Field(() => Int, { description: 'Emails that the provider or the mail server accepted.' })
  sent!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      "Sent emails that haven't bounced. `null` unless SendGrid sends them, because SMTP servers don't report bounces.",
  })
  delivered!: number | null;

  @Field(() => Int, { description: 'Emails that were rejected, given up or bounced.' })
  failed!: number;

  @Field(() => Int, { description: 'Emails waiting to be sent or retried.' })
  waiting!: number;

  @Field(() => Int, { description: 'Addresses that no email is sent to.' })
  suppressed!: number;
}
