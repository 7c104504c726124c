import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: './schema.graphql',
  documents: ['web/{features,app}/**/*.{ts,tsx}', 'tests/support/*.gql.ts'],
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
