import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { record } from '../audit/audit.service.ts';
import { takeOutOfBroadcasts } from '../email/broadcast.store.ts';
import { readLeaveToken } from './leave-link.ts';
import type { WaitlistLink } from './leave-link-info.ts';
import { WaitlistEntry } from './waitlist-entry.entity.ts';
import { countLeaveLink } from './waitlist-limits.ts';

/** Looking changes nothing. @throws NotFound alike for whatever is wrong with the link */
export async function waitlistLink(ctx: Context, token: string): Promise<WaitlistLink> {
  return shown(await openLink(ctx, ctx.em, token));
}

/** Nothing more is sent to whoever the link is about. @throws NotFound */
export function leaveWaitlist(ctx: Context, token: string): Promise<WaitlistLink> {
  return change(ctx, token, true);
}

/** They are told again. @throws NotFound */
export function returnToWaitlist(ctx: Context, token: string): Promise<WaitlistLink> {
  return change(ctx, token, false);
}

function change(ctx: Context, token: string, leaves: boolean): Promise<WaitlistLink> {
  return ctx.em.fork().transactional(async (em) => {
    const entry = await openLink(ctx, em, token);
    if (Boolean(entry.unsubscribedAt) === leaves) return shown(entry);
    entry.unsubscribedAt = leaves ? new Date() : null;
    await em.flush();
    if (leaves) await takeOutOfBroadcasts(em, entry.email);
    const action = leaves ? 'waitlist.leave' : 'waitlist.return';
    const { email: subject, id: subjectId } = entry;
    // Whoever has the link did it, whoever is signed in here.
    await record(em, { ...ctx, viewer: null }, { action, subject, subjectId, actor: subject });
    return shown(entry);
  });
}

async function openLink(ctx: Context, em: EntityManager, token: string): Promise<WaitlistEntry> {
  await countLeaveLink(ctx);
  const id = readLeaveToken(ctx.app.config, token) ?? '';
  const lockMode = em.isInTransaction() ? LockMode.PESSIMISTIC_WRITE : undefined;
  const found = isId(id) ? await em.findOne(WaitlistEntry, { id }, { lockMode }) : null;
  if (!found) throw invalidLink();
  return found;
}

function shown({ email, packageName, unsubscribedAt }: WaitlistEntry): WaitlistLink {
  return { email, packageName, unsubscribed: Boolean(unsubscribedAt) };
}

const invalidLink = (): ProductError =>
  new ProductError('NOT_FOUND', 'This link is not valid any more. The address is not on the waitlist.');
