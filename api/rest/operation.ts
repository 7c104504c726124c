import {
  getNamedType,
  getNullableType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/** Objects nested deeper than in any documented response are left out. */
const deepest = 3;

/** The operation behind one documented call, created once at the start from its root field. */
export interface Operation {
  kind: 'query' | 'mutation';
  name: string;
  field: GraphQLField<unknown, unknown>;
  document: string;
  /** Fields that are requested of each object of the answer. Empty for a plain value. */
  selection: string;
}

/** @throws at start-up if the schema has no such field */
export function operationFor(schema: GraphQLSchema, name: string): Operation {
  const query = schema.getQueryType()?.getFields()[name];
  const field = query ?? schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`REST: the schema has no root field ${name}`);
  const kind = query ? 'query' : 'mutation';
  const variables = field.args.map((arg) => `$${arg.name}: ${typeOf(arg)}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = selectionOf(field.type, []);
  const call = `${name}${given && `(${given})`}${selection}`;
  return {
    kind,
    name,
    field,
    selection,
    document: `${kind} ${name}${variables && `(${variables})`} { ${call} }`,
  };
}

/** Arguments with a default are optional. */
function typeOf({ type, defaultValue }: GraphQLArgument): GraphQLInputType {
  return defaultValue === undefined ? type : getNullableType(type);
}

/** Every field that needs no argument, but none that leads back to a type above it, as from an alert to its cause. */
function selectionOf(type: GraphQLOutputType, path: readonly string[]): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const within = [...path, named.name];
  const isShown = ({ type }: GraphQLField<unknown, unknown>) => {
    const inner = getNamedType(type);
    return !isObjectType(inner) || (within.length < deepest && !within.includes(inner.name));
  };
  const fields = Object.values(named.getFields()).filter(
    (field) => field.args.length === 0 && isShown(field),
  );
  return ` { ${fields.map((field) => field.name + selectionOf(field.type, within)).join(' ')} }`;
}
