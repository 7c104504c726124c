import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, CustomerContext } from '#api/graphql/context.ts';
import { type Limit, subjectKey } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import type { App } from '#api/config/app.ts';
import type { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { ProductError } from '#api/lib/errors.ts';
import {
  queueLockoutEmail,
  resetCodeAttempts,
  secondFactorLimit,
} from '../two-factor/second-factor.store.ts';
import { LinkState, LinkPurpose, type EmailLink } from '../registration/email-link.entity.ts';
import { readLink, linkError } from '../registration/email-links.store.ts';
import { passwordMatches } from './password-hash.service.ts';

/** A password that is about to be looked at, counted before that. */
export interface PasswordAttempt {
  /**
   * Looks at it. A right one is given back, whatever else stands in the way, and so is one that could not be looked at.
   * The last wrong one that is allowed locks the account and tells its owner.
   * @throws TooMany when too many are being looked at
   */
  fits(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The link that it is made with; the second factor counts against it too. */
  link: EmailLink | null;
  /** The owner is in: what others tried before is forgotten. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt at an account: against its address, known or not, and against the network it comes from. With a
 * link of the owner's it counts against that link alone: others cannot keep its holder out.
 * @throws TooMany, or a product error that carries the link's state
 */
export async function beginAttempt(
  ctx: Context,
  email: string,
  unlockToken?: string | null,
): Promise<PasswordAttempt> {
  const { app, em, request } = ctx;
  const { attempts } = app;
  const link = unlockToken ? await usableLink(em, email, unlockToken) : null;
  const policy = await policyOf(em);
  const account = accountLimit(policy);
  const network = networkOf(request.ip);
  const [limit, subject]: [Limit, string] = link ? [linkLimit(policy), link.id] : [account, email];
  if (!link) await attempts.take(networkLimit, network);
  const left = await attempts.take(limit, subject);

  async function forgive(): Promise<void> {
    if (!link) await attempts.forgive(networkLimit, network);
    await attempts.forgive(limit, subject);
  }

  return {
    link,
    async fits(passwordHash, password) {
      const fits = await passwordMatches(passwordHash, password, request).catch(async (error: unknown) => {
        await forgive();
        throw error;
      });
      if (fits) await forgive();
      else if (!link && left === 0) await queueLockoutEmail(ctx, email, 'password');
      return fits;
    },
    succeed: () => attempts.clear(account, email),
  };
}

/** A link for another account is as wrong as none. */
async function usableLink(em: Context['em'], email: string, token: string): Promise<EmailLink> {
  const { state, link } = await readLink(em, LinkPurpose.unlock, token);
  if (state !== LinkState.valid || !link) throw linkError(state);
  if (link.user.email !== email) throw linkError(LinkState.wrong);
  return link;
}

type Policy = Pick<SecuritySettings, 'maxLoginAttempts' | 'lockoutDuration'>;

/** It is said for any address, known or not: it tells nothing of an account. */
const lockedSentence =
  'Too many failed sign-ins. Try again later, or use the link that was mailed to the owner.';

/** Wrong passwords from one network address, whomever they are for: an office has many people. */
const networkLimit: Limit = {
  name: 'sign-in-network',
  attempts: 50,
  seconds: 15 * 60,
  message: 'Too many failed sign-ins from your network. Try again later.',
};

/** Wrong passwords for one account, by its address as `normalEmail` spells it, from wherever they come. */
export const accountLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'sign-in',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  message: lockedSentence,
});

/** The same for who holds an unlock link, by the link's id: others cannot use these attempts up. */
const linkLimit = (policy: Policy): Limit => ({ ...accountLimit(policy), name: 'sign-in-link' });

/** Forgets wrong passwords, and no wrong codes: whoever has the mailbox may not guess on at the second factor. */
export async function resetPasswordAttempts(app: App, email: string): Promise<void> {
  await app.attempts.clear(accountLimit(await policyOf(app.orm.em.fork())), email);
}

/** Lets the owner of an address try again: passwords and, where it has an account, verification codes. */
export async function clearLockout(app: App, email: string): Promise<void> {
  await resetPasswordAttempts(app, email);
  const em = app.orm.em.fork();
  const policy = await policyOf(em);
  const user = await em.findOne(User, { email }, { fields: ['id'] });
  if (user) await resetCodeAttempts(app, policy, user.id);
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
    found.map(({ email, byEmail, byId }) => [email, laterOf(passwords.get(byEmail), codes.get(byId))!]),
  );
}

/** The later of two moments, where there are two. */
export function laterOf(one?: Date | null, other?: Date | null): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}

/** Who tried: by the id of the account, if there is one. */
export interface Who {
  email: string;
  userId?: string;
}

type Attempted = 'sign-in' | 'confirmation';

const eventNames: Record<Attempted, string> = { 'sign-in': 'A sign-in', confirmation: 'A confirmation' };

/**
 * One line for each sign-in and each refusal (ASVS 16.3.1). Addresses that were typed in are written as the start of
 * their SHA-256: equal ones can be seen to be equal.
 */
export function logSignIn(ctx: Context, outcome: string, who: Who): void {
  log(ctx, 'sign-in', outcome, who);
}

/** Tries a sign-in, and writes a line when it is refused. */
export function logRefusedSignIn<T>(ctx: Context, who: Who, attempt: () => Promise<T>): Promise<T> {
  return logRefusals(ctx, 'sign-in', who, attempt);
}

/** The same where somebody who is signed in proves once more who they are. */
export function logRefusedReauthentication<T>(ctx: CustomerContext, attempt: () => Promise<T>): Promise<T> {
  const { id: userId, email } = ctx.viewer.user;
  return logRefusals(ctx, 'confirmation', { email, userId }, attempt);
}

async function logRefusals<T>(
  ctx: Context,
  event: Attempted,
  who: Who,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof ProductError) log(ctx, event, error.message, who);
    throw error;
  }
}

function log({ app, request }: Context, event: Attempted, outcome: string, { email, userId }: Who): void {
  const account = subjectKey(email).slice(0, 16);
  app.log.info({ event, outcome, account, userId, from: request.ip, reqId: request.id }, eventNames[event]);
}
