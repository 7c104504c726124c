import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { orNull, type RowOf, textOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
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

/** Milliseconds within which a second email with the same subject is probably a mistake. */
const repeatWindow = 10 * 60_000;

/** Maximum excluded people named in the preview. */
const mostNamed = 100;

/** Previews the email and its recipients without sending it. @throws Invalid */
export async function previewWaitlistEmail(
  { em, app }: ViewerContext,
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
 * Emails everyone on the waitlist who can be reached. Each `attempt` sends once, however often it is
 * repeated. @throws Conflict if no key is saved, no one can be reached, or the same subject was just sent;
 * Invalid
 */
export async function sendWaitlistEmail(ctx: ViewerContext, input: WaitlistEmailInput): Promise<Broadcast> {
  const { attempt } = input;
  if (attempt && !isId(attempt)) throw new Invalid({ attempt: '`attempt` must be a UUID' });
  const body = bodyFrom(input);
  const subject = oneLine(input.subject);
  await loadSingleton(ctx.em, EmailSettings);
  return ctx.em.transactional(
    async (em) => {
      // Serialize broadcasts, so that each sees the one before.
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
      if (recipients.length === 0) throw new Conflict('No one on the waitlist can be emailed.');
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
    throw new Invalid({ message: "The message is empty after removing content that emails can't contain" });
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

type Person = RowOf<typeof person>;

const person = {
  id: tables.waitlist_entry.id,
  email: tables.waitlist_entry.email,
  why: orNull(textOf<WaitlistExclusionReason>()),
};

/**
 * Recipients, and who is excluded and why, in the order they joined. Within a transaction, entries are locked
 * until it ends: anyone who unsubscribes in the meantime is removed from this broadcast.
 */
async function peopleOf(em: EntityManager): Promise<{ recipients: Person[]; excluded: WaitlistExclusion[] }> {
  const people = await queryRows(
    em,
    person,
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
