import { Ajv, type ErrorObject } from 'ajv';
import { isAddress } from '#api/graphql/schema/texts.ts';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { capitalize } from '#api/lib/plain-text.ts';
import { isMasked, maskAddress, maskSecret } from './channel-config.ts';
import { own } from './channel-input.ts';

/** Maximum length of a value. */
const longest = 4000;

/** Formats only affect how a field is shown. URLs are checked when they are called. */
const unchecked = { password: /^/, uri: /^/, url: /^/, hostname: /^/ };

/** Parses a schema sent as an object or as JSON text. @throws Invalid */
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

/** Compiles a template's schema, without loading references. @throws Invalid for an invalid schema */
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
 * Builds the configuration of an integration from a template: only fields in its schema. A secret that is
 * omitted or masked keeps its value, unless a URL changes. @throws Invalid with a message for each field
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

/** Someone who can change a URL but never saw the secrets must not redirect them. */
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
      .map(({ name, label }) => [name, `${label} must be entered again because the URL has changed`]),
  );
}

/** Masks the secrets of a configuration, or of its masked form. */
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

/** Blank means none. Numbers and booleans may be text, as forms send them. */
function valueOf(field: TemplateField, given: Values, stored: Values): unknown {
  const { name, type, secret } = field;
  if (!isGiven(field, given)) return secret ? own(stored, name) : undefined;
  const value = own(given, name);
  const text = typeof value === 'string' ? value.trim() : undefined;
  if (text === undefined || type === 'string') return text ?? value;
  if (type === 'boolean') return /^(true|false)$/.test(text) ? text === 'true' : value;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value;
}

/** A masked secret doesn't count as given. */
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
  return keyword === 'format' ? `must be ${forms[String(format)] ?? 'in another format'}` : "isn't valid";
}

/** A form field generated from a template's schema. */
interface TemplateField {
  name: string;
  /** Label, which starts messages about the field. */
  label: string;
  type: 'string' | 'number' | 'integer' | 'boolean';
  required: boolean;
  /** Masked when shown. Includes every URL, because some contain credentials. */
  secret: boolean;
  /** Whether it is a URL that is called. */
  address: boolean;
}

type Values = Record<string, unknown>;

/** Documented message (specification 2, section 5), and the reason. */
const sentence = 'Invalid JSON schema';

const most = { properties: 30, choices: 50, text: 500, name: 64, bytes: 20 * 1024 };

const types = ['string', 'number', 'integer', 'boolean'];
const formats = ['password', 'email', 'uri', 'url', 'hostname', 'date'];

const isText = (value: unknown) => typeof value === 'string' && value.length <= most.text;
const isTruth = (value: unknown) => typeof value === 'boolean';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isScalar = (value: unknown) => isText(value) || isTruth(value) || isNumber(value);

/**
 * Supported keywords of a schema and its properties. None can nest or reference anything. Without a `type` it
 * is an object, because the documented format has none.
 */
const ofSchema: Record<string, (value: unknown) => boolean> = {
  $schema: isText,
  title: isText,
  description: isText,
  type: (value) => value === 'object',
  properties: isObject,
  required: (value) => isList(value, most.properties) && value.every((name) => typeof name === 'string'),
  additionalProperties: isTruth,
};
const ofProperty: Record<string, (value: unknown) => boolean> = {
  type: (value) => types.includes(String(value)) && typeof value === 'string',
  title: isText,
  description: isText,
  enum: (value) => isList(value, most.choices) && value.length > 0 && value.every(isScalar),
  default: isScalar,
  examples: (value) => isList(value, most.choices) && value.every(isScalar),
  format: (value) => typeof value === 'string' && formats.includes(value),
  minLength: isCount,
  maxLength: isCount,
  minimum: isNumber,
  maximum: isNumber,
  writeOnly: isTruth,
};

/** Why a template's schema isn't a flat JSON Schema object, or undefined if it is. */
function schemaProblem(schema: unknown): string | undefined {
  const why = whyNot(schema);
  return why === undefined ? undefined : `${sentence}: ${why}`;
}

