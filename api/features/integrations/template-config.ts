import { Ajv, type ErrorObject } from 'ajv';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { isAddress } from '#api/graphql/schema/rules.ts';
import { own } from './channel-input.ts';
import { isMasked, maskAddress, maskSecret } from './masks.ts';
import { fieldsOf, schemaProblem, type TemplateField } from './template-schema.ts';

type Values = Record<string, unknown>;

/** Characters of one value. */
const longest = 4000;

/** Formats that say how a field is shown; addresses are checked by who calls them. */
const unchecked = { password: /^/, uri: /^/, url: /^/, hostname: /^/ };

/** A schema as it was sent, as an object or as its text. @throws Invalid */
export function readSchema(sent: unknown): Values {
  const schema = typeof sent === 'string' ? parsed(sent) : sent;
  judgeFor(schema);
  return schema as Values;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid({ configSchema: 'Invalid JSON schema' });
  }
}

/** A template's schema ready to judge by; it loads nothing. @throws Invalid for a schema that is not as it must be */
function judgeFor(schema: unknown) {
  const problem = schemaProblem(schema);
  if (problem) throw new Invalid({ configSchema: problem });
  const { $schema: _, ...words } = schema as Values;
  const formats = { email: isAddress, date: /^\d{4}-\d\d-\d\d$/, ...unchecked };
  try {
    return new Ajv({ strict: true, allErrors: true, formats }).compile({ type: 'object', ...words });
  } catch {
    throw new Invalid({ configSchema: 'Invalid JSON schema' });
  }
}

interface Wish {
  schema: Values;
  given: Values;
  stored: Values;
  readAddress: (address: string) => { url: string } | { problem: string };
}

/**
 * The configuration that an integration of a template gets: what its schema names. A secret that is not given, or given
 * as it is shown, stays, but none goes along to another address. @throws Invalid with a sentence for each field
 */
export function settingsOf({ schema, given, stored, readAddress }: Wish): Values {
  const judge = judgeFor(schema);
  const fields = fieldsOf(schema);
  const wrong: FieldErrors = {};
  const pairs = fields.map((field) => {
    const value = valueOf(field, given, stored);
    if (typeof value === 'string' && value.length > longest)
      wrong[field.name] = `${field.label} must be ${longest} characters or less`;
    if (typeof value !== 'string' || !field.address) return [field.name, value] as const;
    const read = readAddress(value);
    if ('problem' in read) wrong[field.name] = read.problem;
    return [field.name, 'url' in read ? read.url : value] as const;
  });
  const settings = Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  Object.assign(wrong, secretsAskedAnew(fields, { settings, given, stored }));
  if (!judge(settings)) Object.assign(wrong, sentences(fields, judge.errors ?? []));
  if (Object.keys(wrong).length > 0) throw new Invalid(wrong);
  return settings;
}

/** Whoever may change an address but never saw the secrets must not have them sent there. */
function secretsAskedAnew(
  fields: readonly TemplateField[],
  { settings, given, stored }: Record<'settings' | 'given' | 'stored', Values>,
): FieldErrors {
  const moves = fields.some(({ name, address }) => address && settings[name] !== own(stored, name));
  const kept = moves
    ? fields.filter((field) => field.secret && !field.address && !isGiven(field, given))
    : [];
  return Object.fromEntries(
    kept
      .filter(({ name }) => own(stored, name) !== undefined)
      .map(({ name, label }) => [name, `${label} must be entered again, as the address is another one`]),
  );
}

/** What may be seen of a configuration, or of what was seen of it before: secrets masked. */
export function shownSettings(schema: Values, settings: Values): Values {
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  const shown = Object.entries(settings).map(([name, value]) => {
    const field = fields.get(name);
    return [name, field?.secret ? maskOf(field, String(value)) : value];
  });
  return Object.fromEntries(shown) as Values;
}

function maskOf({ address }: TemplateField, value: string): string {
  if (isMasked(value)) return value;
  return address && URL.canParse(value) ? maskAddress(value) : maskSecret(value);
}

/** Blanks are nothing; numbers and switches may be text, as a form has them. */
function valueOf(field: TemplateField, given: Values, stored: Values): unknown {
  const { name, type, secret } = field;
  if (!isGiven(field, given)) return secret ? own(stored, name) : undefined;
  const value = own(given, name);
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined || type === 'string') return text ?? value;
  if (type === 'boolean') return /^(true|false)$/.test(text) ? text === 'true' : value;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

/** A secret as it is shown is none. */
function isGiven({ name, secret }: TemplateField, given: Values): boolean {
  const value = own(given, name);
  if (typeof value !== 'string') return value !== undefined;
  return value.trim() !== '' && !(secret && isMasked(value));
}

function sentences(fields: readonly TemplateField[], errors: readonly ErrorObject[]): FieldErrors {
  const found: FieldErrors = {};
  for (const { keyword, instancePath, params } of errors) {
    const name = keyword === 'required' ? String(params['missingProperty']) : instancePath.slice(1);
    const label = fields.find((field) => field.name === name)?.label ?? name;
    found[name] ??= `${label} ${rule(keyword, params)}`;
  }
  return found;
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};
const forms: Record<string, string> = { email: 'an email address', date: 'a date such as 2026-11-20' };

function rule(keyword: string, params: Values): string {
  const { limit, type, format, allowedValues } = params;
  if (keyword === 'required') return 'is required';
  if (keyword === 'type') return `must be ${kinds[String(type)]}`;
  if (keyword === 'enum') return `must be one of ${(allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'minLength') return `must be at least ${limit} characters`;
  if (keyword === 'maxLength') return `must be ${limit} characters or less`;
  if (keyword === 'minimum') return `must be at least ${limit}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  return keyword === 'format'
    ? `must be ${forms[String(format)] ?? 'of another form'}`
    : 'is not as it must be';
}
