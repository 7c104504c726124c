import { createHash, randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { generateSecret, generateURI, verify } from 'otplib';
import { LockMode } from '@mikro-orm/core';
import type { App } from '#api/config/app.ts';
import type { Context } from '#api/graphql/context.ts';
import { type Limit, subjectKey } from '#api/security/attempts/attempts.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { type Sealed, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import type { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { record } from '#api/features/audit/audit.service.ts';
import type { Lockout } from '#api/jobs/contracts.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { EmailLink } from '../registration/email-link.entity.ts';
import { recoveryCodeUsed } from '../emails.ts';
import { RecoveryCode } from './recovery-code.entity.ts';

type Policy = Pick<SecuritySettings, 'maxLoginAttempts' | 'lockoutDuration'>;

/** One counter for codes and recovery codes, whose subject is the user's id. */
export const secondFactorLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'second-factor',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  message: 'Too many wrong verification codes. Try again later, or use the link that was mailed to you.',
});

/** The same for who holds an unlock link: others cannot use these attempts up, and a new link brings no new ones. */
const secondFactorLinkLimit = (policy: Policy): Limit => ({
  ...secondFactorLimit(policy),
  name: 'second-factor-link',
});

/** Lets a person try again, with a link and without. */
export async function resetCodeAttempts({ attempts }: App, policy: Policy, userId: string): Promise<void> {
  await attempts.clear(secondFactorLimit(policy), userId);
  await attempts.clear(secondFactorLinkLimit(policy), userId);
}

/**
 * Whether a code of the app, or a recovery code, is right. It is used up by that, also when what it was for fails: call
 * it outside a transaction. Always false where two factors are off. The last wrong one that is allowed locks the
 * account and tells its owner, whose mailed `link` has attempts of its own. @throws TooMany
 */
export async function checkSecondFactor(
  ctx: Context,
  user: User,
  given: string,
  link: EmailLink | null = null,
): Promise<boolean> {
  const { attempts } = ctx.app;
  const policy = await policyOf(ctx.em);
  const digits = sixDigits(given);
  // Before an attempt is counted: no code can be right, and no one should be locked out for trying.
  const secret =
    digits && user.twoFactorEnabled && user.twoFactorSecret
      ? unsealSecret(user, user.twoFactorSecret)
      : undefined;
  const left = await attempts.take(link ? secondFactorLinkLimit(policy) : secondFactorLimit(policy), user.id);
  const fits = digits
    ? await consumeTotp(ctx, user, secret, digits)
    : await consumeRecoveryCode(ctx, user, given);
  if (fits) await resetCodeAttempts(ctx.app, policy, user.id);
  else if (!link && left === 0) await queueLockoutEmail(ctx, user.email, 'code');
  return fits;
}

/** Of two who bring the same code at the same moment, one changes the row. */
async function consumeTotp(
  { em }: Context,
  user: User,
  secret: string | undefined,
  digits: string,
): Promise<boolean> {
  if (!secret) return false;
  const step = await totpStepOf(secret, digits, user.lastTotpStep);
  if (step === undefined) return false;
  const unused = { $or: [{ lastTotpStep: null }, { lastTotpStep: { $lt: step } }] };
  const taken = await em.nativeUpdate(
    User,
    { id: user.id, twoFactorEnabled: true, ...unused },
    { lastTotpStep: step },
  );
  return taken > 0;
}

/** @throws Conflict if the secret can't be decrypted: the way out is a recovery code, a password reset or an administrator. */
function unsealSecret({ id }: User, secret: Sealed): string {
  try {
    return vault.unseal(secret, 'user.two_factor_secret', id);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new Conflict(
      "We can't check your authenticator codes because the stored secret can't be decrypted. Enter a recovery code, or ask an administrator to reset two-factor authentication for your account.",
    );
  }
}

async function consumeRecoveryCode(ctx: Context, user: User, given: string): Promise<boolean> {
  return ctx.em.transactional(async (em) => {
    if (!(await redeemRecoveryCode(em, user, given))) return false;
    const left = await countRecoveryCodes(em, user);
    await addEmail(em, user.email, recoveryCodeUsed(ctx, left));
    return true;
  });
}

