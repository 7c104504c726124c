import { toDataURL } from 'qrcode';
import type { ViewerContext, Viewer } from '#api/graphql/context.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { sealFor, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { endSessions, publishSessionsEnded } from '#api/live/sessions.ts';
import { brandingOf } from '#api/features/branding/branding.service.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import type { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import type { User } from '#api/features/users/user.entity.ts';
import {
  reauthenticateUnlessRecent,
  lockReauthenticated,
  type Reauthenticated,
} from '../sign-in/reauthenticate.store.ts';
import {
  countRecoveryCodes,
  isRecoveryCode,
  replaceRecoveryCodes,
  checkSecondFactor,
  secondFactorLimit,
  groupedSecret,
  newTotpSecret,
  sixDigits,
  totpStepOf,
  totpUri,
  lockUser,
  twoFactorNotEnabled,
  recordTwoFactor,
  disableTwoFactorOf,
} from './second-factor.store.ts';
import { logRefusedReauthentication } from '../sign-in/password-attempts.store.ts';
import * as emails from '../emails.ts';
import type { TwoFactorChange, TwoFactorSetup, TwoFactorStatus } from '../auth-results.ts';

const alreadyOn = 'Two-factor authentication is already enabled';
const wrongCode = 'Invalid verification code';

/** Input of a change. The password is only required if the person didn't just sign in. */
interface Given {
  code: string;
  password?: string | null;
}

/** Rendering a QR code takes about 30 ms of CPU. */
const setupLimit: Limit = {
  name: 'two-factor-setup',
  attempts: 30,
  seconds: 15 * 60,
  message: "You've started setup too often. Try again later.",
};

/** Codes entered to finish setup have a counter of their own, because they must not lock anyone out. */
const enableLimit = (policy: SecuritySettings): Limit => ({
  ...secondFactorLimit(policy),
  name: 'two-factor-enable',
  message: 'Too many wrong verification codes. Try again later.',
});

export async function twoFactorStatus({ em, viewer: { user } }: ViewerContext): Promise<TwoFactorStatus> {
  const { requireTwoFactor } = await policyOf(em);
  return {
    enabled: user.twoFactorEnabled,
    required: requireTwoFactor,
    recoveryCodesLeft: await countRecoveryCodes(em, user),
  };
}

/**
 * Starts setup, or continues the one that this session started, because a phone may reload the page while its
 * owner is in the authenticator app. @throws Conflict if it is on, TooMany
 */
export async function twoFactorSetup(ctx: ViewerContext): Promise<TwoFactorSetup> {
  await ctx.app.attempts.take(setupLimit, ctx.viewer.user.id);
  const secret = await ctx.em.transactional(async (em) => {
    const user = await lockUser(em, ctx.viewer.user.id);
    if (user.twoFactorEnabled) throw new Conflict(alreadyOn);
    const begun = pendingSecret(user, ctx.viewer);
    if (begun) return begun;
    const fresh = newTotpSecret();
    const pending = `${ctx.viewer.credentialId} ${fresh}`;
    user.pendingTwoFactorSecret = sealFor(user, 'user.pending_two_factor_secret', pending);
    return fresh;
  });
  const { platformName } = await brandingOf(ctx.app);
  return {
    qrCodeUrl: await toDataURL(totpUri(secret, ctx.viewer.user.email, platformName)),
    manualEntryKey: groupedSecret(secret),
  };
}

/**
 * Finishes setup with a first code. The person's other sessions end, because they started without one.
 * @throws Invalid for a wrong code, Conflict if it is on, TooMany
 */
export function enableTwoFactor(ctx: ViewerContext, given: Given): Promise<TwoFactorChange> {
  return logRefusedReauthentication(ctx, () => enable(ctx, given));
}

