import { readFileSync } from 'node:fs';
import type { ASTNode, DocumentNode, SelectionNode } from 'graphql';
import type { Plugin } from 'vite';

const generated = new URL('gql/graphql.ts', import.meta.url);

/** The functions of `web/lib/document-nodes.ts`, under names that no file uses. */
const functions = { name: '$name', selections: '$selections', field: '$field', spread: '$spread' };
const imported = Object.entries(functions)
  .map(([name, alias]) => `${name} as ${alias}`)
  .join(', ');

/**
 * A Vite plugin: puts each parsed operation where it is written. Looked up at run time, as in development, the first
 * screen would load the operations of all screens. A fragment that several operations of a file use is written once.
 */
export function documents(): Plugin {
  let parsed: Map<string, DocumentNode>;
  return {
    name: 'documents',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const lines = readFileSync(generated, 'utf8').matchAll(
        /^export const (\w+) = (\{.*\}) as unknown as /gm,
      );
      parsed = new Map(
        [...lines].map(([, name = '', document = '']) => [name, JSON.parse(document) as DocumentNode]),
      );
    },
    transform: {
      filter: { id: /\/web\/(features|app)\/.*\.tsx?$/, code: 'graphql(`' },
      handler(code) {
        const fragments = new Map<string, string>();
        const replaced = code.replace(
          /\bgraphql\(`\s*(\w+) (\w+)[^`]*`\)/g,
          (_, kind: string, name: string) => {
            const document = parsed.get(name + (kind === 'fragment' ? 'FragmentDoc' : 'Document'));
            if (!document) throw new Error(`${name} is not among the generated documents`);
            const definitions = document.definitions.map((definition) => {
              if (definition.kind !== 'FragmentDefinition') return written(definition);
              const variable = `$fragment${definition.name.value}`;
              fragments.set(variable, written(definition));
              return variable;
            });
            return `{ kind: 'Document', definitions: [${definitions.join(', ')}] }`;
          },
        );
        const constants = [...fragments].map(([variable, node]) => `const ${variable} = ${node};`);
        return [`import { ${imported} } from '#web/lib/document-nodes.ts';`, ...constants, replaced].join(
          '\n',
        );
      },
    },
  };
}

/** A node of an operation as an expression that is as short as its kind allows. */
function written(node: ASTNode): string {
  if (node.kind === 'Name') return `${functions.name}(${JSON.stringify(node.value)})`;
  if (node.kind === 'SelectionSet') return `${functions.selections}(${list(node.selections)})`;
  if (node.kind === 'FragmentSpread' && !node.directives?.length)
    return `${functions.spread}(${JSON.stringify(node.name.value)})`;
  if (node.kind === 'Field' && !node.alias && !node.arguments?.length && !node.directives?.length) {
    const inside = node.selectionSet ? `, ${list(node.selectionSet.selections)}` : '';
    return `${functions.field}(${JSON.stringify(node.name.value)}${inside})`;
  }
  const parts = Object.entries(node).map(([key, value]) => `${key}: ${part(value)}`);
  return `{ ${parts.join(', ')} }`;
}

const list = (nodes: readonly SelectionNode[]) => `[${nodes.map(written).join(', ')}]`;

function part(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(part).join(', ')}]`;
  return isNode(value) ? written(value) : JSON.stringify(value);
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value;
