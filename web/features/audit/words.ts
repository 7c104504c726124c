import { capitalize } from '#web/lib/sentence.ts';

/** The labels that the policy's fields have in its form, with units. */
const fields = new Map(
  Object.entries({
    sessionTimeout: 'Session timeout (minutes)',
    maxLoginAttempts: 'Max login attempts',
    lockoutDuration: 'Lockout duration (minutes)',
    requireTwoFactor: 'Require two-factor authentication',
    passwordMinLength: 'Minimum password length (characters)',
    passwordRequireSpecial: 'Require special characters',
    allowedIpRanges: 'Allowed IP ranges',
  }),
);

/** A field's label in the form, such as "Session timeout (minutes)", or its own name. */
export const fieldWords = (field: string): string =>
  fields.get(field) ?? sentenceCase(field.replace(/([A-Z])/g, ' $1'));

/** A recorded value, formatted. */
export function valueWords(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join('\n') : 'None';
  if (value === undefined || value === null || value === '') return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function sentenceCase(text: string): string {
  const words = text
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  const sentence = capitalize(words);
  return sentence.replace(/\b(ip|api|id)\b/gi, (abbreviation) => abbreviation.toUpperCase());
}
