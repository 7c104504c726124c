import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse, visit } from 'graphql';

/**
 * The schema published to integrators: one line per field, argument and value, followed by `deprecated` if it
 * is.
 */
const file = new URL('../../../schema.promised.txt', import.meta.url);

const mark = ' deprecated';

/**
 * Every field, argument and value of a schema by path (`Query.deliveries.first`), and whether it is
 * deprecated.
 */
function pathsIn(schema: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const above: string[] = [];
  visit(parse(schema), {
    enter(node) {
      if (!node.kind.endsWith('Definition') || !('name' in node) || !node.name) return;
      above.push(node.name.value);
      const directives = 'directives' in node ? (node.directives ?? []) : [];
      const deprecated = directives.some(({ name }) => name.value === 'deprecated');
      if (above.length > 1) found.set(above.join('.'), deprecated);
    },
    leave(node) {
      if (node.kind.endsWith('Definition') && 'name' in node && node.name) above.pop();
    },
  });
  return found;
}

/** Promised parts that weren't deprecated and no longer exist. */
export function brokenPromises(promised: string, schema: string): string[] {
  const paths = pathsIn(schema);
  return promised.split('\n').filter((line) => line && !line.endsWith(mark) && !paths.has(line));
}

/** The promise that a schema makes on release. */
export function promiseOf(schema: string): string {
  const lines = [...pathsIn(schema)].map(([path, deprecated]) => path + (deprecated ? mark : ''));
  return `${lines.toSorted().join('\n')}\n`;
}

export const promisedSchema = (): string => readFileSync(file, 'utf8');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const schema = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
  const broken = brokenPromises(promisedSchema(), schema);
  if (broken.length > 0)
    throw new Error(`Promised but removed without being deprecated first: ${broken.join(', ')}`);
  writeFileSync(file, promiseOf(schema));
}
