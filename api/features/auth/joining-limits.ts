import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/attempts/network.ts';
import type { Context } from '#api/graphql/context.ts';
import { TooMany } from '#api/lib/errors.ts';

const hour = 3600;

/** An office that signs its people up needs this many an hour; whoever tries addresses needs far more. */
const registrations: Limit = {
  name: 'register',
  attempts: 20,
  seconds: hour,
  says: 'Too many registrations from your network. Try again later.',
};

/** Requests for a mail, for whichever addresses. */
const mailRequests: Limit = {
  name: 'mail-request',
  attempts: 30,
  seconds: hour,
  says: 'Too many requests from your network. Try again later.',
};

/** Links that are looked at or used. A token has 256 bits, so this is about load, not about guessing. */
const links: Limit = {
  name: 'mailed-link',
  attempts: 240,
  seconds: hour,
  says: 'Too many tries from your network. Try again later.',
};

/**
 * Mails to one address that strangers can cause: nobody's mailbox is flooded through us. Each purpose has its own count,
 * so that none can be used up to keep another from being mailed.
 */
const mails = {
  register: { name: 'mail-register', attempts: 5, seconds: hour, says: '' },
  resend: { name: 'mail-resend', attempts: 5, seconds: hour, says: '' },
  reset: { name: 'mail-reset', attempts: 5, seconds: hour, says: '' },
  change: { name: 'mail-change', attempts: 5, seconds: hour, says: '' },
  // By all teams: a person may well be invited by several on one day.
  invite: { name: 'mail-invite', attempts: 15, seconds: 24 * hour, says: '' },
} satisfies Record<string, Limit>;

const limits = { registrations, mailRequests, links };

/** Counts a call of the caller's network. @throws TooMany */
export async function countCall({ app, request }: Context, of: keyof typeof limits): Promise<void> {
  await app.attempts.take(limits[of], networkOf(request.ip));
}

/**
 * Counts a mail of a purpose to an address. False once there were too many: the caller says what it would have said
 * anyway, since the count is nobody else's business.
 */
export async function mayMail(
  { app }: Context,
  purpose: keyof typeof mails,
  email: string,
): Promise<boolean> {
  try {
    await app.attempts.take(mails[purpose], email);
    return true;
  } catch (refused) {
    if (refused instanceof TooMany) return false;
    throw refused;
  }
}
