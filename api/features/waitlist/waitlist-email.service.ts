import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { senderOf } from '../branding/sender.store.ts';
import { addBroadcast } from '../email/broadcast.store.ts';
import { Broadcast } from '../email/broadcast.entity.ts';
import { EmailSettings } from '../email/email-settings.entity.ts';
import { oneLine, render } from '../email/email-content.ts';
import { bodyOf } from '../email/message-body.ts';
import { leaveUrl } from './waitlist.service.ts';
import { waitlistEmail } from './emails.ts';
import {
  WaitlistExclusionReason,
  type WaitlistExclusion,
  type WaitlistEmailPreview,
  type WaitlistEmailInput,
} from './waitlist.input.ts';

/** Milliseconds within which the same subject twice is more likely a slip than a wish. */
const repeatWindow = 10 * 60_000;

/** People left out who are named before a mail is sent. */
const mostNamed = 100;

/** The mail as its recipients will see it, and who they are. Nothing is sent. @throws Invalid */
export async function previewWaitlistEmail(
  { em, app }: CustomerContext,
  input: WaitlistEmailInput,
): Promise<WaitlistEmailPreview> {
  const letter = render(
    waitlistEmail(input.subject, bodyFrom(input), `${app.config.publicUrl}/unsubscribe/waitlist`),
    await senderOf(em),
  );
  const { recipients, excluded } = await peopleOf(em);
  return {
    ...letter,
    recipientCount: recipients.length,
    excludedCount: excluded.length,
    excluded: excluded.slice(0, mostNamed),
  };
}

/**
 * Sends a mail to everybody on the waitlist who can be written to. One `attempt` makes one mail, however often it comes.
 * @throws Conflict while no key is saved, where nobody is left, or where the same subject was sent just now; Invalid
 */
export async function sendWaitlistEmail(ctx: CustomerContext, input: WaitlistEmailInput): Promise<Broadcast> {
  const { attempt } = input;
  if (attempt && !isId(attempt)) throw new Invalid({ attempt: 'The attempt must be a UUID' });
  const body = bodyFrom(input);
  const subject = oneLine(input.subject);
  await loadSingleton(ctx.em, EmailSettings);
  return ctx.em.transactional(
    async (em) => {
      // One order after another: each sees what was ordered before it.
      const settings = await em.findOneOrFail(
        EmailSettings,
        { id: 1 },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      const known = attempt ? await em.findOne(Broadcast, { id: attempt }) : null;
      if (known) return known;
      if (!settings.apiKeyTail) throw new Conflict('Save an API key first.');
      if (!input.again) await refuseRepeat(em, subject);
      const { recipients } = await peopleOf(em);
      if (recipients.length === 0)
        throw new Conflict('There is nobody on the waitlist who can be written to.');
      const broadcast = await addBroadcast(em, {
        id: attempt?.toLowerCase() ?? randomUUID(),
        subject,
        sentBy: ctx.viewer.user.email,
        recipients: recipients.map(({ id, email }) => ({
          to: email,
          unsubscribeUrl: leaveUrl(ctx.app.config, id),
        })),
        letterFor: (url) => waitlistEmail(subject, body, url),
      });
      const after = { recipientCount: recipients.length };
      const auditEntry = { action: 'email.broadcast', subject, subjectId: broadcast.id, after };
      await record(em, ctx, auditEntry);
      return broadcast;
    },
    { clear: true },
  );
}

function bodyFrom({ message }: WaitlistEmailInput): { html: string; text: string } {
  const body = bodyOf(message);
  if (!body)
    throw new Invalid({ message: 'Nothing is left of the message once what mail does not take is left out' });
  return body;
}

/** @throws Conflict */
async function refuseRepeat(em: EntityManager, subject: string): Promise<void> {
  const recent = { subject, createdAt: { $gt: new Date(Date.now() - repeatWindow) } };
  if ((await em.count(Broadcast, recent)) > 0)
    throw new Conflict(
      'An email with this subject was sent to the waitlist a few minutes ago.',
      'repeated_subject',
    );
}

interface Person {
  id: string;
  email: string;
  why: WaitlistExclusionReason | null;
}

/**
 * Who is written to, and who is not and why, by the order in which they joined. Within a transaction nobody leaves until it
 * ends: whoever does then is taken out of the mail that it orders.
 */
async function peopleOf(em: EntityManager): Promise<{ recipients: Person[]; excluded: WaitlistExclusion[] }> {
  const people = await em.execute<Person[]>(
    `select w.id, w.email, case when w.unsubscribed_at is not null then '${WaitlistExclusionReason.unsubscribed}'
            when s.id is not null then '${WaitlistExclusionReason.suppressed}' end as why
       from waitlist_entry w left join mail_suppression s on s.address = w.email
      order by w.created_at, w.id ${em.isInTransaction() ? 'for share of w' : ''}`,
  );
  return {
    recipients: people.filter(({ why }) => why === null),
    excluded: people.flatMap(({ email, why }) => (why ? [{ email, why }] : [])),
  };
}
