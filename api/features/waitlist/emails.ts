import { product, type EmailContent, plainName } from '../email/email-content.ts';

/** To somebody who has just joined. Anybody may type anybody's address: it says how to get off again. */
export function joinedEmail(packageName: string, leaveUrl: string): EmailContent {
  return {
    kind: 'waitlist-joined',
    subject: 'You are on the waitlist',
    heading: 'You are on the waitlist',
    paragraphs: [
      `This address was registered for the waitlist of ${plainName(packageName)}. We write to it when registration opens.`,
    ],
    note: 'It was not you? Unsubscribe, and nothing more comes.',
    leave: { label: 'Unsubscribe', url: leaveUrl },
  };
}

/** What an administrator writes to the waitlist. A message with a headline of its own gets no other. */
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
    note: `You get this mail because you are on the waitlist of ${product}.`,
    leave: { label: 'Unsubscribe', url: leaveUrl },
  };
}