async function enable(ctx: ViewerContext, { code, password }: Given): Promise<TwoFactorChange> {
  const digits = sixDigits(code);
  if (!digits) throw new Invalid({ code: 'Please enter a 6-digit verification code' });
  const confirmed = await reauthenticateUnlessRecent(ctx, password);
  const limit = enableLimit(await policyOf(ctx.em));
  await ctx.app.attempts.take(limit, ctx.viewer.user.id);
  const { recoveryCodes, ended } = await ctx.em.transactional(async (em) => {
    const user = await lockReauthenticated(em, ctx, confirmed);
    if (user.twoFactorEnabled) throw new Conflict(alreadyOn);
    const secret = pendingSecret(user, ctx.viewer);
    const step = secret && (await totpStepOf(secret, digits));
    if (!secret || step === undefined) throw new Invalid({ code: wrongCode });
    Object.assign(user, {
      twoFactorEnabled: true,
      twoFactorSecret: sealFor(user, 'user.two_factor_secret', secret),
      pendingTwoFactorSecret: null,
      lastTotpStep: step,
    });
    await addEmail(em, user.email, emails.twoFactorEnabled(ctx));
    const recoveryCodes = await replaceRecoveryCodes(em, user);
    const ended = await endSessions(em, { userId: user.id, exceptId: ctx.viewer.credentialId });
    await recordTwoFactor(em, ctx, '2fa.enable', user);
    return { recoveryCodes, ended };
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  await ctx.app.attempts.clear(limit, ctx.viewer.user.id);
  return { success: true, message: 'Two-factor authentication enabled', recoveryCodes };
}

/**
 * Turns two-factor authentication off with a code or recovery code. @throws Invalid for a wrong one, Conflict
 * if it is off, TooMany
 */
export async function disableTwoFactor(ctx: ViewerContext, given: Given): Promise<TwoFactorChange> {
  const sentence = 'Please enter a 6-digit verification code to disable 2FA';
  const confirmed = await proveWithCode(ctx, given, sentence);
  await ctx.em.transactional(async (em) => {
    const user = await lockReauthenticated(em, ctx, confirmed);
    await disableTwoFactorOf(em, user);
    await addEmail(em, user.email, emails.twoFactorDisabled(ctx));
    await recordTwoFactor(em, ctx, '2fa.disable', user);
  });
  return { success: true, message: 'Two-factor authentication disabled', recoveryCodes: [] };
}

/** Replaces the recovery codes. @throws Invalid for a wrong code, Conflict if it is off, TooMany */
export async function regenerateRecoveryCodes(ctx: ViewerContext, given: Given): Promise<TwoFactorChange> {
  const confirmed = await proveWithCode(ctx, given, 'Please enter a 6-digit verification code');
  const recoveryCodes = await ctx.em.transactional(async (em) => {
    const user = await lockReauthenticated(em, ctx, confirmed);
    if (!user.twoFactorEnabled) throw new Conflict(twoFactorNotEnabled);
    await addEmail(em, user.email, emails.recoveryCodesRegenerated(ctx));
    const codes = await replaceRecoveryCodes(em, user);
    await recordTwoFactor(em, ctx, '2fa.renew-recovery-codes', user);
    return codes;
  });
  return { success: true, message: 'New recovery codes generated', recoveryCodes };
}

/**
 * The secret that this session was shown. A secret that someone saw in another session never becomes the
 * second factor.
 */
function pendingSecret(user: User, { credentialId }: Viewer): string | undefined {
  if (!user.pendingTwoFactorSecret) return undefined;
  try {
    const pending = vault.unseal(user.pendingTwoFactorSecret, 'user.pending_two_factor_secret', user.id);
    const [session, secret] = pending.split(' ');
    return session === credentialId ? secret : undefined;
  } catch (error) {
    // A setup that can't be read begins again with a new secret.
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** Check the password first, because a correct code is used up. */
function proveWithCode(
  ctx: ViewerContext,
  { code, password }: Given,
  shape: string,
): Promise<Reauthenticated> {
  const { user } = ctx.viewer;
  return logRefusedReauthentication(ctx, async () => {
    if (!sixDigits(code) && !isRecoveryCode(code)) throw new Invalid({ code: shape });
    if (!user.twoFactorEnabled) throw new Conflict(twoFactorNotEnabled);
    const confirmed = await reauthenticateUnlessRecent(ctx, password);
    if (!(await checkSecondFactor(ctx, user, code))) throw new Invalid({ code: wrongCode });
    return confirmed;
  });
}
