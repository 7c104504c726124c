/** A field of the form that is made from a template's schema. */
export interface TemplateField {
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
export function schemaProblem(schema: unknown): string | undefined {
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
export function fieldsOf(schema: Values): TemplateField[] {
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
