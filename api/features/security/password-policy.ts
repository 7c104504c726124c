import type { SecuritySettings } from './security-settings.entity.ts';

type Policy = Pick<SecuritySettings, 'passwordMinLength' | 'passwordRequireSpecial'>;

/** Characters that every password has, whatever the policy says (DECISIONS section 8). */
const leastCharacters = 8;

/**
 * Why a new password is refused, as a sentence; null when it may be used. `context` is what others know of the person:
 * address, names, company. Characters are counted, not UTF-16 units.
 */
export function passwordProblem(
  password: string,
  { passwordMinLength }: Policy,
  _context: readonly string[],
): string | null {
  const least = Math.max(leastCharacters, passwordMinLength);
  if ([...password.normalize('NFC')].length < least)
    return `Password must be at least ${least} characters long`;
  return null;
}
