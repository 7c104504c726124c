import { randomUUID } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Conflict, Invalid, ProductError } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import { addEmail } from '../email/outbox.store.ts';
import { Package } from '../packages/package.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { joinedEmail } from './emails.ts';
import { WaitlistEntry, type WaitlistLink } from './waitlist-entry.entity.ts';
import type { JoinWaitlistInput } from './waitlist.input.ts';
import { record } from '../audit/audit.service.ts';
import { removeFromBroadcasts } from '../email/broadcast.store.ts';

const alreadyListed =
  "This email is already registered for the waitlist. We'll notify you when registration opens!";

/**
 * Adds an address to the waitlist and emails it once. Someone who unsubscribed can join again. @throws
 * Conflict if already listed, Invalid, or TooMany
 */
export async function joinWaitlist(ctx: Context, input: JoinWaitlistInput): Promise<Answer> {
  await countJoin(ctx);
  const email = normalEmail(input.email);
  try {
    await ctx.em.fork().transactional(async (em) => {
      const wanted = await packageOnSale(em, input.packageId);
      const known = await em.findOne(WaitlistEntry, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!known) return addEntry(em, ctx, email, wanted);
      if (!known.unsubscribedAt) throw new Conflict(alreadyListed);
      em.assign(known, { package: wanted, packageName: wanted.name, unsubscribedAt: null });
    });
  } catch (error) {
    // Of two concurrent requests, the second conflicts.
    throw error instanceof UniqueConstraintViolationException ? new Conflict(alreadyListed) : error;
  }
  return { message: "We'll notify you when registration opens." };
}

async function packageOnSale(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }) : null;
  if (!found) throw new Invalid({ packageId: 'This package is no longer available' });
  return found;
}

async function addEntry(em: EntityManager, { app }: Context, email: string, wanted: Package): Promise<void> {
  const id = randomUUID();
  const { name: packageName } = wanted;
  await em.insert(WaitlistEntry, { id, email, package: wanted, packageName, createdAt: new Date() });
  const url = leaveUrl(app.config, id);
  await addEmail(em, email, joinedEmail(packageName, url));
}

/** Reads the entry behind a link, changing nothing. @throws NotFound, whatever is wrong with the link */
export async function waitlistLink(ctx: Context, token: string): Promise<WaitlistLink> {
  return linkInfo(await openLink(ctx, ctx.em, token));
}

/** Unsubscribes the link's address. @throws NotFound */
export function leaveWaitlist(ctx: Context, token: string): Promise<WaitlistLink> {
  return changeEntry(ctx, token, true);
}

/** Subscribes the link's address again. @throws NotFound */
export function rejoinWaitlist(ctx: Context, token: string): Promise<WaitlistLink> {
  return changeEntry(ctx, token, false);
}

function changeEntry(ctx: Context, token: string, leaves: boolean): Promise<WaitlistLink> {
  return ctx.em.fork().transactional(async (em) => {
    const entry = await openLink(ctx, em, token);
    if (Boolean(entry.unsubscribedAt) === leaves) return linkInfo(entry);
    entry.unsubscribedAt = leaves ? new Date() : null;
    await em.flush();
    if (leaves) await removeFromBroadcasts(em, entry.email);
    const action = leaves ? 'waitlist.leave' : 'waitlist.return';
    const { email: subject, id: subjectId } = entry;
    // Attribute it to the link's holder, not to the person signed in here.
    await record(em, { ...ctx, viewer: null }, { action, subject, subjectId, actor: subject });
    return linkInfo(entry);
  });
}

async function openLink(ctx: Context, em: EntityManager, token: string): Promise<WaitlistEntry> {
  await countUnsubscribeLink(ctx);
  const id = readUnsubscribeToken(ctx.app.config, token) ?? '';
  const lockMode = em.isInTransaction() ? LockMode.PESSIMISTIC_WRITE : undefined;
  const found = isId(id) ? await em.findOne(WaitlistEntry, { id }, { lockMode }) : null;
  if (!found) throw invalidLink();
  return found;
}

function linkInfo({ email, packageName, unsubscribedAt }: WaitlistEntry): WaitlistLink {
  return { email, packageName, unsubscribed: Boolean(unsubscribedAt) };
}

const invalidLink = (): ProductError =>
  new ProductError('NOT_FOUND', "This link is no longer valid. The address isn't on the waitlist.");

const purpose = 'leave-waitlist';

type Settings = Pick<Config, 'appSecrets' | 'publicUrl'>;

/**
 * Unsubscribe link for an entry: programs POST to it (RFC 8058), and people are redirected to a page. It
 * contains no address.
 */
export function leaveUrl({ appSecrets, publicUrl }: Settings, entryId: string): string {
  return `${publicUrl}/hooks/unsubscribe/waitlist/${sign(appSecrets, purpose, entryId)}`;
}

/** Entry ID in a token. Returns undefined if it is forged or for another purpose. */
export function readUnsubscribeToken(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): string | undefined {
  return verify(appSecrets, purpose, token);
}

const hour = 3600;

/** Limits probing for listed addresses and flooding the list. */
const joins: Limit = {
  name: 'waitlist',
  attempts: 20,
  seconds: hour,
  message: 'Too many requests from your network. Try again later.',
};

/** Across all networks, because each new entry is emailed and a flood would use up the provider's quota. */
const allJoins: Limit = {
  name: 'waitlist-all',
  attempts: 2000,
  seconds: hour,
  message: 'Too many people are joining at the moment. Try again later.',
};

/** Limits load from opened and used links. Guessing isn't a concern with a 256-bit signature. */
const links: Limit = {
  name: 'waitlist-link',
  attempts: 600,
  seconds: hour,
  message: 'Too many attempts from your network. Try again later.',
};

/** Counts an attempt to join, even if it fails. @throws TooMany */
export async function countJoin({ app, request }: Context): Promise<void> {
  await app.attempts.take(joins, networkOf(request.ip));
  await app.attempts.take(allJoins, 'everybody');
}

/** Counts an opened or used link, valid or not. @throws TooMany */
export async function countUnsubscribeLink({ app, request }: Context): Promise<void> {
  await app.attempts.take(links, networkOf(request.ip));
}

/**
 * Removes an address from the waitlist within the caller's transaction. It receives no further emails, and
 * sent ones no longer reveal it. @returns whether it was listed
 */
export async function removeFromWaitlist(em: EntityManager, email: string): Promise<boolean> {
  if ((await em.nativeDelete(WaitlistEntry, { email })) === 0) return false;
  await removeFromBroadcasts(em, email);
  return true;
}
