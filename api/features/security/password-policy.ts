import { dictionary } from '@zxcvbn-ts/language-common';
import { Field, Int, ObjectType } from 'type-graphql';
import type { SecuritySettings } from './security-settings.entity.ts';

/** Tens of thousands of leaked passwords, most common first. Source: @zxcvbn-ts/language-common (MIT). */
const ranked = dictionary['passwords-common'].map((password) => password.toLowerCase());

const all = new Set(ranked);

/** ASVS 6.2.4 requires the 3,000 most common. These few are also rejected as the start of a longer password. */
const mostCommon = new Set(ranked.slice(0, 3000));

/** Whether a lowercase password is on the list. */
const isCommon = (password: string): boolean => all.has(password);

/** Whether a lowercase password is one of the 3,000 most common. */
const isMostCommon = (password: string): boolean => mostCommon.has(password);

type Policy = Pick<SecuritySettings, 'passwordMinLength' | 'passwordRequireSpecial'>;

/** Minimum length, whatever the policy says (DECISIONS section 8). */
export const minPasswordLength = 8;

/** Longer passwords are rejected, never cut, which bounds the cost of hashing (AUTH.md, section 2). */
export const maxPasswordLength = 128;

/** Digits and symbols around a word, which don't make it a different password. */
const mostAdded = 6;

const product = 'netlantern';

/**
 * Character classes of the documented policy. Letters of scripts without case count as both, because their
 * users can't type a capital and such letters are harder to guess.
 */
const kinds = [
  { kind: /[\p{Lu}\p{Lt}\p{Lo}]/u, says: 'Password must contain an uppercase letter' },
  { kind: /[\p{Ll}\p{Lo}]/u, says: 'Password must contain a lowercase letter' },
  { kind: /\p{N}/u, says: 'Password must contain a number' },
];
const special = { kind: /[^\p{L}\p{M}\p{N}]/u, says: 'Password must contain a special character' };

export function requiredPasswordLength({ passwordMinLength }: Policy): number {
  return Math.max(minPasswordLength, passwordMinLength);
}

/** The password requirements as a sentence (specification 2, /admin/security). */
export function policyText(policy: Policy): string {
  const needs = 'Passwords need an uppercase letter, a lowercase letter and a number';
  const besides = policy.passwordRequireSpecial ? ', plus a special character' : '';
  return `${needs}${besides}, and at least ${requiredPasswordLength(policy)} characters.`;
}

/**
 * Why a new password is rejected, or `null` if it is accepted. `context` holds what others know about the
 * person: address, names, company. Counts characters, not UTF-16 units.
 */
export function passwordProblem(password: string, policy: Policy, context: readonly string[]): string | null {
  const chosen = password.normalize('NFC');
  const length = [...chosen].length;
  const least = requiredPasswordLength(policy);
  if (length < least) return `Password must be at least ${least} characters long`;
  if (length > maxPasswordLength) return `Password must be ${maxPasswordLength} characters or less`;
  const needed = policy.passwordRequireSpecial ? [...kinds, special] : kinds;
  const missing = needed.find(({ kind }) => !kind.test(chosen));
  if (missing) return missing.says;
  const cores = coresOf(chosen);
  if (isCommon(chosen.toLowerCase()) || cores.some(isMostCommon))
    return 'This password is too common. Please choose another one';
  const known = new Set([product, ...context.flatMap(wordsOf)]);
  if (cores.some((core) => known.has(core)))
    return 'Password must not be your email address, your name, your company or the name of this product';
  return null;
}

/** A password without case, symbols, digits at its ends and doubling: `Password-12` becomes "password". */
function coresOf(password: string): string[] {
  const folded = password.toLowerCase();
  const bare = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const added = [...folded].length - [...bare].length;
  const squeezed = [folded, ...(added <= mostAdded ? [bare] : [])].map(squeeze);
  return squeezed.flatMap((text) => [text, half(text)]).filter((text) => text !== '');
}

/** Halves a doubled text. */
function half(text: string): string {
  const middle = text.length / 2;
  const first = text.slice(0, middle);
  return first + first === text ? first.replace(/\p{N}+$/u, '') : text;
}

/** An address and its local part, as they might be typed into a password, with or without digits. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFC').toLowerCase();
  const words = [folded, ...folded.split('@').slice(0, -1)].map(squeeze);
  return [...words, ...words.map((word) => word.replace(/\p{N}+$/u, ''))].filter((word) => word !== '');
}

function squeeze(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

@ObjectType({ description: 'Requirements for new passwords.' })
export class PasswordPolicy {
  @Field(() => Int, { description: 'Minimum length in characters, at least 8.' })
  minLength!: number;

  @Field(() => Boolean, {
    description: 'Whether a special character is required.',
  })
  requireSpecial!: boolean;

  @Field({ description: 'All requirements, as a sentence to show to the user.' })
  text!: string;
}
