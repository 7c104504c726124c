import type { GraphQLSchema } from 'graphql';
import { capitalize } from '#api/lib/plain-text.ts';
import { operationFor } from '../operation.ts';
import { table } from '../table.ts';
import { errorSchema, failureResponses } from './answers.ts';
import { securitySchemes } from './audience.ts';
import { fileOperations } from './files.ts';
import { operationOf } from './operation.ts';
import { tags } from './tags.ts';
import { namedTypes, type JsonSchema } from './types.ts';

const about = `
The REST calls of this installation, generated from the same schema that serves them.

- Send a token as \`Authorization: Bearer …\`. Create an API token on the page **Integrate**.
- Bodies and responses are JSON. Dates are ISO 8601 in UTC. Amounts are decimal numbers as text.
- An error has a matching status and a body \`{ "message": "…" }\`.
- Fields may be added to responses at any time. A field is marked as deprecated before it is removed.
- Requests of old clients are accepted: a slash at the end of a path, numbers and switches as text, forms as
  \`application/x-www-form-urlencoded\`, and unknown keys.
- GraphQL at \`/graphql\` offers the same and more, including live updates.
`.trim();

/**
 * The table of calls as an OpenAPI 3.1 document.
 * @throws at start-up if a row doesn't match the schema
 */
export function openApi(schema: GraphQLSchema, publicUrl: string): JsonSchema {
  const components = namedTypes();
  const taken = new Set<string>();
  const fromTable = Object.entries(table).map(([call, name]): [string, JsonSchema] => {
    const { field } = operationFor(schema, name);
    return [call, operationOf(call, field, idFor(call, name, taken), components)];
  });
  return {
    openapi: '3.1.1',
    info: { title: 'REST API', version: '1', description: about },
    servers: [{ url: publicUrl }],
    tags,
    paths: pathsOf([...fromTable, ...fileOperations]),
    components: {
      schemas: { Error: errorSchema, ...components.all() },
      responses: failureResponses,
      securitySchemes,
    },
  };
}

/** The root field's name. A second call with the same field adds its path. */
function idFor(call: string, name: string, taken: Set<string>): string {
  const way = call.split(/[ /:-]+/).filter((word) => word !== 'api');
  const more = way.map((word) => capitalize(word.toLowerCase())).join('');
  const id = taken.has(name) ? `${name}By${more}` : name;
  taken.add(id);
  return id;
}

function pathsOf(operations: readonly [call: string, JsonSchema][]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const [call, operation] of operations) {
    const [method = '', path = ''] = call.split(' ');
    const written = path.replace(/:(\w+)/g, '{$1}');
    paths[written] = { ...paths[written], [method.toLowerCase()]: operation };
  }
  return paths;
}
