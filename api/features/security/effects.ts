import { minPasswordLength } from './password-policy.ts';
import type { SecuritySettings } from './security-settings.entity.ts';

export type Policy = Omit<SecuritySettings, 'id'>;

/** What the people of the platform have to do with a change of the policy. */
export interface PolicyImpact {
  /** People who may sign in and have no second factor. */
  withoutTwoFactor: number;
  /** The asking administrator is one of them. */
  youWithoutTwoFactor: boolean;
  /** Sessions that would be idle for too long. */
  idleSessions: number;
  /** Administrators signed in from an address that would not be allowed. */
  shutOut: string[];
  /** Where the asking administrator comes from. */
  address: string | null;
}

type EffectOf = (before: Policy, after: Policy, reach: PolicyImpact) => string[];

/** What a change of each field means to people, in the order of the form. */
const effectSentences: Record<keyof Policy, EffectOf> = {
  sessionTimeout: (before, { sessionTimeout: minutes }, { idleSessions }) =>
    idleSessions > 0
      ? [`${count(idleSessions, 'session')} idle for longer than ${minutes} minutes would end`]
      : [`Sessions would end after ${minutes} idle minutes instead of ${before.sessionTimeout}`],

  maxLoginAttempts: (before, after) => [
    `Accounts would be locked after ${after.maxLoginAttempts} wrong attempts instead of ${before.maxLoginAttempts}`,
  ],

  lockoutDuration: (before, after) => [
    `New lockouts would last ${after.lockoutDuration} minutes instead of ${before.lockoutDuration}; running ones keep their time`,
  ],

  requireTwoFactor: (_before, { requireTwoFactor }, { withoutTwoFactor, youWithoutTwoFactor }) => {
    if (!requireTwoFactor) return ['Nobody would have to use two factors; who has set them up keeps them'];
    const others =
      withoutTwoFactor === 0
        ? 'Everybody has set up two factors already'
        : `${count(withoutTwoFactor, 'person', 'people')} would have to set up two factors`;
    return youWithoutTwoFactor
      ? [others, 'You have no second factor yourself: you would be asked to set it up first']
      : [others];
  },

  passwordMinLength: (_before, { passwordMinLength: least }) => [
    least < minPasswordLength
      ? `New passwords would still need ${minPasswordLength} characters: fewer are never accepted`
      : `New passwords need ${least} characters; existing ones stay`,
  ],

  passwordRequireSpecial: (_before, { passwordRequireSpecial }) => [
    passwordRequireSpecial
      ? 'New passwords need a special character; existing ones stay'
      : 'New passwords no longer need a special character',
  ],

  apiTokenMaxDays: (before, { apiTokenMaxDays: days }) => [
    days < before.apiTokenMaxDays
      ? `API tokens created more than ${count(days, 'day')} ago stop working immediately`
      : `API tokens may last ${count(days, 'day')} instead of ${before.apiTokenMaxDays}`,
  ],

  allowedIpRanges: (_before, { allowedIpRanges }, { shutOut, address }) =>
    allowedIpRanges.length === 0
      ? ['The platform could be administered from any address']
      : [
          `The platform could be administered from ${count(allowedIpRanges.length, 'address or range', 'addresses or ranges')} only`,
          ...(address === null ? [] : [`Your own address (${address}) stays allowed`]),
          ...(shutOut.length > 0 ? [`${listed(shutOut)} would be shut out where they are now`] : []),
        ],
};

/** Names that a sentence can hold. */
const mostNames = 3;

/** The fields that differ, in the order of the form. */
export function changedFields(before: Policy, after: Policy): (keyof Policy)[] {
  const fields = Object.keys(effectSentences) as (keyof Policy)[];
  return fields.filter((field) => String(before[field]) !== String(after[field]));
}

/** What a change would do, a sentence each. */
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
