import type { Constraint } from '#api/graphql/schema/constraints.ts';

type Keyword = (value: string | number, type: string) => Record<string, unknown>;

const ofText =
  (keyword: string): Keyword =>
  (value, type) =>
    type === 'string' ? { [keyword]: value } : {};
/** Amounts travel as text, whose bounds JSON Schema cannot say: their sentences do. */
const ofNumber =
  (keyword: string): Keyword =>
  (value, type) =>
    type === 'integer' || type === 'number' ? { [keyword]: value } : {};

const formats: Record<string, string> = { email: 'email', url: 'uri', 'url-of-any-host': 'uri' };

/** The keyword of JSON Schema for each of our rules; one without a keyword is said by its sentence alone. */
const keywords: Record<string, Keyword> = {
  minLength: ofText('minLength'),
  maxLength: ofText('maxLength'),
  pattern: ofText('pattern'),
  min: ofNumber('minimum'),
  max: ofNumber('maximum'),
  format: (value) => ({ format: formats[value] ?? value }),
  equals: (value, type) => ({ const: type === 'boolean' ? value === 'true' : value }),
};

/** The rules of a place as JSON Schema. */
export function keywordsOf(
  constraints: readonly Constraint[],
  { type }: { type?: unknown },
): Record<string, unknown> {
  const [named = ''] = [type].flat() as string[];
  const said = constraints.map(({ name, value }) => keywords[name]?.(value, named) ?? {});
  return Object.assign({}, ...said) as Record<string, unknown>;
}

/** The sentences that answer what breaks the rules, for people to read. */
export function sentencesOf(constraints: readonly Constraint[]): string {
  const sentences = [...new Set(constraints.map(({ message }) => message))];
  return sentences.length > 0 ? `Refused with: ${sentences.map((one) => `“${one}”`).join(', ')}.` : '';
}
