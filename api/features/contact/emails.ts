import { type EmailContent, plainLines, plainName } from '../email/email-content.ts';
import type { ContactSubmission } from './contact-submission.entity.ts';

type ContactMessage = Pick<ContactSubmission, 'id' | 'name' | 'email' | 'subject' | 'message'>;

/** Reference that people quote when they ask about a message: the first 8 characters of its ID. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Maximum characters of the message in the copy, enough to recognize it. */
const longestCopy = 1500;
const longestQuote = 500;

/**
 * Confirmation to the sender's address. Subject and heading are ours, and no part of the message becomes a
 * link, so the form can't be used to email strangers.
 */
export function copyEmail({ id, message }: ContactMessage, within: string): EmailContent {
  const quoted = plainLines(message, longestCopy);
  return {
    kind: 'contact-copy',
    subject: "We've received your message",
    heading: "We've received your message",
    paragraphs: [`Thank you. We'll reply within ${within}. This is your message:`, ...quoted],
    facts: [{ label: 'Reference', value: shortId(id) }],
    note: "Links and email addresses are removed from this copy, but we received them. If this wasn't you, someone entered your address on our contact page by mistake. You don't need to do anything.",
  };
}

/** Notice to the operator, with the whole message and a link to reply. */
export function noticeEmail(
  { id, name, email, subject, message }: ContactMessage,
  publicUrl: string,
): EmailContent {
  return {
    kind: 'contact-notice',
    subject: `New message: ${subject}`,
    heading: subject,
    preheader: `${plainName(name)} sent a message through the contact page`,
    paragraphs: message.split(/\s*\n\s*/),
    facts: [
      { label: 'Name', value: name },
      { label: 'Email', value: email },
      { label: 'Reference', value: shortId(id) },
    ],
    action: { label: 'Reply', url: `${publicUrl}/admin/contact?message=${id}` },
    note: 'Only replies from the inbox are stored there and counted.',
    replyTo: email,
  };
}

/**
 * The operator's reply, with the start of the original message. Without a support address, no further reply
 * is invited.
 */
export function replyEmail(
  { subject, message }: ContactMessage,
  body: { html: string; text: string },
  supportEmail: string | undefined,
): EmailContent {
  const quote = plainLines(message, longestQuote).join(' ');
  const more = supportEmail ? ` To add something, write to ${supportEmail}.` : '';
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
