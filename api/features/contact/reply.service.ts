import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { bodyOf } from '../email/message-body.ts';
import { addMail, suppressionOf } from '../email/outbox.store.ts';
import type { ContactReplyInput } from './contact.input.ts';
import { ContactReply } from './contact-reply.entity.ts';
import { ContactStatus, type ContactSubmission } from './contact-submission.entity.ts';
import { supportAddress } from './contact-settings.service.ts';
import { lockSubmission, named, setStatus } from './inbox.service.ts';
import { replyLetter } from './letters.ts';

/** Milliseconds within which the same words are the same answer: a second click, or a second try after a lost line. */
const sameAnswer = 10 * 60_000;

/**
 * Mails an answer to whoever wrote, and keeps it. The same words once more, or twice at once, are sent once.
 * @throws NotFound, Invalid for words of which nothing can be mailed, Conflict for an address that takes no mail
 */
export function replyToContact(
  ctx: CustomerContext,
  id: string,
  input: ContactReplyInput,
): Promise<ContactSubmission> {
  const message = input.message.trim();
  const body = bodyOf(message);
  if (!body) throw new Invalid({ message: 'Reply is required' });
  return ctx.em.transactional(async (em) => {
    const submission = await lockSubmission(em, id);
    const since = new Date(Date.now() - sameAnswer);
    if (await em.count(ContactReply, { submission, message, at: { $gt: since } })) return submission;
    const reason = await suppressionOf(em, submission.email);
    if (reason)
      throw new Conflict(
        `${submission.email} takes no mail: ${reason}. Lift that in Email, then send again.`,
      );
    const { firstName, lastName } = ctx.viewer.user;
    const by = `${firstName} ${lastName}`.trim();
    em.create(ContactReply, { submission, message, by, at: new Date() } as ContactReply);
    const before = { status: submission.status };
    setStatus(submission, ContactStatus.replied);
    await addMail(em, submission.email, replyLetter(submission, body, await supportAddress(em)));
    await record(em, ctx, {
      action: 'contact.reply',
      ...named(submission),
      before,
      after: { status: submission.status },
    });
    return submission;
  });
}
