import type { Config } from '#api/config/config.ts';
import { product, type Letter } from '../email/letter.ts';
import { linkTo } from './mailed-links.ts';

// Strangers can have these mailed to whom they like. So none of them says anything that a stranger wrote.

type Place = Pick<Config, 'publicUrl'>;

const notYou = 'If this was not you, you need do nothing: without the link nothing happens.';

export const verifyEmailLetter = (place: Place, token: string): Letter => ({
  kind: 'verify-email',
  subject: 'Verify your email address',
  heading: 'Verify your email address',
  paragraphs: [
    `Somebody registered with ${product} and gave this address. If it was you, confirm it and you can sign in.`,
    'The link works once, for 24 hours.',
  ],
  action: { label: 'Verify email address', url: linkTo(place, '/verify-email', token) },
  note: 'If this was not you, do not follow the link. The account is removed after seven days.',
});

/** To an address that registered before and was never verified: which of the passwords is its owner's, nobody knows. */
export const registeredAgainLetter = (place: Place, token: string): Letter => ({
  kind: 'registered-again',
  subject: 'Finish your registration',
  heading: 'Finish your registration',
  paragraphs: [
    `Somebody registered with ${product} and gave this address, not for the first time. If it was you, choose a password to finish; earlier ones and earlier links are void.`,
    'The link works once, for 60 minutes.',
  ],
  action: { label: 'Choose a password', url: linkTo(place, '/reset-password', token) },
  note: notYou,
});

export const alreadyRegisteredLetter = (place: Place, token: string): Letter => ({
  kind: 'already-registered',
  subject: 'You already have an account',
  heading: 'You already have an account',
  paragraphs: [
    `Somebody tried to register with ${product} and gave this address, which has an account. Nothing was changed.`,
    'If you no longer know your password, choose a new one. The link works once, for 60 minutes.',
    `If you know it, sign in at ${place.publicUrl}/auth`,
  ],
  action: { label: 'Choose a new password', url: linkTo(place, '/reset-password', token) },
  note: notYou,
});

export const resetPasswordLetter = (place: Place, token: string): Letter => ({
  kind: 'reset-password',
  subject: 'Choose a new password',
  heading: 'Choose a new password',
  paragraphs: [
    `Somebody asked for a new password for your ${product} account.`,
    'The link works once, for 60 minutes. A second factor stays as it is.',
  ],
  action: { label: 'Choose a new password', url: linkTo(place, '/reset-password', token) },
  note: notYou,
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

export const passwordResetLetter = ({ publicUrl }: Place, tokens: TokensAfterReset): Letter => ({
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
