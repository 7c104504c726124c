import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Node } from 'yaml';
import type { ConfigurationProblem } from './configuration.ts';

/** A piece of YAML with the line that it begins in. */
export interface Tree {
  line: number;
  value: string | number | boolean | null | Tree[] | Map<string, Tree>;
  /** Of a number as it was written: a name may be 007. */
  written?: string;
}

/** Levels of a file; ours has four. */
const deepest = 8;

/** Reads YAML 1.2 as it stands, without references and tags. Never throws for a text. */
export function treeOf(text: string): { tree: Tree } | { problem: ConfigurationProblem } {
  if (marksIn(text) > mostMarks) return { problem: { line: null, message: 'The file has too many entries' } };
  try {
    return read(text);
  } catch (error) {
    if (error instanceof TwiceNamed) return { problem: { line: error.line, message: error.message } };
    // Nested deeper than the parser goes.
    if (error instanceof RangeError) return { problem: { line: null, message: tooDeep } };
    throw error;
  }
}

/**
 * Most marks of structure that are parsed. Each costs the parser microseconds, and a file of nothing else would hold up
 * everyone. A thousand rules have about 25,000.
 */
const mostMarks = 40_000;

const marksIn = (text: string): number => text.match(/[\n,[\]{}]|[:?-](?=\s)/g)?.length ?? 0;

/** A key that is given twice in one map. */
class TwiceNamed extends Error {
  constructor(readonly line: number) {
    super('This is not YAML that can be read: Map keys must be unique');
  }
}

const tooDeep = 'The file is nested too deeply';

function read(text: string): { tree: Tree } | { problem: ConfigurationProblem } {
  const lines = new LineCounter();
  const lineOf = (node: { range?: readonly number[] | null }) => lines.linePos(node.range?.[0] ?? 0).line;
  const { errors, warnings, contents } = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // The parser compares every pair of keys, which takes minutes for a large map. Keys are checked below.
    uniqueKeys: false,
  });
  const refused = [...errors, ...warnings][0];
  if (refused) {
    // What the parser meets itself, it tells in its own way.
    if (refused.message.includes('call stack')) throw new RangeError(tooDeep);
    const message = `This is not YAML that can be read: ${refused.message.slice(0, 200)}`;
    return { problem: { line: lines.linePos(refused.pos[0]).line, message } };
  }
  let reference: number | undefined;
  visit(contents, {
    // By repeating a part again and again a small file could become an endless one.
    Alias: (_, node) => {
      reference = lineOf(node);
      return visit.BREAK;
    },
  });
  if (reference !== undefined)
    return { problem: { line: reference, message: 'References (*) are not read: write it out' } };

  const plainOf = (node: unknown, line: number, level: number): Tree => {
    if (level > deepest) throw new RangeError(tooDeep);
    const at = node ? lineOf(node as Node) : line;
    if (isSeq(node)) return { line: at, value: node.items.map((item) => plainOf(item, at, level + 1)) };
    if (isMap(node)) {
      const seen = new Set<string>();
      const pairs = node.items.map(({ key, value }) => {
        const place = key ? lineOf(key as Node) : at;
        const name = isScalar(key) ? String(key.value) : '';
        if (seen.has(name)) throw new TwiceNamed(place);
        seen.add(name);
        return [name, { ...plainOf(value, place, level + 1), line: place }] as const;
      });
      return { line: at, value: new Map(pairs) };
    }
    if (!isScalar(node)) return { line: at, value: null };
    const { value, source } = node;
    if (typeof value === 'number') return { line: at, value, written: source ?? String(value) };
    return { line: at, value: typeof value === 'string' || typeof value === 'boolean' ? value : null };
  };
  return { tree: plainOf(contents, 1, 0) };
}
