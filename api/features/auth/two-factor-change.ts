import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { dropCodes } from './recovery-codes.ts';

export const notOn = 'Two-factor authentication is not enabled';

/** The row as it is now, and nobody else's until the transaction ends. @throws NotFound */
export function lockPerson(em: EntityManager, id: string): Promise<User> {
  return em.findOneOrFail(
    User,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new NotFound('User') },
  );
}

/** Forgets the step too: the codes of the next secret are others. @throws Conflict when it is off */
export async function turnOff(em: EntityManager, user: User): Promise<void> {
  if (!user.twoFactorEnabled) throw new Conflict(notOn);
  Object.assign(user, { twoFactorEnabled: false, twoFactorSecret: null, lastTotpStep: null });
  await dropCodes(em, user);
}

/** Writes a change of somebody's second factor down: last in its transaction. */
export function recordTwoFactor(em: EntityManager, ctx: Context, action: string, user: User): Promise<void> {
  return record(em, ctx, { action, subject: user.email, subjectId: user.id });
}
