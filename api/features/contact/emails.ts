import { type EmailContent, plainLines, plainName } from '../email/email-content.ts';
import type { ContactSubmission } from './contact-submission.entity.ts';

type ContactMessage = Pick<ContactSubmission, 'id' | 'name' | 'email' | 'subject' | 'message'>;

/** What people quote when they ask about a message: the first 8 characters of its id. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Characters of a message that its copy repeats: enough to know it again. */
const longestCopy = 1500;
const longestQuote = 500;

/**
 * To whoever says that this address is theirs. Subject and heading are ours, and nothing in it becomes a link: it is no way
 * to write to strangers.
 */
export function copyEmail({ id, message }: ContactMessage, within: string): EmailContent {
  const quoted = plainLines(message, longestCopy);
  return {
    kind: 'contact-copy',
    subject: 'We got your message',
    heading: 'We got your message',
    paragraphs: [`Thank you. We answer within ${within}. This is what you wrote:`, ...quoted],
    facts: [{ label: 'Reference', value: shortId(id) }],
    note: 'Web and email addresses are left out of this copy; your message has them. It was not you? Somebody typed your address on our contact page by mistake, and nothing more comes of it.',
  };
}

/** To the operator: the whole message, and the way to answer it. */
export function noticeEmail(
  { id, name, email, subject, message }: ContactMessage,
  publicUrl: string,
): EmailContent {
  return {
    kind: 'contact-notice',
    subject: `New message: ${subject}`,
    heading: subject,
    preheader: `${plainName(name)} wrote through the contact page`,
    paragraphs: message.split(/\s*\n\s*/),
    facts: [
      { label: 'Name', value: name },
      { label: 'Email', value: email },
      { label: 'Reference', value: shortId(id) },
    ],
    action: { label: 'Answer', url: `${publicUrl}/admin/contact?message=${id}` },
    note: 'Only what is answered from the inbox is kept there and counted.',
    replyTo: email,
  };
}

/** What the operator answers, with the beginning of what it answers. Without a support address no mail is asked for. */
export function replyEmail(
  { subject, message }: ContactMessage,
  body: { html: string; text: string },
  supportEmail: string | undefined,
): EmailContent {
  const quote = plainLines(message, longestQuote).join(' ');
  const more = supportEmail ? ` Is there more to say? Write to ${supportEmail}.` : '';
  return {
    kind: 'contact-reply',
    subject: `Re: ${subject}`,
    heading: '',
    paragraphs: [],
    body,
    note: `You wrote: “${quote}”${more}`,
    replyTo: supportEmail,
  };
}
