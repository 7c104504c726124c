import { roleWords } from '#web/features/alerts/alert-words.ts';
import { type ScopeListKind, scopeListWords } from '#web/features/alerts/rules/scope-form.ts';
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

/** A recorded value of a field, formatted. */
export function valueWords(value: unknown, field?: string): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (field && scopeFields.has(field) && value !== null)
    return (
      [value]
        .flat()
        .map((one) => scopeWords(String(one)))
        .join('\n') || 'None'
    );
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join('\n') : 'None';
  if (value === undefined || value === null || value === '') return 'None';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Fields of an alert rule that are recorded as JSON, because a scope has lists of its own. */
const scopeFields: ReadonlySet<string> = new Set(['scope', 'exceptions']);

/** “Tags: gold, vip · Device types: Access points”. Anything other than a scope is shown as it was recorded. */
function scopeWords(recorded: string): string {
  const lists = listsIn(recorded);
  if (!lists) return recorded;
  const words = lists.map(([kind, entries]) => {
    const shown = kind === 'deviceRoles' ? entries.map((role) => roles[role] ?? role) : entries;
    return `${scopeListWords[kind]}: ${shown.join(', ')}`;
  });
  return words.join(' · ') || 'No limit';
}

const roles: Readonly<Record<string, string>> = roleWords;

function listsIn(recorded: string): [ScopeListKind, string[]][] | undefined {
  try {
    const lists = Object.entries(JSON.parse(recorded) as object);
    const isScope = lists.every(([kind, list]) => Object.hasOwn(scopeListWords, kind) && Array.isArray(list));
    return isScope ? (lists as [ScopeListKind, string[]][]) : undefined;
  } catch {
    return undefined;
  }
}

function sentenceCase(text: string): string {
  const words = text
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
  const sentence = capitalize(words);
  return sentence
    .replace(/\b(ip|api|id)\b/gi, (abbreviation) => abbreviation.toUpperCase())
    .replace(/^Halo\b/, 'HaloPSA');
}
