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
 * Puts an address on the waitlist, and mails it that once. Somebody who unsubscribed and joins again is written to again.
 * @throws Conflict for one that is listed, Invalid, or TooMany
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
    // Of two at once the second comes too late.
    throw error instanceof UniqueConstraintViolationException ? new Conflict(alreadyListed) : error;
  }
  return { message: "We'll notify you when registration opens." };
}

async function packageOnSale(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }) : null;
  if (!found) throw new Invalid({ packageId: 'This package is not available any more' });
  return found;
}

async function addEntry(em: EntityManager, { app }: Context, email: string, wanted: Package): Promise<void> {
  const id = randomUUID();
  const { name: packageName } = wanted;
  await em.insert(WaitlistEntry, { id, email, package: wanted, packageName, createdAt: new Date() });
  const url = leaveUrl(app.config, id);
  await addEmail(em, email, joinedEmail(packageName, url));
}

/** Looking changes nothing. @throws NotFound alike for whatever is wrong with the link */
export async function waitlistLink(ctx: Context, token: string): Promise<WaitlistLink> {
  return linkInfo(await openLink(ctx, ctx.em, token));
}

/** Nothing more is sent to whoever the link is about. @throws NotFound */
export function leaveWaitlist(ctx: Context, token: string): Promise<WaitlistLink> {
  return changeEntry(ctx, token, true);
}

/** They are told again. @throws NotFound */
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
    // Whoever has the link did it, whoever is signed in here.
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
  new ProductError('NOT_FOUND', 'This link is not valid any more. The address is not on the waitlist.');

const purpose = 'leave-waitlist';

type Settings = Pick<Config, 'appSecrets' | 'publicUrl'>;

/** Where somebody on the waitlist asks for no more mail: programs by POST (RFC 8058), people are led to a page. It names nobody. */
export function leaveUrl({ appSecrets, publicUrl }: Settings, entryId: string): string {
  return `${publicUrl}/hooks/unsubscribe/waitlist/${sign(appSecrets, purpose, entryId)}`;
}

/** Whose entry a token is about; undefined for one that is forged or of another purpose. */
export function readUnsubscribeToken(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): string | undefined {
  return verify(appSecrets, purpose, token);
}

const hour = 3600;

/** Whoever asks which addresses are listed, or fills the list, needs far more. */
const joins: Limit = {
  name: 'waitlist',
  attempts: 20,
  seconds: hour,
  message: 'Too many requests from your network. Try again later.',
};

/** From all networks: each new entry is mailed, and a flood of them would use up what the provider lets through. */
const allJoins: Limit = {
  name: 'waitlist-all',
  attempts: 2000,
  seconds: hour,
  message: 'Too many people are joining at the moment. Try again later.',
};

/** Links that are opened or used. A signature has 256 bits, so this is about load, not about guessing. */
const links: Limit = {
  name: 'waitlist-link',
  attempts: 600,
  seconds: hour,
  message: 'Too many tries from your network. Try again later.',
};

/** Counts somebody who wants to join, whatever comes of it. @throws TooMany */
export async function countJoin({ app, request }: Context): Promise<void> {
  await app.attempts.take(joins, networkOf(request.ip));
  await app.attempts.take(allJoins, 'everybody');
}

/** Counts a link that is opened or used, good or not. @throws TooMany */
export async function countUnsubscribeLink({ app, request }: Context): Promise<void> {
  await app.attempts.take(links, networkOf(request.ip));
}

/**
 * Takes an address off the waitlist within the caller's transaction: nothing more is sent to it, and what was sent does not
 * tell whose it was. @returns whether it stood there
 */
export async function removeFromWaitlist(em: EntityManager, email: string): Promise<boolean> {
  if ((await em.nativeDelete(WaitlistEntry, { email })) === 0) return false;
  await removeFromBroadcasts(em, email);
  return true;
}
