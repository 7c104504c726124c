import type { CodegenConfig } from '@graphql-codegen/cli';
import { globSync, readFileSync } from 'node:fs';

/** The files with operations. Parsing all the others as well would triple the time. */
const documents = globSync(['web/{features,app}/**/*.{ts,tsx}', 'tests/support/*.gql.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('graphql(`'),
);

const config: CodegenConfig = {
  schema: './schema.graphql',
  documents,
  ignoreNoDocuments: true,
  generates: {
    './web/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
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
      },
    },
    './web/gql/constraints.ts': { plugins: ['./web/constraints-plugin.ts'] },
  },
};
export default config;
