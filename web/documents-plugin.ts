import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const generated = new URL('gql/graphql.ts', import.meta.url);

/**
 * A Vite plugin: puts each parsed operation where it is written. Looked up at run time, as in development, the first
 * screen would load the operations of all screens.
 */
export function documents(): Plugin {
  let parsed: Map<string, string>;
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const lines = readFileSync(generated, 'utf8').matchAll(
        /^export const (\w+) = (\{.*\}) as unknown as /gm,
      );
      parsed = new Map([...lines].map(([, name = '', document = '']) => [name, document]));
    },
    transform: {
      filter: { id: /\/web\/(features|app)\/.*\.tsx?$/, code: 'graphql(`' },
      handler: (code) =>
        code.replace(/\bgraphql\(`\s*(\w+) (\w+)[^`]*`\)/g, (_, kind: string, name: string) => {
          const document = parsed.get(name + (kind === 'fragment' ? 'FragmentDoc' : 'Document'));
          if (!document) throw new Error(`${name} is not among the generated documents`);
          return document;
        }),
    },
  };
}
