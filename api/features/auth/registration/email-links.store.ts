import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ProductError, TooMany } from '#api/lib/errors.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import type { User } from '#api/features/users/user.entity.ts';
import { lockClasses } from '#api/db/lock-keys.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import type { Context } from '#api/graphql/context.ts';
import { LinkState, LinkPurpose, EmailLink } from './email-link.entity.ts';

/** Lifetime of each kind of link in minutes (OWASP: at most an hour for account access). */
const lifetime: Record<LinkPurpose, number> = {
  verify_email: 24 * 60,
  reset_password: 60,
  unlock: 60,
  change_email: 24 * 60,
};

/** Creates a link's token and revokes earlier links of its purpose. The token is only ever in the email. */
export async function issueLink(
  em: EntityManager,
  user: User,
  purpose: LinkPurpose,
  email = user.email,
): Promise<string> {
  const token = newToken();
  await em.nativeUpdate(
    EmailLink,
    { user, purpose, usedAt: null, expiresAt: { $gt: new Date() } },
    { expiresAt: new Date() },
  );
  const expiresAt = new Date(Date.now() + lifetime[purpose] * 60_000);
  em.persist(
    Object.assign(new EmailLink(), { user, purpose, email, tokenHash: hashToken(token), expiresAt }),
  );
  await em.flush();
  return token;
}

/** Revokes all emailed links of a person. */
export async function revokeLinks(em: EntityManager, user: User): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(EmailLink, { user, usedAt: null, expiresAt: { $gt: now } }, { expiresAt: now });
}

/** Reads a link's state without using it. */
export async function readLink(
  em: EntityManager,
  purpose: LinkPurpose,
  token: string,
): Promise<{ state: LinkState; link: EmailLink | null }> {
  const link = await em.findOne(EmailLink, { purpose, tokenHash: hashToken(token) }, { populate: ['user'] });
  return { state: linkState(link), link };
}

function linkState(link: EmailLink | null): LinkState {
  if (!link) return LinkState.wrong;
  if (link.usedAt) return LinkState.used;
  return isExpired(link) ? LinkState.expired : LinkState.valid;
}

/** Expired, or sent to a mailbox that no longer belongs to the person. */
function isExpired({ purpose, email, user, expiresAt }: EmailLink): boolean {
  const moved = purpose !== LinkPurpose.change_email && email !== user.email;
  return moved || expiresAt.getTime() <= Date.now();
}

/**
 * Redeems a link, once even under concurrency. It locks the person first, like everything that revokes links,
 * and checks them as they are now. @throws a product error with the link's state
 */
export async function redeemLink(em: EntityManager, purpose: LinkPurpose, token: string): Promise<EmailLink> {
  const { state, link } = await readLink(em, purpose, token);
  if (state !== LinkState.valid || !link) throw linkError(state);
  const user = await em.refresh(link.user, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user || isExpired(link)) throw linkError(LinkState.expired);
  const now = new Date();
  const stillOpen = { id: link.id, usedAt: null, expiresAt: { $gt: now } };
  const taken = await em.nativeUpdate(EmailLink, stillOpen, { usedAt: now });
  if (taken === 0) throw linkError(linkState(await em.refresh(link)));
  return link;
}

const sentences: Record<LinkState, string> = {
  valid: "This link can't be used.",
  used: 'This link has already been used.',
  expired: 'This link has expired.',
  wrong: 'This link is not valid.',
};

/** A 400 whose `link` extension tells the screen which way out to offer. */
export function linkError(state: LinkState): ProductError {
  return new ProductError('BAD_USER_INPUT', sentences[state], { link: state });
}

/** Serializes decisions about an address that has no account. */
export async function lockAddress(em: EntityManager, email: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [lockClasses.address, email], 'run');
}

const hour = 3600;

/** Enough for an office that registers its staff, and far too little for probing addresses. */
const registrations: Limit = {
  name: 'register',
  attempts: 20,
  seconds: hour,
  message: 'Too many registrations from your network. Try again later.',
};

/** Requests for emails, whatever the address. */
const mailRequests: Limit = {
  name: 'mail-request',
  attempts: 30,
  seconds: hour,
  message: 'Too many requests from your network. Try again later.',
};

/** Limits load from opened and used links. Guessing isn't a concern with a 256-bit token. */
const linkUses: Limit = {
  name: 'mailed-link',
  attempts: 240,
  seconds: hour,
  message: 'Too many attempts from your network. Try again later.',
};

/**
 * Limits emails that strangers can cause to one address, so that no mailbox is flooded. Each purpose is
 * counted separately, so that exhausting one doesn't block another.
 */
const emailLimits = {
  register: { name: 'mail-register', attempts: 5, seconds: hour, message: '' },
  resend: { name: 'mail-resend', attempts: 5, seconds: hour, message: '' },
  reset: { name: 'mail-reset', attempts: 5, seconds: hour, message: '' },
  change: { name: 'mail-change', attempts: 5, seconds: hour, message: '' },
  // Across all teams, because one person may be invited by several in a day.
  invite: { name: 'mail-invite', attempts: 15, seconds: 24 * hour, message: '' },
} satisfies Record<string, Limit>;

const requestLimits = { registrations, mailRequests, links: linkUses };

/** Counts a request from the caller's network. @throws TooMany */
export async function countRequest({ app, request }: Context, of: keyof typeof requestLimits): Promise<void> {
  await app.attempts.take(requestLimits[of], networkOf(request.ip));
}

/**
 * Counts an email to an address. Returns false over the limit. Callers then respond as usual, since the count
 * would reveal others' activity.
 */
export async function mayEmail(
  { app }: Context,
  purpose: keyof typeof emailLimits,
  email: string,
): Promise<boolean> {
  try {
    await app.attempts.take(emailLimits[purpose], email);
    return true;
  } catch (refused) {
    if (refused instanceof TooMany) return false;
    throw refused;
  }
}
