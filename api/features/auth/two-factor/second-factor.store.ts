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

/** Codes and recovery codes share a counter per user. */
export const secondFactorLimit = ({ maxLoginAttempts, lockoutDuration }: Policy): Limit => ({
  name: 'second-factor',
  attempts: maxLoginAttempts,
  seconds: lockoutDuration * 60,
  sliding: true,
  message: 'Too many wrong verification codes. Try again later, or use the link that was emailed to you.',
});

/**
 * The same for the holder of an unlock link, so that others can't use up these attempts. A new link doesn't
 * add attempts.
 */
const secondFactorLinkLimit = (policy: Policy): Limit => ({
  ...secondFactorLimit(policy),
  name: 'second-factor-link',
});

/** Resets code attempts, with and without a link. */
export async function resetCodeAttempts({ attempts }: App, policy: Policy, userId: string): Promise<void> {
  await attempts.clear(secondFactorLimit(policy), userId);
  await attempts.clear(secondFactorLinkLimit(policy), userId);
}

/**
 * Whether a code from the app or a recovery code is correct. It is used up even if the action fails later, so
 * call it outside a transaction. Always false if two-factor authentication is off. The last allowed wrong
 * code locks the account and emails its owner a `link` with attempts of its own. @throws TooMany
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
  // Don't count an attempt if no code can be correct, so that no one is locked out for trying.
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

/** Of two concurrent uses of a code, only one changes the row. */
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

/** No characters that look alike on paper: 0, O, 1, I, L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 13 of 31 characters give 64 bits, which makes a fast hash safe (AUTH.md, 3). */
const characters = 13;

const recoveryCodeCount = 10;

/**
 * Replaces a person's recovery codes within the caller's transaction. @returns the new codes, to be shown
 * once
 */
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

/** Redeems a recovery code, once even under concurrency. @returns whether it was valid */
async function redeemRecoveryCode(em: EntityManager, user: User, given: string): Promise<boolean> {
  const code = normal(given);
  if (!isShapedLikeOne(code)) return false;
  return (await em.nativeDelete(RecoveryCode, { user: user.id, codeHash: hashOf(code) })) > 0;
}

export function countRecoveryCodes(em: EntityManager, user: User): Promise<number> {
  return em.count(RecoveryCode, { user: user.id });
}

/** Whether the text has the shape of a recovery code, ignoring case and dashes. */
export const isRecoveryCode = (given: string): boolean => isShapedLikeOne(normal(given));

function newCode(): string {
  const drawn = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${drawn.slice(0, 4)}-${drawn.slice(4, 9)}-${drawn.slice(9)}`;
}

const normal = (given: string): string => given.replace(/[\s-]/g, '').toUpperCase();

const isShapedLikeOne = (code: string): boolean => new RegExp(`^[${alphabet}]{${characters}}$`).test(code);

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Allowed clock drift: one step each way, the maximum that RFC 6238 (5.2) recommends. */
const tolerance = 30;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret();

/** URI in the QR code. The app shows `issuer` beside the address. */
export function totpUri(secret: string, email: string, issuer: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** Groups the secret by four characters for typing. */
export function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The six digits of a code without spaces. Undefined for anything else, including digits of other scripts. */
export function sixDigits(given: string): string | undefined {
  const stripped = given.replace(/\s/g, '');
  return /^\d{6}$/.test(stripped) ? stripped : undefined;
}

/** The 30-second step of a code that is valid now and later than `after`. */
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

/** Locks the row until the transaction ends. @throws NotFound */
export function lockUser(em: EntityManager, id: string): Promise<User> {
  return em.findOneOrFail(
    User,
    { id },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new NotFound('User') },
  );
}

/** Also clears the last step, because the next secret has other codes. @throws Conflict if it is off */
export async function disableTwoFactorOf(em: EntityManager, user: User): Promise<void> {
  if (!user.twoFactorEnabled) throw new Conflict(twoFactorNotEnabled);
  Object.assign(user, { twoFactorEnabled: false, twoFactorSecret: null, lastTotpStep: null });
  await deleteRecoveryCodes(em, user);
}

/** Records a change of two-factor authentication. Call it last in the transaction. */
export function recordTwoFactor(em: EntityManager, ctx: Context, action: string, user: User): Promise<void> {
  return record(em, ctx, { action, subject: user.email, subjectId: user.id });
}

/**
 * Queues the lockout email, once per lock. Also queued for addresses without an account, so that sign-in
 * takes equally long.
 */
export async function queueLockoutEmail(
  { em, request }: Pick<Context, 'em' | 'request'>,
  email: string,
  guessed: Lockout['guessed'],
): Promise<void> {
  const lockout: Lockout = { email, guessed, ipAddress: request.ip, at: new Date().toISOString() };
  await addJob(em, 'mail-lockout', lockout, { jobKey: `lockout ${guessed} ${subjectKey(email)}` });
}
