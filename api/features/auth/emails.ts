import type { Config } from '#api/config/config.ts';
import { dayAndTime, defaultZone } from '#api/lib/local-time.ts';
import { product, type EmailContent } from '../email/email-content.ts';
import { linkTo } from './registration/email-link.entity.ts';
import type { User } from '../users/user.entity.ts';

// Anyone can trigger these emails to any address, so none of them contains text from the requester.

type Place = Pick<Config, 'publicUrl'>;

const ignoreIfNotYou = "If this wasn't you, ignore this email. Nothing changes unless the link is used.";

export const verifyEmail = (place: Place, token: string): EmailContent => ({
  kind: 'verify-email',
  subject: 'Verify your email address',
  heading: 'Verify your email address',
  paragraphs: [
    `Someone created a ${product} account with this address. If it was you, verify the address to sign in.`,
    'The link works once and expires after 24 hours.',
  ],
  action: { label: 'Verify email address', url: linkTo(place, '/verify-email', token) },
  note: "If this wasn't you, don't open the link. The account is deleted after seven days.",
});

/** To an unverified address that registers again. We can't know which password is its owner's. */
export const registeredAgain = (place: Place, token: string): EmailContent => ({
  kind: 'registered-again',
  subject: 'Finish your registration',
  heading: 'Finish your registration',
  paragraphs: [
    `Someone created a ${product} account with this address again. If it was you, choose a password to finish. Earlier passwords and links no longer work.`,
    'The link works once and expires after 60 minutes.',
  ],
  action: { label: 'Choose a password', url: linkTo(place, '/reset-password', token) },
  note: ignoreIfNotYou,
});

export const alreadyRegistered = (place: Place, token: string): EmailContent => ({
  kind: 'already-registered',
  subject: 'You already have an account',
  heading: 'You already have an account',
  paragraphs: [
    `Someone tried to create a ${product} account with this address, which already has one. Nothing has changed.`,
    "If you've forgotten your password, choose a new one. The link works once and expires after 60 minutes.",
    `Otherwise, sign in at ${place.publicUrl}/auth`,
  ],
  action: { label: 'Choose a new password', url: linkTo(place, '/reset-password', token) },
  note: ignoreIfNotYou,
});

export const resetPassword = (place: Place, token: string): EmailContent => ({
  kind: 'reset-password',
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [
    `Someone asked to reset the password of your ${product} account.`,
    'The link works once and expires after 60 minutes. Two-factor authentication stays on if you use it.',
  ],
  action: { label: 'Choose a new password', url: linkTo(place, '/reset-password', token) },
  note: ignoreIfNotYou,
});

/** Whether the reset revoked the person's API tokens. The email doesn't mention tokens to someone who has none. */
export type TokensAfterReset = 'revoked' | 'kept' | 'none';

const tokenLines: Record<TokensAfterReset, string[]> = {
  revoked: [
    'Your API tokens were revoked. Programs that use them need new ones, which you create in Settings.',
  ],
  kept: ['Your API tokens still work. You can revoke them in Settings.'],
  none: [],
};

export const passwordReset = ({ publicUrl }: Place, tokens: TokensAfterReset): EmailContent => ({
  kind: 'password-reset',
  subject: 'Your password was changed',
  heading: 'Your password was changed',
  paragraphs: [
    `Someone chose a new password for your ${product} account with a link that we emailed to you. You were signed out everywhere.`,
    ...tokenLines[tokens],
  ],
  action: { label: 'Sign in', url: `${publicUrl}/auth` },
  note: "If this wasn't you, someone else can read your email. Secure your mailbox first, then choose a new password.",
});

/** The request behind an email, as a context has it. */
export interface Origin {
  app: { config: Pick<Config, 'publicUrl'> };
  request: { ip: string | null };
}

/** In the account owner's zone, because someone else may have made the request. */
const timeOf = (at: Date, { timeZone }: Pick<User, 'timeZone'>): string =>
  dayAndTime(at, timeZone ?? defaultZone);

const from = (ipAddress: string | null): string =>
  ipAddress ? `from the IP address ${ipAddress}` : 'from an unknown IP address';

const notYou = "If this wasn't you, change your password now and sign out all other sessions.";

interface LockoutFacts {
  guessed: 'password' | 'code';
  attempts: number;
  /** Minutes. */
  duration: number;
  at: Date;
  ipAddress: string | null;
  token: string;
  user: Pick<User, 'timeZone'>;
}

const what = { password: 'password', code: 'verification code' };

const advice = {
  password:
    "If this wasn't you, someone is trying to guess your password. They haven't succeeded. Two-factor authentication protects your account even if they do.",
  code: "If this wasn't you, someone knows your password. Change it now. Two-factor authentication has kept them out.",
};

