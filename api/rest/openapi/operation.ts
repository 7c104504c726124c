import { getNamedType, type GraphQLArgument, type GraphQLField } from 'graphql';
import type { Access } from '#api/graphql/access.ts';
import { fileTypeOf, yamlTypes } from '../file-types.ts';
import { cacheControlOf } from '../public-reads.ts';
import { words } from '../words.ts';
import { failures } from './answers.ts';
import { audienceOf } from './audience.ts';
import { tagOf } from './tags.ts';
import { isRequired, objectOf, type Components, type JsonSchema } from './types.ts';

type Field = GraphQLField<unknown, unknown>;

/** A row of the table in OpenAPI. `call` is its method and path, `field` its root field. */
export function operationOf(call: string, field: Field, id: string, components: Components): JsonSchema {
  const [method = '', path = ''] = call.split(' ');
  const { who, security } = audienceOf(path, (field.extensions['roles'] as Access[] | undefined)?.[0]);
  const places = placesOf(method, path, field.args);
  const parameters = [
    ...places.path.map((one) => ({ ...parameter(one, components), in: 'path', required: true })),
    ...places.query.map((one) => ({ ...parameter(one, components), in: 'query', required: isRequired(one) })),
  ];
  const requestBody = bodyOf(places.body, components);
  const description = field.description ?? '';
  return {
    operationId: id,
    summary: words(field.name),
    description: [description, who].filter(Boolean).join('\n\n'),
    tags: [tagOf(path)],
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      200: answerOf(call, field, components),
      ...(field.args.length > 0 && failures(400)),
      ...(security.length > 0 && failures(401, 403)),
      ...(places.path.length > 0 && failures(404)),
      ...(method !== 'GET' && failures(409)),
      ...(requestBody && failures(413)),
      ...failures(429, 'default'),
    },
  };
}

/**
 * Arguments by where they are sent. One named `input` is the body, and any others are in the path or query.
 */
function placesOf(
  method: string,
  path: string,
  args: readonly GraphQLArgument[],
): Record<'path' | 'query' | 'body', GraphQLArgument[]> {
  const isInPath = ({ name }: GraphQLArgument) => path.includes(`:${name}`);
  const others = args.filter((one) => !isInPath(one));
  const input = others.filter(({ name }) => name === 'input');
  const body = method === 'GET' ? [] : input.length > 0 ? input : others;
  return { path: args.filter(isInPath), query: others.filter((one) => !body.includes(one)), body };
}

function parameter(argument: GraphQLArgument, { placeOf }: Components): JsonSchema {
  const { description, ...schema } = placeOf(argument);
  return { name: argument.name, ...(description !== undefined && { description }), schema };
}

function bodyOf(places: readonly GraphQLArgument[], components: Components): JsonSchema | undefined {
  const [first] = places;
  if (!first) return undefined;
  const isInput = first.name === 'input';
  const schema = isInput ? components.schemaOf(first.type) : objectOf(places, components.placeOf);
  const json = { 'application/json': { schema } };
  const required = places.some(isRequired);
  if (!places.some(({ name }) => name === 'file')) return { required, content: json };
  const description = 'A file may be sent as it is, with the other fields in the address.';
  return { required, description, content: { ...json, [yamlTypes[0]!]: { schema: { type: 'string' } } } };
}

/** A bare ID, boolean or number is wrapped in an object. Anything that isn't JSON is a file. */
function answerOf(call: string, { type }: Field, { schemaOf }: Components): JsonSchema {
  const wrappers: Record<string, string> = { ID: 'id', Int: 'count', Boolean: 'success' };
  const name = wrappers[getNamedType(type).name];
  const plain = schemaOf(type);
  const schema = name ? { type: 'object', required: [name], properties: { [name]: plain } } : plain;
  const kept = cacheControlOf(call);
  const fileType = fileTypeOf(call);
  return {
    description: 'As asked for.',
    ...(kept && {
      headers: { 'Cache-Control': { schema: { type: 'string', const: kept }, description: 'May be kept.' } },
    }),
    content: fileType ? { [fileType]: { schema: { type: 'string' } } } : { 'application/json': { schema } },
  };
}
