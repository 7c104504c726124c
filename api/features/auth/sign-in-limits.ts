import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { policyOf } from '../security/security.service.ts';
import type { SecuritySettings } from '../security/security-settings.entity.ts';
import { User } from '../users/user.entity.ts';
import { forgetWrongCodes, secondFactorLimit } from './second-factor.ts';

type Policy = Pick<SecuritySettings, 'maxLoginAttempts' | 'lockoutDuration'>;

/** It is said for any address, known or not: it tells nothing of an account. */
const lockedSentence =
  'Too many failed sign-ins. Try again later, or use the link that was mailed to the owner.';

/** Wrong passwords from one network address, whomever they are for: an office has many people. */
export const networkLimit: Limit = {
  name: 'sign-in-network',
  attempts: 50,
  seconds: 15 * 60,
  says: 'Too many failed sign-ins from your network. Try again later.',
};

/** Wrong passwords for one account, by its address as `normalEmail` spells it, from wherever they come. */
export const accountLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'sign-in',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  says: lockedSentence,
});

/** The same for who holds an unlock link, by the link's id: others cannot use these attempts up. */
export const linkLimit = (policy: Policy): Limit => ({ ...accountLimit(policy), name: 'sign-in-link' });

/** Forgets wrong passwords, and no wrong codes: whoever has the mailbox may not guess on at the second factor. */
export async function forgetWrongPasswords(app: App, email: string): Promise<void> {
  await app.attempts.clear(accountLimit(await policyOf(app.orm.em.fork())), email);
}

/** Lets the owner of an address try again: passwords and, where it has an account, verification codes. */
export async function clearLockout(app: App, email: string): Promise<void> {
  await forgetWrongPasswords(app, email);
  const em = app.orm.em.fork();
  const policy = await policyOf(em);
  const user = await em.findOne(User, { email }, { fields: ['id'] });
  if (user) await forgetWrongCodes(app, policy, user.id);
}

/** Until when each locked account is locked, by wrong passwords or by wrong codes, by its address. */
export async function lockedAccounts(em: EntityManager, { attempts }: App): Promise<Map<string, Date>> {
  const policy = await policyOf(em);
  const [passwords, codes] = await Promise.all([
    attempts.blocked(accountLimit(policy)),
    attempts.blocked(secondFactorLimit(policy)),
  ]);
  const found = await em.execute<{ email: string; byEmail: string; byId: string }[]>(
    `select * from (select email, encode(sha256(convert_to(email, 'UTF8')), 'hex') as "byEmail",
                             encode(sha256(convert_to(id::text, 'UTF8')), 'hex') as "byId" from "user") as person
        where "byEmail" = any(?::text[]) or "byId" = any(?::text[])`,
    [`{${[...passwords.keys()].join(',')}}`, `{${[...codes.keys()].join(',')}}`],
  );
  return new Map(
    found.map(({ email, byEmail, byId }) => [email, later(passwords.get(byEmail), codes.get(byId))!]),
  );
}

/** The later of two moments, where there are two. */
export function later(one?: Date | null, other?: Date | null): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}
