import type { Context } from '#api/graphql/context.ts';
import type { Config } from '#api/config/config.ts';
import { dayAndTime, defaultZone } from '#api/lib/local-time.ts';
import type { Letter } from '../email/letter.ts';
import type { User } from '../users/user.entity.ts';
import { linkTo } from './mailed-links.ts';

/** In the account owner's zone, because someone else may have made the request. */
const timeOf = (at: Date, { timeZone }: Pick<User, 'timeZone'>): string =>
  dayAndTime(at, timeZone ?? defaultZone);

const from = (ipAddress: string | null): string =>
  ipAddress ? `from the IP address ${ipAddress}` : 'from an unknown IP address';

const notYou = "If this wasn't you, change your password now and sign out all other sessions.";

interface Lockout {
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
  { guessed, attempts, duration, at, ipAddress, token, user }: Lockout,
): Letter {
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
export function newDevice({ app, request }: Context, user: User, device: string, at: Date): Letter {
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

export function passwordChanged({ app, request }: Context, user: User): Letter {
  return {
    kind: 'password-changed',
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${timeOf(new Date(), user)} ${from(request.ip)}. All other sessions were signed out.`,
    ],
    action: { label: 'Review your sessions', url: `${app.config.publicUrl}/settings` },
    note: "If this wasn't you, reset your password on the sign-in page now.",
  };
}
