import { Ajv, type ErrorObject } from 'ajv';
import { isAddress } from '#api/graphql/schema/texts.ts';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import { isMasked, maskAddress, maskSecret } from './channel-config.ts';
import { own } from './channel-input.ts';

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

/** A field of the form that is made from a template's schema. */
interface TemplateField {
  name: string;
  /** How a sentence about it begins. */
  label: string;
  type: 'string' | 'number' | 'integer' | 'boolean';
  required: boolean;
  /** Shown masked: also every address, since some carry a credential. */
  secret: boolean;
  /** Something is called there. */
  address: boolean;
}

type Values = Record<string, unknown>;

/** The sentence of the documents (specification 2, section 5), and why. */
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
 * What a schema may say, and what it may say of one property; nothing in here can nest or lead elsewhere. Without a
 * `type` it is an object all the same: the documented shape has none.
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

/** What is wrong with a template's schema: it must be a flat JSON Schema object. Undefined when nothing is. */
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
    return `"properties" may name ${most.properties} fields at most`;
  for (const [name, property] of Object.entries(properties)) {
    const wrong = nameProblem(name) ?? propertyProblem(property);
    if (wrong) return `property ${JSON.stringify(name.slice(0, most.name))}: ${wrong}`;
  }
  const missing = (required as string[]).find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined)
    return `"required" names ${JSON.stringify(missing.slice(0, most.name))}, which is no property`;
  const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
  return bytes > most.bytes ? `it must be ${most.bytes / 1024} KB or less` : undefined;
}

/** Names that every object has by itself would not mean what was sent. */
function nameProblem(name: string): string | undefined {
  if (name in {}) return 'this name cannot be used';
  const isPlain = /^[A-Za-z][\w-]*$/.test(name) && name.length <= most.name;
  return isPlain ? undefined : `a name is a letter and then letters, digits, - and _, ${most.name} at most`;
}

function propertyProblem(property: unknown): string | undefined {
  if (!isObject(property)) return 'it must be an object';
  const strange = unknownWord(property, ofProperty);
  if (strange) return strange;
  const { type, enum: choices = [], default: usual } = property;
  if (type === undefined) return `"type" must be one of ${types.join(', ')}`;
  if (!(choices as unknown[]).every((choice) => isOf(type, choice))) return '"enum" must be of its type';
  if (usual !== undefined && !isOf(type, usual)) return '"default" must be of its type';
  // Others are shown as they are: nothing that a template calls a secret is to be one of them.
  if (isMeantSecret(property) && (type !== 'string' || 'enum' in property))
    return 'what is "writeOnly" or a "password" must be a text that is typed';
  const upsideDown = reversed(property);
  if (upsideDown) return upsideDown;
  const fits = usual === undefined || !('enum' in property) || (choices as unknown[]).includes(usual);
  return fits ? undefined : '"default" must be one of "enum"';
}

/** Bounds between which nothing fits. */
function reversed({ minLength, maxLength, minimum, maximum }: Values): string | undefined {
  if (Number(minLength) > Number(maxLength)) return '"minLength" must not be more than "maxLength"';
  return Number(minimum) > Number(maximum) ? '"minimum" must not be more than "maximum"' : undefined;
}

function unknownWord(part: Values, words: typeof ofSchema): string | undefined {
  for (const [word, value] of Object.entries(part)) {
    if (!Object.hasOwn(words, word))
      return `${JSON.stringify(word.slice(0, most.name))} is not supported here`;
    if (!words[word]!(value)) return `"${word}" is not as it must be`;
  }
  return undefined;
}

/** The fields of a schema that has no problem, in its order. */
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

/** Names of settings that are secrets also where a template forgets to say so. */
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

/** `apiKey` as a sentence begins with it: "Api key". */
function words(name: string): string {
  const spaced = name
    .replace(/[-_]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
