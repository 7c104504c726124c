import type { Context } from '#api/graphql/context.ts';
import type { Letter } from '../email/letter.ts';
import { fewRecoveryCodes } from './recovery-codes.ts';

/** Every one of them tells of something that its reader must have done. */
function notice(ctx: Context, letter: Pick<Letter, 'kind' | 'subject' | 'paragraphs'>): Letter {
  const { ip } = ctx.request;
  return {
    ...letter,
    heading: letter.subject,
    paragraphs: [...letter.paragraphs, ...(ip ? [`It came from the network address ${ip}.`] : [])],
    action: { label: 'Look at your sessions', url: `${ctx.app.config.publicUrl}/settings` },
    note: 'If this was not you, change your password at once and sign out all other sessions.',
  };
}

export function recoveryCodeUsed(ctx: Context, left: number): Letter {
  const paragraphs = ['A recovery code was used in place of a code of your authenticator app.'];
  if (left === 0) paragraphs.push('It was your last one. Make new ones before you need them.');
  else if (left <= fewRecoveryCodes)
    paragraphs.push(`You have ${left} left. Make new ones before you need them.`);
  return notice(ctx, {
    kind: 'recovery-code-used',
    subject: 'A recovery code of yours was used',
    paragraphs,
  });
}

export const twoFactorEnabled = (ctx: Context): Letter =>
  notice(ctx, {
    kind: 'two-factor-enabled',
    subject: 'Two-factor authentication is on',
    paragraphs: ['From now on signing in needs a code of your authenticator app. Other sessions have ended.'],
  });

export const twoFactorDisabled = (ctx: Context): Letter =>
  notice(ctx, {
    kind: 'two-factor-disabled',
    subject: 'Two-factor authentication is off',
    paragraphs: ['Signing in needs your password only. Your recovery codes are void.'],
  });

export const recoveryCodesRenewed = (ctx: Context): Letter =>
  notice(ctx, {
    kind: 'recovery-codes-renewed',
    subject: 'You have new recovery codes',
    paragraphs: ['The recovery codes you had before are void.'],
  });

/** Not from the reader's own hand, so their network address is not told. */
export const twoFactorReset = ({ app }: Context): Letter => ({
  kind: 'two-factor-reset',
  subject: 'Your two-factor authentication was reset',
  heading: 'Your two-factor authentication was reset',
  paragraphs: [
    'An administrator has turned off two-factor authentication for your account and ended your sessions. Your recovery codes are void.',
    'Sign in with your password and set it up again.',
  ],
  action: { label: 'Sign in', url: `${app.config.publicUrl}/auth` },
  note: 'If you did not ask for this, change your password at once.',
});