/** Sent to the owner of an account that was just locked, with a link to sign in. */
export function accountLocked(
  config: Pick<Config, 'publicUrl'>,
  { guessed, attempts, duration, at, ipAddress, token, user }: LockoutFacts,
): EmailContent {
  return {
    kind: 'account-locked',
    subject: 'Your account is temporarily locked',
    heading: 'Your account is temporarily locked',
    paragraphs: [
      `Someone entered a wrong ${what[guessed]} ${attempts} times, most recently on ${timeOf(at, user)} ${from(ipAddress)}.`,
      `Signing in is blocked for ${duration} minutes. You can use this link to sign in now. It works once and expires after an hour, or when we send you a newer one.`,
    ],
    action: { label: 'Sign in now', url: linkTo(config, '/unlock', token) },
    note: advice[guessed],
  };
}

/** Sent after a sign-in from a kind of browser that the account hasn't been used with before. */
export function newDevice({ app, request }: Origin, user: User, device: string, at: Date): EmailContent {
  return {
    kind: 'new-device',
    subject: `New sign-in: ${device}`,
    heading: 'A new device signed in to your account',
    paragraphs: [
      "Someone signed in to your account from a device that we haven't seen before.",
      `Device: ${device}`,
      `Time: ${timeOf(at, user)}`,
      `IP address: ${request.ip ?? 'unknown'}`,
      "If this was you, you don't need to do anything.",
    ],
    action: { label: 'Review your sessions', url: `${app.config.publicUrl}/settings` },
    note: notYou,
  };
}

export function passwordChanged({ app, request }: Origin, user: User, at: Date): EmailContent {
  return {
    kind: 'password-changed',
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${timeOf(at, user)} ${from(request.ip)}. All other sessions were signed out.`,
    ],
    action: { label: 'Review your sessions', url: `${app.config.publicUrl}/settings` },
    note: "If this wasn't you, reset your password on the sign-in page now.",
  };
}

/** Number of remaining codes from which the email mentions it. */
const fewRecoveryCodes = 3;

/** All of these confirm something that the reader should have done. */
function twoFactorNotice(
  ctx: Origin,
  letter: Pick<EmailContent, 'kind' | 'subject' | 'paragraphs'>,
): EmailContent {
  const { ip } = ctx.request;
  return {
    ...letter,
    heading: letter.subject,
    paragraphs: [...letter.paragraphs, ...(ip ? [`IP address: ${ip}.`] : [])],
    action: { label: 'Review your sessions', url: `${ctx.app.config.publicUrl}/settings` },
    note: "If this wasn't you, change your password now and sign out all other sessions.",
  };
}

export function recoveryCodeUsed(ctx: Origin, left: number): EmailContent {
  const paragraphs = ['Someone used a recovery code instead of a code from your authenticator app.'];
  if (left === 0) paragraphs.push('It was your last one. Generate new codes before you need them.');
  else if (left <= fewRecoveryCodes)
    paragraphs.push(`You have ${left} left. Generate new codes before you need them.`);
  return twoFactorNotice(ctx, {
    kind: 'recovery-code-used',
    subject: 'One of your recovery codes was used',
    paragraphs,
  });
}

export const twoFactorEnabled = (ctx: Origin): EmailContent =>
  twoFactorNotice(ctx, {
    kind: 'two-factor-enabled',
    subject: 'Two-factor authentication is on',
    paragraphs: [
      'Signing in now requires a code from your authenticator app. Your other sessions were signed out.',
    ],
  });

export const twoFactorDisabled = (ctx: Origin): EmailContent =>
  twoFactorNotice(ctx, {
    kind: 'two-factor-disabled',
    subject: 'Two-factor authentication is off',
    paragraphs: ['Signing in now requires only your password. Your recovery codes no longer work.'],
  });

export const recoveryCodesRegenerated = (ctx: Origin): EmailContent =>
  twoFactorNotice(ctx, {
    kind: 'recovery-codes-renewed',
    subject: 'You have new recovery codes',
    paragraphs: ['Your previous recovery codes no longer work.'],
  });

/** Done by someone else, so the email doesn't name an IP address. */
export const twoFactorReset = ({ app }: Origin): EmailContent => ({
  kind: 'two-factor-reset',
  subject: 'Your two-factor authentication was reset',
  heading: 'Your two-factor authentication was reset',
  paragraphs: [
    'An administrator turned off two-factor authentication for your account and ended your sessions. Your recovery codes no longer work.',
    'Sign in with your password and set it up again.',
  ],
  action: { label: 'Sign in', url: `${app.config.publicUrl}/auth` },
  note: "If you didn't ask for this, change your password now.",
});
