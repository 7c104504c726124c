import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
} from 'graphql';
import { Invalid, type FieldErrors } from '#api/lib/errors.ts';
import type { Operation } from './operation.ts';
import { words } from './words.ts';

type Place = GraphQLArgument | GraphQLInputField;
type Values = Record<string, unknown>;

/**
 * Arguments by name from path, query and body. One named `input` takes the body. Input from old clients is
 * adapted to the schema: unknown keys are dropped, and numbers and booleans may be text, as in a form.
 * @throws Invalid with our own messages, for every field that is missing or has the wrong type
 */
export function variablesFor(
  { field }: Operation,
  { params, query, body }: Record<'params' | 'query' | 'body', Values>,
): Values {
  const found: Values = { ...body, ...query, ...params };
  const wrong: Wrong = { fields: {}, hasOther: false };
  const variables = fitted(field.args, (name) => (name === 'input' ? body : found[name]), wrong);
  // If only blank texts are wrong, leave them to the input's rules, which report other errors along with
  // them.
  if (wrong.hasOther) throw new Invalid(wrong.fields);
  return variables;
}

/**
 * For calls whose parameters narrow what is returned, because leaving one out would return more than was asked for.
 * @throws Invalid for a parameter that the call doesn't have
 */
export function refuseUnknown({ field }: Operation, query: Values): void {
  const unknown = Object.keys(query).filter((name) => !field.args.some((arg) => arg.name === name));
  if (unknown.length === 0) return;
  throw new Invalid(Object.fromEntries(unknown.map((name) => [name, 'This parameter doesn’t exist'])));
}

/** Messages by field, and whether any of them isn't about a blank text. */
interface Wrong {
  fields: FieldErrors;
  hasOther: boolean;
}

function fitted(places: readonly Place[], given: (name: string) => unknown, wrong: Wrong): Values {
  const values = places.map((place) => [place.name, fit(place, given(place.name), wrong)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The converted value. Undefined if it is missing or invalid. */
function fit(place: Place, given: unknown, wrong: Wrong): unknown {
  const type = getNullableType(place.type);
  if (isMissing(place, given)) {
    if (given === null && isNullableType(place.type)) return null;
    if (isNullableType(place.type) || place.defaultValue !== undefined) return undefined;
    wrong.fields[place.name] = missing(place);
    const isBlank = given === '' && isText(type);
    wrong.hasOther ||= !isBlank;
    return isBlank ? given : undefined;
  }
  if (isInputObjectType(type)) {
    const fields = typeof given === 'object' ? (given as Values) : {};
    return fitted(
      Object.values(type.getFields()),
      (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
      wrong,
    );
  }
  const values = Array.isArray(given) && isListType(type) ? given : [given];
  const item = getNullableType(isListType(type) ? type.ofType : type);
  const leaves = values.map((value) => (isLeafType(item) ? fromText(value, item) : value));
  if (isLeafType(item) && !leaves.every((leaf) => isOf(item, leaf))) {
    wrong.fields[place.name] = mismatch(place, item);
    wrong.hasOther = true;
  }
  return isListType(type) ? leaves : leaves[0];
}

/**
 * An empty form field counts as missing for numbers and enums. A text that must not be blank has its own
 * message.
 */
function isMissing({ type, extensions }: Place, given: unknown): boolean {
  if (given === undefined || given === null) return true;
  return (
    given === '' &&
    (!isText(getNullableType(type)) || (!isNullableType(type) && extensions['required'] !== undefined))
  );
}

function isText(type: GraphQLInputType): boolean {
  return 'name' in type && (type.name === 'String' || type.name === 'ID');
}

function fromText(value: unknown, { name }: GraphQLLeafType): unknown {
  if (typeof value !== 'string') return value;
  if ((name === 'Int' || name === 'Float') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  // A checked checkbox sends "on".
  return name === 'Boolean' && /^(true|false|on)$/.test(value) ? value !== 'false' : value;
}

function isOf(type: GraphQLLeafType, value: unknown): boolean {
  try {
    type.parseValue(value);
    return true;
  } catch {
    return false;
  }
}

function missing({ name, extensions }: Place): string {
  return (extensions['required'] as string | undefined) ?? `${words(name)} is required`;
}

const kinds: Record<string, string> = {
  Int: 'a whole number',
  Float: 'a number',
  Decimal: 'a number',
  Boolean: 'true or false',
  String: 'text',
  ID: 'text',
};

function mismatch({ name }: Place, type: GraphQLLeafType): string {
  const choices =
    isEnumType(type) &&
    `one of ${type
      .getValues()
      .map((value) => value.name)
      .join(', ')}`;
  return `${words(name)} must be ${choices || kinds[type.name] || 'in another format'}`;
}
