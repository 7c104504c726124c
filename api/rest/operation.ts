import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNullableType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { Invalid } from '#api/errors.ts';

/** Deeper answers than the documents name would be a mistake in the schema. */
const deepest = 3;

/** The operation behind one documented call, made once at start from its root field. */
export interface Operation {
  kind: 'query' | 'mutation';
  name: string;
  field: GraphQLField<unknown, unknown>;
  document: string;
}

/** @throws at start-up when the schema has no such field or its answer goes round in a circle. */
export function operationFor(schema: GraphQLSchema, name: string): Operation {
  const query = schema.getQueryType()?.getFields()[name];
  const field = query ?? schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`REST: the schema has no root field ${name}`);
  const kind = query ? 'query' : 'mutation';
  const variables = field.args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const call = `${name}${given && `(${given})`}${selection(field.type, [])}`;
  return { kind, name, field, document: `${kind} ${name}${variables && `(${variables})`} { ${call} }` };
}

/** Every field that needs no argument. */
function selection(type: GraphQLOutputType, path: readonly string[]): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  if (path.includes(named.name) || path.length >= deepest) {
    throw new Error(`REST: ${[...path, named.name].join(' > ')} nests too deep for a plain answer`);
  }
  const fields = Object.values(named.getFields()).filter(({ args }) => args.length === 0);
  return ` { ${fields.map((field) => field.name + selection(field.type, [...path, named.name])).join(' ')} }`;
}

/** Arguments by name from path, query and body; one called `input` takes the body. */
export function variablesFor(
  { field }: Operation,
  { params, query, body }: Record<'params' | 'query' | 'body', Record<string, unknown>>,
): Record<string, unknown> {
  const found = { ...body, ...query, ...params };
  const values = field.args.map(
    ({ name, type }) => [name, fitted(name === 'input' ? body : found[name], type)] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** @throws Invalid in the product's words where the schema would speak of types */
function present(name: string, value: unknown, type: GraphQLInputType): unknown {
  if (value !== undefined || isNullableType(type)) return value;
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  throw new Invalid({ [name]: `${words.charAt(0).toUpperCase()}${words.slice(1)} is required` });
}

/**
 * Makes what old clients send fit the schema: unknown keys go, numbers and switches may be text as a form sends them,
 * and a missing required text is `''`, so that the caller reads the rule's own sentence.
 */
function fitted(value: unknown, type: GraphQLInputType): unknown {
  const required = getNullableType(type) !== type;
  const inner = getNullableType(type);
  if (isListType(inner))
    return Array.isArray(value) ? value.map((item) => fitted(item, inner.ofType)) : value;
  if (isInputObjectType(inner)) {
    const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const fields = Object.values(inner.getFields()).map(({ name, type: of, defaultValue }) => {
      const given = Object.hasOwn(object, name) ? object[name] : undefined;
      if (given === undefined && defaultValue !== undefined) return [name, undefined] as const;
      return [name, present(name, fitted(given, of), of)] as const;
    });
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  }
  if (!isLeafType(inner)) return value;
  if ((value === undefined || value === null) && required && inner.name === 'String') return '';
  if (typeof value === 'string') {
    if ((inner.name === 'Int' || inner.name === 'Float') && /^-?\d+(\.\d+)?$/.test(value))
      return Number(value);
    if (inner.name === 'Boolean' && /^(true|false)$/.test(value)) return value === 'true';
  }
  return value;
}
