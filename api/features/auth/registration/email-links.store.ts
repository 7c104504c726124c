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

/** Minutes that a link of each purpose is good for (OWASP: an hour at most where it opens an account). */
const lifetime: Record<LinkPurpose, number> = {
  verify_email: 24 * 60,
  reset_password: 60,
  unlock: 60,
  change_email: 24 * 60,
};

/** Makes the token of a link and ends the earlier ones of its purpose. It is told once, in the mail. */
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

/** Ends every link that a person's mails still hold, whatever it is for. */
export async function revokeLinks(em: EntityManager, user: User): Promise<void> {
  const now = new Date();
  await em.nativeUpdate(EmailLink, { user, usedAt: null, expiresAt: { $gt: now } }, { expiresAt: now });
}

/** What a link is worth now. Nothing changes. */
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

/** Its time is up, or the person has another address by now: the link is in a mailbox that is no longer theirs. */
function isExpired({ purpose, email, user, expiresAt }: EmailLink): boolean {
  const moved = purpose !== LinkPurpose.change_email && email !== user.email;
  return moved || expiresAt.getTime() <= Date.now();
}

/**
 * Uses a link up, once however many try at the same moment. Its person is locked before it, and judged as they are then:
 * whoever voids links has the person locked too. @throws a product error that carries its state
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
  valid: 'This link cannot be used.',
  used: 'This link has already been used.',
  expired: 'This link has expired.',
  wrong: 'This link is not valid.',
};

/** A 400 whose `link` extension tells a screen which way out to offer. */
export function linkError(state: LinkState): ProductError {
  return new ProductError('BAD_USER_INPUT', sentences[state], { link: state });
}

/** Lets one transaction at a time decide what an address without an account becomes. */
export async function lockAddress(em: EntityManager, email: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(?, hashtext(?))', [lockClasses.address, email], 'run');
}

const hour = 3600;

/** An office that signs its people up needs this many an hour; whoever tries addresses needs far more. */
const registrations: Limit = {
  name: 'register',
  attempts: 20,
  seconds: hour,
  message: 'Too many registrations from your network. Try again later.',
};

/** Requests for a mail, for whichever addresses. */
const mailRequests: Limit = {
  name: 'mail-request',
  attempts: 30,
  seconds: hour,
  message: 'Too many requests from your network. Try again later.',
};

/** Links that are looked at or used. A token has 256 bits, so this is about load, not about guessing. */
const linkUses: Limit = {
  name: 'mailed-link',
  attempts: 240,
  seconds: hour,
  message: 'Too many attempts from your network. Try again later.',
};

/**
 * Mails to one address that strangers can cause: nobody's mailbox is flooded through us. Each purpose has its own count,
 * so that none can be used up to keep another from being mailed.
 */
const emailLimits = {
  register: { name: 'mail-register', attempts: 5, seconds: hour, message: '' },
  resend: { name: 'mail-resend', attempts: 5, seconds: hour, message: '' },
  reset: { name: 'mail-reset', attempts: 5, seconds: hour, message: '' },
  change: { name: 'mail-change', attempts: 5, seconds: hour, message: '' },
  // By all teams: a person may well be invited by several on one day.
  invite: { name: 'mail-invite', attempts: 15, seconds: 24 * hour, message: '' },
} satisfies Record<string, Limit>;

const requestLimits = { registrations, mailRequests, links: linkUses };

/** Counts a call of the caller's network. @throws TooMany */
export async function countRequest({ app, request }: Context, of: keyof typeof requestLimits): Promise<void> {
  await app.attempts.take(requestLimits[of], networkOf(request.ip));
}

/**
 * Counts a mail of a purpose to an address. False once there were too many: the caller says what it would have said
 * anyway, since the count is nobody else's business.
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