function whyNot(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'it must be an object';
  const strange = unknownWord(schema, ofSchema);
  if (strange) return strange;
  const { properties, required = [] } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return '"properties" must name at least one field';
  if (Object.keys(properties).length > most.properties)
    return `"properties" can have at most ${most.properties} fields`;
  for (const [name, property] of Object.entries(properties)) {
    const wrong = nameProblem(name) ?? propertyProblem(property);
    if (wrong) return `property ${JSON.stringify(name.slice(0, most.name))}: ${wrong}`;
  }
  const missing = (required as string[]).find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined)
    return `"required" names ${JSON.stringify(missing.slice(0, most.name))}, which isn't a property`;
  const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
  return bytes > most.bytes ? `it must be ${most.bytes / 1024} KB or less` : undefined;
}

/** Inherited property names would be ambiguous. */
function nameProblem(name: string): string | undefined {
  if (name in {}) return "this name isn't allowed";
  const isPlain = /^[A-Za-z][\w-]*$/.test(name) && name.length <= most.name;
  return isPlain
    ? undefined
    : `a name must start with a letter, contain only letters, digits, - and _, and have at most ${most.name} characters`;
}

function propertyProblem(property: unknown): string | undefined {
  if (!isObject(property)) return 'it must be an object';
  const strange = unknownWord(property, ofProperty);
  if (strange) return strange;
  const { type, enum: choices = [], default: usual } = property;
  if (type === undefined) return `"type" must be one of ${types.join(', ')}`;
  if (!(choices as unknown[]).every((choice) => isOf(type, choice))) return '"enum" must be of its type';
  if (usual !== undefined && !isOf(type, usual)) return '"default" must be of its type';
  // Other types are shown unmasked, so they can't be secret.
  if (isMeantSecret(property) && (type !== 'string' || 'enum' in property))
    return '"writeOnly" and "password" fields must be plain strings';
  const upsideDown = reversed(property);
  if (upsideDown) return upsideDown;
  const fits = usual === undefined || !('enum' in property) || (choices as unknown[]).includes(usual);
  return fits ? undefined : '"default" must be one of "enum"';
}

/** Contradictory bounds. */
function reversed({ minLength, maxLength, minimum, maximum }: Values): string | undefined {
  if (Number(minLength) > Number(maxLength)) return '"minLength" must not be more than "maxLength"';
  return Number(minimum) > Number(maximum) ? '"minimum" must not be more than "maximum"' : undefined;
}

function unknownWord(part: Values, words: typeof ofSchema): string | undefined {
  for (const [word, value] of Object.entries(part)) {
    if (!Object.hasOwn(words, word))
      return `${JSON.stringify(word.slice(0, most.name))} is not supported here`;
    if (!words[word]!(value)) return `"${word}" isn't valid`;
  }
  return undefined;
}

/** Fields of a valid schema, in order. */
function fieldsOf(schema: Values): TemplateField[] {
  const required = (schema['required'] ?? []) as string[];
  const properties = schema['properties'] as Record<string, Values>;
  return Object.entries(properties).map(([name, property]) => {
    const { type, title, format, enum: choices } = property;
    const isText = type === 'string' && choices === undefined;
    const isAddress = isText && (format === 'uri' || format === 'url' || /ur[il]$/i.test(name));
    return {
      name,
      label: typeof title === 'string' && title.trim() ? title.trim() : words(name),
      type: type as TemplateField['type'],
      required: required.includes(name),
      secret: isAddress || (isText && (isMeantSecret(property) || secretNames.test(name))),
      address: isAddress,
    };
  });
}

/** Names that are secrets even if a template doesn't mark them. */
const secretNames = /key|secret|token|passw|passphrase|passcode|pwd|credential|webhook/i;

function isMeantSecret({ writeOnly, format }: Values): boolean {
  return writeOnly === true || format === 'password';
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown, longest: number): value is unknown[] {
  return Array.isArray(value) && value.length <= longest;
}

/** Turns `apiKey` into a label: "Api key". */
function words(name: string): string {
  const spaced = name
    .replace(/[-_]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return capitalize(spaced);
}