/** Nothing that is mistaken for another when it is read from paper: no 0, O, 1, I, L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 13 of 31 characters are 64 bits: enough that a fast hash may keep them (AUTH.md, 3). */
const characters = 13;

const recoveryCodeCount = 10;

/** Replaces the person's recovery codes within the caller's transaction. @returns the new ones, to be shown this once */
export async function replaceRecoveryCodes(em: EntityManager, user: User): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await deleteRecoveryCodes(em, user);
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ user: user.id, codeHash: hashOf(normal(code)) })),
  );
  return codes;
}

async function deleteRecoveryCodes(em: EntityManager, user: User): Promise<void> {
  await em.nativeDelete(RecoveryCode, { user: user.id });
}

/** Uses a code up, once however many try at the same moment. @returns whether it was one of theirs */
async function redeemRecoveryCode(em: EntityManager, user: User, given: string): Promise<boolean> {
  const code = normal(given);
  if (!isShapedLikeOne(code)) return false;
  return (await em.nativeDelete(RecoveryCode, { user: user.id, codeHash: hashOf(code) })) > 0;
}

export function countRecoveryCodes(em: EntityManager, user: User): Promise<number> {
  return em.count(RecoveryCode, { user: user.id });
}

/** Whether it could be a recovery code, in capitals or not, with or without its dashes. */
export const isRecoveryCode = (given: string): boolean => isShapedLikeOne(normal(given));

function newCode(): string {
  const drawn = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${drawn.slice(0, 4)}-${drawn.slice(4, 9)}-${drawn.slice(9)}`;
}

const normal = (given: string): string => given.replace(/[\s-]/g, '').toUpperCase();

const isShapedLikeOne = (code: string): boolean => new RegExp(`^[${alphabet}]{${characters}}$`).test(code);

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Seconds that a clock may be off: one step each way, the most that RFC 6238 (5.2) recommends. */
const tolerance = 30;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret();

/** What the QR picture says to the app, which names the `issuer` beside the address. */
export function totpUri(secret: string, email: string, issuer: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** In groups of four, as one reads it to type it. */
export function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The six digits of a code with its blanks stripped; undefined for anything else, digits of other scripts too. */
export function sixDigits(given: string): string | undefined {
  const stripped = given.replace(/\s/g, '');
  return /^\d{6}$/.test(stripped) ? stripped : undefined;
}

/** The 30-second step that six digits belong to, if they are right now and their step is later than `after`. */
export async function totpStepOf(
  secret: string,
  digits: string,
  after?: number | null,
): Promise<number | undefined> {
  const result = await verify({
    secret,
    token: digits,
    epochTolerance: tolerance,
    afterTimeStep: after ?? undefined,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

export const twoFactorNotEnabled = 'Two-factor authentication is not enabled';

/** The row as it is now, and nobody else's until the transaction ends. @throws NotFound */
export function lockUser(em: EntityManager, id: string): Promise<User> {
  return em.findOneOrFail(
    User,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new NotFound('User') },
  );
}

/** Forgets the step too: the codes of the next secret are others. @throws Conflict when it is off */
export async function disableTwoFactorOf(em: EntityManager, user: User): Promise<void> {
  if (!user.twoFactorEnabled) throw new Conflict(twoFactorNotEnabled);
  Object.assign(user, { twoFactorEnabled: false, twoFactorSecret: null, lastTotpStep: null });
  await deleteRecoveryCodes(em, user);
}

/** Writes a change of somebody's second factor down: last in its transaction. */
export function recordTwoFactor(em: EntityManager, ctx: Context, action: string, user: User): Promise<void> {
  return record(em, ctx, { action, subject: user.email, subjectId: user.id });
}

/** Has the owner told, once per lock; also for an address without an account, so that its sign-in takes as long. */
export async function queueLockoutEmail(
  { em, request }: Pick<Context, 'em' | 'request'>,
  email: string,
  guessed: Lockout['guessed'],
): Promise<void> {
  const told: Lockout = { email, guessed, ipAddress: request.ip, at: new Date().toISOString() };
  await addJob(em, 'mail-lockout', told, { jobKey: `lockout ${guessed} ${subjectKey(email)}` });
}
