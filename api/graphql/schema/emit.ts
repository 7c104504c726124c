import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildSchema } from '#api/wiring/resolvers.ts';
import { sdlOf } from './constraints.ts';

const file = new URL('../../../schema.graphql', import.meta.url);
const head = '# Generated from the api by `npm run schema`. Read it in review; do not edit it.\n\n';

/** The schema as in the committed file. */
export async function printedSchema(): Promise<string> {
  return head + sdlOf(await buildSchema());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(file, await printedSchema());
