import type { Constraint } from '#api/graphql/schema/constraints.ts';

type Keyword = (value: string | number, type: string) => Record<string, unknown>;

const ofText =
  (keyword: string): Keyword =>
  (value, type) =>
    type === 'string' ? { [keyword]: value } : {};
/** Amounts are text, whose bounds JSON Schema can't express, so only their messages describe them. */
const ofNumber =
  (keyword: string): Keyword =>
  (value, type) =>
    type === 'integer' || type === 'number' ? { [keyword]: value } : {};

const formats: Record<string, string> = { email: 'email', url: 'uri', 'url-of-any-host': 'uri' };

/**
 * The JSON Schema keyword for each of our rules. Rules without a keyword are only described by their message.
 */
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

/** Error messages of broken rules, for people to read. */
export function sentencesOf(constraints: readonly Constraint[]): string {
  const sentences = [...new Set(constraints.map(({ message }) => message))];
  return sentences.length > 0 ? `Refused with: ${sentences.map((one) => `“${one}”`).join(', ')}.` : '';
}
