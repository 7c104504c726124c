import type { Context } from '#api/context.ts';
import type { Config } from '#api/config.ts';
import { dayAndTime, defaultZone } from '#api/local-time.ts';
import type { Letter } from '../email/letter.ts';
import type { User } from '../users/user.entity.ts';
import { linkTo } from './mailed-links.ts';

/** In the zone of the account's owner: whoever made the request may be somebody else. */
const timeOf = (at: Date, { timeZone }: Pick<User, 'timeZone'>): string =>
  dayAndTime(at, timeZone ?? defaultZone);

const from = (ipAddress: string | null): string =>
  ipAddress ? `from the network address ${ipAddress}` : 'from an unknown network address';

const notYou = 'If this was not you, change your password at once and sign out all other sessions.';

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
    'If it was not you, somebody is guessing. None of these was your password. A second factor keeps your account safe even if it is one day.',
  code: 'If it was not you, somebody knows your password: change it at once. Your second factor has kept them out.',
};

/** To the owner of an account that was just locked, with a way in. */
export function accountLocked(
  config: Pick<Config, 'publicUrl'>,
  { guessed, attempts, duration, at, ipAddress, token, user }: Lockout,
): Letter {
  return {
    kind: 'account-locked',
    subject: 'Your account is locked for a while',
    heading: 'Your account is locked for a while',
    paragraphs: [
      `Somebody gave a wrong ${what[guessed]} ${attempts} times, the last time on ${timeOf(at, user)} ${from(ipAddress)}.`,
      `Nobody can sign in as you for ${duration} minutes without this mail. You do not have to wait: this link lets you sign in now. It works once, within an hour, until a newer mail takes its place.`,
    ],
    action: { label: 'Sign in now', url: linkTo(config, '/unlock', token) },
    note: advice[guessed],
  };
}

/** To somebody whose account was signed in to from a kind of browser that it never was before. */
export function newDevice({ app, request }: Context, user: User, device: string, at: Date): Letter {
  return {
    kind: 'new-device',
    subject: `New sign-in: ${device}`,
    heading: 'A new device signed in to your account',
    paragraphs: [
      'Somebody signed in with a device that we have not seen before.',
      `Device: ${device}`,
      `Time: ${timeOf(at, user)}`,
      `Network address: ${request.ip ?? 'unknown'}`,
      'If this was you, there is nothing to do.',
    ],
    action: { label: 'Look at your sessions', url: `${app.config.publicUrl}/settings` },
    note: notYou,
  };
}

export function passwordChanged({ app, request }: Context, user: User): Letter {
  return {
    kind: 'password-changed',
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `It was changed on ${timeOf(new Date(), user)} ${from(request.ip)}. Your other sessions have ended.`,
    ],
    action: { label: 'Look at your sessions', url: `${app.config.publicUrl}/settings` },
    note: 'If this was not you, ask for a new password on the sign-in screen at once.',
  };
}
