import { minPasswordLength } from './password-policy.ts';
import type { SecuritySettings } from './security-settings.entity.ts';

export type Policy = Omit<SecuritySettings, 'id'>;

/** Users affected by a policy change. */
export interface PolicyImpact {
  /** People who can sign in without a second factor. */
  withoutTwoFactor: number;
  /** Whether the requesting administrator is one of them. */
  youWithoutTwoFactor: boolean;
  /** Sessions that would time out. */
  idleSessions: number;
  /** Administrators whose address would no longer be allowed. */
  shutOut: string[];
  /** The administrator's own address. */
  address: string | null;
}

type EffectOf = (before: Policy, after: Policy, reach: PolicyImpact) => string[];

/** Effect of changing each field, in form order. */
const effectSentences: Record<keyof Policy, EffectOf> = {
  sessionTimeout: (before, { sessionTimeout: minutes }, { idleSessions }) =>
    idleSessions > 0
      ? [`${count(idleSessions, 'session')} idle for longer than ${minutes} minutes will end`]
      : [`Sessions will end after ${minutes} idle minutes instead of ${before.sessionTimeout}`],

  maxLoginAttempts: (before, after) => [
    `Accounts will be locked after ${after.maxLoginAttempts} wrong attempts instead of ${before.maxLoginAttempts}`,
  ],

  lockoutDuration: (before, after) => [
    `New lockouts will last ${after.lockoutDuration} minutes instead of ${before.lockoutDuration}. Current ones don't change`,
  ],

  requireTwoFactor: (_before, { requireTwoFactor }, { withoutTwoFactor, youWithoutTwoFactor }) => {
    if (!requireTwoFactor)
      return ['Two-factor authentication will be optional. People who have set it up keep it'];
    const others =
      withoutTwoFactor === 0
        ? 'Everyone has already set up two-factor authentication'
        : `${count(withoutTwoFactor, 'person', 'people')} will have to set up two-factor authentication`;
    return youWithoutTwoFactor
      ? [others, "You haven't set up two-factor authentication yourself. You'll have to do that first"]
      : [others];
  },

  passwordMinLength: (_before, { passwordMinLength: least }) => [
    least < minPasswordLength
      ? `New passwords will still need ${minPasswordLength} characters, the minimum`
      : `New passwords will need ${least} characters. Existing ones stay valid`,
  ],

  passwordRequireSpecial: (_before, { passwordRequireSpecial }) => [
    passwordRequireSpecial
      ? 'New passwords will need a special character. Existing ones stay valid'
      : "New passwords won't need a special character",
  ],

  apiTokenMaxDays: (before, { apiTokenMaxDays: days }) => [
    days < before.apiTokenMaxDays
      ? `API tokens created more than ${count(days, 'day')} ago stop working immediately`
      : `API tokens may last ${count(days, 'day')} instead of ${before.apiTokenMaxDays}`,
  ],

  allowedIpRanges: (_before, { allowedIpRanges }, { shutOut, address }) =>
    allowedIpRanges.length === 0
      ? ['Administrators will be able to connect from any address']
      : [
          `Administrators will only be able to connect from ${count(allowedIpRanges.length, 'address or range', 'addresses or ranges')}`,
          ...(address === null ? [] : [`Your own address (${address}) stays allowed`]),
          ...(shutOut.length > 0 ? [`${listed(shutOut)} will be locked out at their current address`] : []),
        ],

  shareOutageHints: (_before, { shareOutageHints }) => [
    shareOutageHints
      ? 'Teams will see in how many networks of other teams their provider fails, without names'
      : 'Teams will no longer see whether their provider fails in networks of other teams',
  ],
};

/** Maximum names in a sentence. */
const mostNames = 3;

/** Changed fields, in form order. */
export function changedFields(before: Policy, after: Policy): (keyof Policy)[] {
  const fields = Object.keys(effectSentences) as (keyof Policy)[];
  return fields.filter((field) => String(before[field]) !== String(after[field]));
}

/** Effects of a change, one sentence each. */
export function effectsOf(before: Policy, after: Policy, reach: PolicyImpact): string[] {
  return changedFields(before, after).flatMap((field) => effectSentences[field](before, after, reach));
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function listed(names: string[]): string {
  const more = names.length - mostNames;
  const shown = names.slice(0, mostNames).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
