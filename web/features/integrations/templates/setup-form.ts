import * as yup from 'yup';
import type { IntegrationFieldsFragment, IntegrationTemplateFieldsFragment } from '#web/gql/graphql.ts';
import { capitalize } from '#web/lib/sentence.ts';

/** A field of a form from a template's schema. */
export type TemplateField = {
  name: string;
  label: string;
  help?: string;
  kind: 'text' | 'secret' | 'number' | 'switch' | 'choice';
  /** Whether it's masked while typing. A secret URL is readable until it's stored. */
  hidden: boolean;
  /** The input type, for the right keyboard on phones. */
  input: 'text' | 'url' | 'email' | 'number';
  choices: readonly string[];
  required: boolean;
  /** The default value. */
  usual?: string | number | boolean;
};

type Values = Record<string, unknown>;

const kinds: Readonly<Record<string, TemplateField['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'switch',
};

/** The server's limit. */
const MOST = 30;

/** The keywords that the server accepts in a schema, and in one property. */
const ofSchema = new Set(
  '$schema title description type properties required additionalProperties'.split(' '),
);
const ofProperty = new Set(
  'type title description enum default examples format minLength maxLength minimum maximum writeOnly'.split(
    ' ',
  ),
);

/**
 * The fields of a schema, in order. Undefined if it isn't a flat object or has unknown keywords. The server validates it
 * fully.
 */
export function fieldsOf(schema: unknown): TemplateField[] | undefined {
  if (!isObject(schema) || !isObject(schema['properties']) || !saysOnly(ofSchema, schema)) return undefined;
  if ('type' in schema && schema['type'] !== 'object') return undefined;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = Object.entries(schema['properties']);
  if (properties.length > MOST) return undefined;
  const fields = properties.map(([name, property]) => fieldOf(name, property, required.includes(name)));
  const known = fields.filter((field) => field !== undefined);
  return known.length > 0 && known.length === fields.length ? known : undefined;
}

function fieldOf(name: string, property: unknown, required: boolean): TemplateField | undefined {
  if (!isObject(property) || !/^[A-Za-z][\w-]*$/.test(name) || name in {}) return undefined;
  if (!saysOnly(ofProperty, property)) return undefined;
  const { type, title, description, format, writeOnly, enum: choices, default: usual } = property;
  const kind = typeof type === 'string' && Object.hasOwn(kinds, type) && kinds[type];
  if (!kind || !isChoice(choices)) return undefined;
  const input = inputOf(kind, name, format);
  // The server masks the same fields.
  const hidden =
    writeOnly === true ||
    format === 'password' ||
    /key|secret|token|passw|passphrase|passcode|pwd|credential|webhook/i.test(name);
  return {
    name,
    label: textOf(title) ?? words(name),
    help: textOf(description),
    kind: choices ? 'choice' : kind === 'text' && (hidden || input === 'url') ? 'secret' : kind,
    hidden,
    input,
    choices: (choices ?? []).map(String),
    required,
    usual: isScalar(usual) ? usual : undefined,
  };
}

function inputOf(kind: string, name: string, format: unknown): TemplateField['input'] {
  if (kind === 'number') return 'number';
  if (format === 'uri' || format === 'url' || /ur[il]$/i.test(name)) return 'url';
  return format === 'email' ? 'email' : 'text';
}

const saysOnly = (known: ReadonlySet<string>, part: Values) =>
  Object.keys(part).every((word) => known.has(word));

const isChoice = (choices: unknown): choices is unknown[] | undefined =>
  choices === undefined ||
  (Array.isArray(choices) && choices.every(isScalar) && new Set(choices).size === choices.length);

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Turns `apiKey` into "Api key", as in the server's messages. */
function words(name: string): string {
  const spaced = name
    .replace(/[-_]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .trim();
  return capitalize(spaced);
}

export type Template = IntegrationTemplateFieldsFragment;
export type Integration = IntegrationFieldsFragment;

/** Can't collide with the template's own names, which begin with a letter. */
export const ACTIVE = '$active';

/** The form's values, by the names of the schema. */
export type SetupValues = Record<string, string | number | boolean>;

/** The form's initial values: an integration's, or the defaults. Secrets are never prefilled. */
export function toSetupValues(fields: readonly TemplateField[], integration?: Integration): SetupValues {
  const values = fields.map((field) => [field.name, valueOf(field, integration)]);
  return { ...Object.fromEntries(values), [ACTIVE]: integration?.isActive ?? true };
}

function valueOf({ name, kind, usual }: TemplateField, integration?: Integration): unknown {
  if (kind === 'secret') return '';
  const blank = kind === 'switch' ? false : '';
  const known = integration ? integration.config[name] : usual;
  return kind === 'choice' ? String(known ?? '') : (known ?? blank);
}

/** The visible part of a stored secret. */
export function storedSecret({ name, kind }: TemplateField, integration?: Integration): string | undefined {
  const shown = kind === 'secret' ? integration?.config[name] : undefined;
  return typeof shown === 'string' ? shown : undefined;
}

/** The required fields. The server validates the rest. A stored secret can be left blank. */
export const rulesFor = (fields: readonly TemplateField[], integration?: Integration) =>
  yup.object(
    Object.fromEntries(
      fields
        .filter((field) => field.required && field.kind !== 'switch' && !storedSecret(field, integration))
        .map(({ name, label }) => [name, yup.string().trim().required(`${label} is required`)]),
    ),
  );

/** The input to send: only the schema's fields. */
export const toInput = ({ [ACTIVE]: isActive, ...config }: SetupValues) => ({
  config,
  isActive: isActive === true,
});
