import { Field, Int, ObjectType } from 'type-graphql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { EmailTransport, providerOf, currentTransport } from './transport.store.ts';
import { record } from '../audit/audit.service.ts';
import { OutboxEmail, EmailStatus } from './outbox-email.entity.ts';
import { EmailSuppression } from './email-suppression.entity.ts';
import { EmailFailure } from './message.ts';
import { forgetBounce } from './sendgrid.client.ts';

@ObjectType({
  description: 'How email is sent, and how many emails of the last 30 days were sent, delivered and failed.',
})
export class EmailUsage {
  @Field(() => EmailTransport, { description: 'How email is currently sent.' })
  by!: EmailTransport;

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

/** Maximum addresses shown. */
const mostShown = 500;

/** Period of the figures in milliseconds. Broadcasts are kept longer. */
const counted = 30 * 86_400_000;

/** How email is sent, and how many emails of the last 30 days were sent, delivered and failed. */
export async function emailUsage({ em, app }: ViewerContext): Promise<EmailUsage> {
  const { by } = await currentTransport(em, app.config);
  const since = new Date(Date.now() - counted);
  const count = (status: EmailStatus) => em.count(OutboxEmail, { status, createdAt: { $gt: since } });
  const sent = await count(EmailStatus.sent);
  const bounced = await em.count(OutboxEmail, { bouncedAt: { $ne: null }, createdAt: { $gt: since } });
  return {
    by,
    sent,
    // Only SendGrid reports bounces. Any other server may still return an email that it accepted.
    delivered: by === EmailTransport.provider ? sent - bounced : null,
    failed: (await count(EmailStatus.failed)) + bounced,
    waiting: await count(EmailStatus.waiting),
    suppressed: await em.count(EmailSuppression),
  };
}

/** Suppressed addresses, newest first. */
export function emailSuppressions({ em }: ViewerContext): Promise<EmailSuppression[]> {
  return em.find(EmailSuppression, {}, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: mostShown });
}

/** Removes a suppression, at the provider as well if possible. @throws NotFound */
export async function removeEmailSuppression(
  { em, app, ...ctx }: ViewerContext,
  id: string,
): Promise<string> {
  const found = isId(id) ? await em.findOne(EmailSuppression, { id }) : null;
  if (!found) throw new NotFound('Address');
  const { address, reason } = found;
  const { account } = await providerOf(em, app.config);
  await em.transactional(async (em) => {
    if ((await em.nativeDelete(EmailSuppression, { id })) === 0) throw new NotFound('Address');
    const subject = address;
    await record(em, ctx, { action: 'email.unsuppress', subject, subjectId: id, before: { reason } });
  });
  if (account)
    await forgetBounce(account, address).catch((error: unknown) => {
      if (!(error instanceof EmailFailure)) throw error;
      app.log.warn({ failure: error.message }, 'The provider still suppresses email to an address');
    });
  return id;
}
