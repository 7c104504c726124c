// `npm run codegen`: `web/gql`, the typed documents of the web, from `schema.graphql`. Without GraphQL Code Generator's CLI,
// which is 200 packages that find and read files.
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { buildASTSchema, lexicographicSortSchema, parse } from 'graphql';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as constraints from './web/constraints-plugin.ts';

const documentFiles = ['web/{features,app}/**/*.{ts,tsx}', 'tests/support/*.gql.ts'];
const output = 'web/gql/';
const presetConfig = { fragmentMasking: { unmaskFunctionName: 'readFragment' } };
const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  strictScalars: true,
  scalars: {
    DateTimeISO: 'string',
    Decimal: 'string',
    ID: 'string',
    JSON: 'unknown',
    JSONObject: 'Record<string, unknown>',
  },
  defaultScalarType: 'unknown',
};

const root = import.meta.dirname;
const schema = parse(await readFile(path.join(root, 'schema.graphql'), 'utf8'));
// Sorted, so that the order of the generated types doesn't depend on the order in the schema.
const schemaAst = lexicographicSortSchema(buildASTSchema(schema));
const documents = await readDocuments();
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: output,
  presetConfig,
  config,
  schema,
  schemaAst,
  documents,
  plugins: [],
  pluginMap: {},
  pluginContext: {},
});
outputs.push({
  filename: `${output}constraints.ts`,
  schema,
  schemaAst,
  documents: [],
  config,
  plugins: [{ constraints: {} }],
  pluginMap: { constraints },
});
await mkdir(path.join(root, output), { recursive: true });
for (const file of outputs) await writeIfNew(file.filename, await codegen(file));

/** Every operation and fragment written as graphql(`…`). */
async function readDocuments() {
  const files: string[] = [];
  for await (const file of glob(documentFiles, { cwd: root })) files.push(file);
  const found = files.toSorted().map(async (file) => {
    const source = await readFile(path.join(root, file), 'utf8');
    return Array.from(source.matchAll(/\bgraphql\(\s*`([^`]*)`/g), ([, rawSDL = '']) => {
      return { location: path.join(root, file), rawSDL, document: parse(rawSDL) };
    });
  });
  return (await Promise.all(found)).flat();
}

/** An unchanged file isn't touched, so the development server doesn't reload for it. */
async function writeIfNew(file: string, content: string) {
  const place = path.join(root, file);
  if ((await readFile(place, 'utf8').catch(() => undefined)) !== content) await writeFile(place, content);
}
