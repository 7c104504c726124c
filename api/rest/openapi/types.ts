import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNullableType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
} from 'graphql';
import type { Constraint } from '#api/graphql/schema/constraints.ts';
import { keywordsOf, sentencesOf } from './keywords.ts';

/** JSON Schema in the 2020-12 dialect, as in OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** The named types that a document references, each defined once. */
export interface Components {
  schemaOf(type: GraphQLInputType | GraphQLOutputType): JsonSchema;
  placeOf(place: GraphQLArgument | GraphQLInputField): JsonSchema;
  all(): Record<string, JsonSchema>;
}

/** JSON format of our scalars. */
const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Decimal: { type: 'string', examples: ['29.99'] },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSON: {},
  JSONObject: { type: 'object' },
};

export function namedTypes(): Components {
  const written: Record<string, JsonSchema> = {};
  const named = (type: GraphQLNamedType): JsonSchema => {
    const scalar = scalars[type.name];
    if (scalar) return scalar;
    if (!(type.name in written)) {
      // Reserve the name first, because a type may refer to itself.
      written[type.name] = {};
      written[type.name] = { ...(type.description && { description: type.description }), ...bodyOf(type) };
    }
    return { $ref: `#/components/schemas/${type.name}` };
  };
  const schemaOf: Components['schemaOf'] = (type) => {
    const real = getNullableType(type);
    const schema = isListType(real) ? { type: 'array', items: schemaOf(real.ofType) } : named(real);
    return isNullableType(type) ? orNull(schema) : schema;
  };
  const bodyOf = (type: GraphQLNamedType): JsonSchema => {
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (isInputObjectType(type)) return objectOf(Object.values(type.getFields()), placeOf);
    if (!isObjectType(type)) throw new Error(`OpenAPI: ${type.name} has no form in JSON`);
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
    const properties = fields.map((field) => [field.name, described(schemaOf(field.type), field)] as const);
    return {
      type: 'object',
      required: fields.map(({ name }) => name),
      properties: Object.fromEntries(properties),
    };
  };
  const placeOf: Components['placeOf'] = (place) => {
    const constraints = (place.extensions['constraints'] as Constraint[] | undefined) ?? [];
    const { defaultValue, type, description } = place;
    const schema = withKeywords(schemaOf(type), constraints);
    const words = [description, sentencesOf(constraints)].filter(Boolean).join('\n\n');
    return {
      ...schema,
      ...(words && { description: words }),
      ...(defaultValue !== undefined && { default: defaultValue }),
    };
  };
  return { schemaOf, placeOf, all: () => Object.fromEntries(Object.entries(written).toSorted(byName)) };
}

/** An object with the given fields. Those that are neither nullable nor have a default are required. */
export function objectOf<P extends GraphQLArgument | GraphQLInputField>(
  places: readonly P[],
  placeOf: (place: P) => JsonSchema,
): JsonSchema {
  const required = places.filter(isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(places.map((place) => [place.name, placeOf(place)]));
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

export const isRequired = ({ type, defaultValue }: GraphQLArgument | GraphQLInputField): boolean =>
  !isNullableType(type) && defaultValue === undefined;

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

const described = (schema: JsonSchema, { description }: { description?: string | null }): JsonSchema =>
  description ? { ...schema, description } : schema;

function orNull(schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return { anyOf: [schema, { type: 'null' }] };
  return 'type' in schema ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

/** Rules of a list apply to its items if they say so. */
function withKeywords(schema: JsonSchema, constraints: readonly Constraint[]): JsonSchema {
  const items = schema['items'] as JsonSchema | undefined;
  if (!items) return { ...schema, ...keywordsOf(constraints, schema) };
  const own = constraints.filter(({ each }) => each);
  return { ...schema, items: { ...items, ...keywordsOf(own, items) } };
}
