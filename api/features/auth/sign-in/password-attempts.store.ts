import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
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

/** A password attempt, counted before the password is checked. */
export interface PasswordAttempt {
  /**
   * Checks the password. A correct one isn't counted, whatever else prevents the sign-in, and neither is one
   * that couldn't be checked. The last allowed wrong one locks the account and emails its owner. @throws
   * TooMany if too many are being checked
   */
  fits(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Unlock link of the attempt. The second factor counts against it too. */
  link: EmailLink | null;
  /** The owner has signed in, so earlier attempts are forgotten. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt against the account's address, known or not, and against the network. With the owner's
 * unlock link, it counts against that link alone, so that others can't lock its holder out. @throws TooMany,
 * or a product error with the link's state
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

/** A link for another account counts as wrong. */
async function usableLink(em: Context['em'], email: string, token: string): Promise<EmailLink> {
  const { state, link } = await readLink(em, LinkPurpose.unlock, token);
  if (state !== LinkState.valid || !link) throw linkError(state);
  if (link.user.email !== email) throw linkError(LinkState.wrong);
  return link;
}

type Policy = Pick<SecuritySettings, 'maxLoginAttempts' | 'lockoutDuration'>;

/** The same for any address, so that it reveals nothing about accounts. */
const lockedSentence =
  'Too many failed sign-ins. Try again later, or use the link that was emailed to the owner.';

/** Wrong passwords from one network, for any account. Offices have many people. */
const networkLimit: Limit = {
  name: 'sign-in-network',
  attempts: 50,
  seconds: 15 * 60,
  message: 'Too many failed sign-ins from your network. Try again later.',
};

/** Wrong passwords for one account, by its normalized address, from any network. */
export const accountLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'sign-in',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  message: lockedSentence,
});

/** The same for the holder of an unlock link, by the link's ID, so that others can't use up these attempts. */
const linkLimit = (policy: Policy): Limit => ({ ...accountLimit(policy), name: 'sign-in-link' });

/**
 * Resets password attempts but not code attempts, because access to the mailbox must not allow further
 * guesses at the second factor.
 */
export async function resetPasswordAttempts(app: App, email: string): Promise<void> {
  await app.attempts.clear(accountLimit(await policyOf(app.orm.em.fork())), email);
}

/** Clears a lockout: passwords and, if the address has an account, verification codes. */
export async function clearLockout(app: App, email: string): Promise<void> {
  await resetPasswordAttempts(app, email);
  const em = app.orm.em.fork();
  const policy = await policyOf(em);
  const user = await em.findOne(User, { email }, { fields: ['id'] });
  if (user) await resetCodeAttempts(app, policy, user.id);
}

/** When each locked account unlocks, by address, whether passwords or codes locked it. */
export async function lockedAccounts(em: EntityManager, { attempts }: App): Promise<Map<string, Date>> {
  const policy = await policyOf(em);
  const [passwords, codes] = await Promise.all([
    attempts.blocked(accountLimit(policy)),
    attempts.blocked(secondFactorLimit(policy)),
  ]);
  const found = await queryRows(
    em,
    { email: tables.user.email, byEmail: text, byId: text },
    `select * from (select email, encode(sha256(convert_to(email, 'UTF8')), 'hex') as "byEmail",
                             encode(sha256(convert_to(id::text, 'UTF8')), 'hex') as "byId" from "user") as person
        where "byEmail" = any(?::text[]) or "byId" = any(?::text[])`,
    [`{${[...passwords.keys()].join(',')}}`, `{${[...codes.keys()].join(',')}}`],
  );
  return new Map(
    found.map(({ email, byEmail, byId }) => [email, laterOf(passwords.get(byEmail), codes.get(byId))!]),
  );
}

export function laterOf(one?: Date | null, other?: Date | null): Date | null {
  if (!one || !other) return one ?? other ?? null;
  return one > other ? one : other;
}

/** Who tried to sign in, with the account's ID if there is one. */
export interface Who {
  email: string;
  userId?: string;
}

type Attempted = 'sign-in' | 'confirmation';

const eventNames: Record<Attempted, string> = { 'sign-in': 'A sign-in', confirmation: 'A confirmation' };

/**
 * Logs each sign-in and rejection (ASVS 16.3.1). Addresses are logged as the start of their SHA-256, so that
 * equal ones can be recognized.
 */
export function logSignIn(ctx: Context, outcome: string, who: Who): void {
  log(ctx, 'sign-in', outcome, who);
}

/** Runs a sign-in and logs a rejection. */
export function logRefusedSignIn<T>(ctx: Context, who: Who, attempt: () => Promise<T>): Promise<T> {
  return logRefusals(ctx, 'sign-in', who, attempt);
}

/** The same for confirming one's identity while signed in. */
export function logRefusedReauthentication<T>(ctx: ViewerContext, attempt: () => Promise<T>): Promise<T> {
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
