import { randomUUID } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import type { Answer } from '#api/graphql/schema/answer.ts';
import { addMail } from '../email/outbox.store.ts';
import { Package } from '../packages/package.entity.ts';
import { normalEmail } from '../users/normal-email.ts';
import { leaveUrl } from './leave-link.ts';
import { joinedLetter } from './letters.ts';
import { WaitlistEntry } from './waitlist-entry.entity.ts';
import type { JoinWaitlistInput } from './waitlist.input.ts';
import { countJoin } from './waitlist-limits.ts';

const listed = "This email is already registered for the waitlist. We'll notify you when registration opens!";

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
      if (!known) return add(em, ctx, email, wanted);
      if (!known.unsubscribedAt) throw new Conflict(listed);
      em.assign(known, { package: wanted, packageName: wanted.name, unsubscribedAt: null });
    });
  } catch (error) {
    // Of two at once the second comes too late.
    throw error instanceof UniqueConstraintViolationException ? new Conflict(listed) : error;
  }
  return { message: "We'll notify you when registration opens." };
}

async function packageOnSale(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }) : null;
  if (!found) throw new Invalid({ packageId: 'This package is not available any more' });
  return found;
}

async function add(em: EntityManager, { app }: Context, email: string, wanted: Package): Promise<void> {
  const id = randomUUID();
  const { name: packageName } = wanted;
  await em.insert(WaitlistEntry, { id, email, package: wanted, packageName, createdAt: new Date() });
  const url = leaveUrl(app.config, id);
  await addMail(em, email, joinedLetter(packageName, url));
}
