import { product, type EmailContent, plainName } from '../email/email-content.ts';

/** Confirms a new entry, with a link to unsubscribe because anyone can enter any address. */
export function joinedEmail(packageName: string, leaveUrl: string): EmailContent {
  return {
    kind: 'waitlist-joined',
    subject: "You're on the waitlist",
    heading: "You're on the waitlist",
    paragraphs: [
      `This address was added to the waitlist for ${plainName(packageName)}. We'll email you when registration opens.`,
    ],
    note: "If this wasn't you, unsubscribe and we won't email you again.",
    leave: { label: 'Unsubscribe', url: leaveUrl },
  };
}

/**
 * An administrator's email to the waitlist. A message that starts with its own headline gets no other
 * heading.
 */
export function waitlistEmail(
  subject: string,
  body: { html: string; text: string },
  leaveUrl: string,
): EmailContent {
  return {
    kind: 'waitlist',
    subject,
    heading: /<h1[\s>]/i.test(body.html) ? '' : subject,
    paragraphs: [],
    body,
    note: `You're receiving this email because you're on the waitlist for ${product}.`,
    leave: { label: 'Unsubscribe', url: leaveUrl },
  };
}
