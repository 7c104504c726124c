import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Node } from 'yaml';
import {
  ConfigurationSection,
  type ConfigurationProblem,
  fieldsOf,
  type FileField,
  type Group,
  type ListedSection,
  type Value,
} from './configuration.ts';

/** The only file version we write and accept. */
export const fileVersion = 1;

/** Maximum bytes of a file, some thousands of rules. It arrives in the request body (large-bodies.ts). */
export const maxFileBytes = 250 * 1024;

/** An item in the file. */
export interface FileEntry {
  line: number;
  name: string;
  /** Distinguishes items with the same name. */
  id: string | null;
  /** Fields that the file sets. Omitted fields are absent. */
  said: Record<string, { line: number; value: Value }>;
}

/** Desired setup. Omitted sections stay unchanged. */
export interface DesiredSetup {
  team?: { line: number; name: string };
  rules?: FileEntry[];
  channels?: FileEntry[];
  maintenanceWindows?: FileEntry[];
}

/** Name of an item of each section, at the start of a sentence. */
export const nouns: Record<ListedSection, string> = {
  rules: 'Rule',
  channels: 'Channel',
  maintenanceWindows: 'Maintenance window',
};

const listed: readonly ListedSection[] = [
  ConfigurationSection.rules,
  ConfigurationSection.channels,
  ConfigurationSection.maintenanceWindows,
];

/** Problems found. Past the maximum, the rest isn't reported. */
type Problems = ConfigurationProblem[];
const mostProblems = 100;

/** Parses a file and reports its problems by line. The result only counts if there are none. */
export function parseFile(text: string): { wanted: DesiredSetup; problems: ConfigurationProblem[] } {
  if (Buffer.byteLength(text) > maxFileBytes)
    return refusal(null, `The file must be ${maxFileBytes / 1024} KB or less`);
  const read = treeOf(text);
  if ('problem' in read) return { wanted: {}, problems: [read.problem] };
  const { value: parts } = read.tree;
  if (!(parts instanceof Map))
    return refusal(
      null,
      'This isn\'t a configuration file. It starts with "version: 1" and has sections such as "rules:"',
    );
  const version = parts.get('version');
  if (!version) return refusal(null, `The version is missing. Start with "version: ${fileVersion}"`);
  if (version.value !== fileVersion)
    return refusal(version.line, `Only version ${fileVersion} of the file is supported`);
  const problems: Problems = [];
  const wanted: DesiredSetup = {};
  for (const [name, part] of parts) {
    const section = listed.find((one) => one === name);
    if (section) wanted[section] = listOf(section, part, problems);
    else if (name === 'team') wanted.team = teamOf(part, problems);
    else if (name !== 'version')
      problems.push({ line: part.line, message: `There is no section ${quoted(name)}` });
  }
  return { wanted, problems: problems.slice(0, mostProblems) };
}

function refusal(line: number | null, message: string) {
  return { wanted: {}, problems: [{ line, message }] };
}

const quoted = (text: string) => JSON.stringify(text.toWellFormed().slice(0, 60));

function teamOf({ line, value }: Tree, problems: Problems): DesiredSetup['team'] {
  if (!(value instanceof Map)) return wrong(problems, line, 'Team must have one field, "name"');
  for (const [key, field] of value)
    if (key !== 'name') wrong(problems, field.line, `Team: there is no field ${quoted(key)}`);
  const name = value.get('name');
  if (!name) return undefined;
  const text = leafOf(name, 'text');
  if (typeof text !== 'string') return wrong(problems, name.line, 'Team: name must be text');
  return { line: name.line, name: text };
}

function wrong(problems: Problems, line: number, message: string): undefined {
  problems.push({ line, message });
}

function listOf(section: ListedSection, { line, value }: Tree, problems: Problems): FileEntry[] {
  if (!Array.isArray(value)) {
    wrong(problems, line, `"${section}" must be a list. Use [] for none`);
    return [];
  }
  const found = value.flatMap((item) => namedOf(section, item, problems) ?? []);
  // Avoid comparing pairs, because a file has thousands of entries.
  const seen = new Set<string>();
  const twice = found.filter(({ name, id }) => {
    const key = JSON.stringify([name, id]);
    return seen.has(key) || !seen.add(key);
  });
  for (const { line: place, name } of twice) {
    const help = section === ConfigurationSection.channels ? 'list each once' : 'give each its own name';
    wrong(problems, place, `${nouns[section]} ${quoted(name)} is listed twice: ${help}`);
  }
  return found;
}

function namedOf(section: ListedSection, { line, value }: Tree, problems: Problems): FileEntry | undefined {
  const noun = nouns[section];
  if (!(value instanceof Map))
    return wrong(problems, line, `${noun}: it must have fields, such as "${nameField(section)}:"`);
  const nameTree = value.get(nameField(section));
  const name = nameTree && leafOf(nameTree, 'text');
  if (typeof name !== 'string' || name.trim() === '')
    return wrong(problems, nameTree?.line ?? line, `${noun}: ${nameField(section)} is required`);
  const fields = fieldsOf(section);
  const said: FileEntry['said'] = {};
  let id: string | null = null;
  for (const [key, given] of value) {
    const where = `${noun} ${quoted(name.trim())}: `;
    const field = fields.find((one) => one.name === key);
    if (key === 'id' && !field && typeof given.value === 'string') id = given.value;
    else if (!field) wrong(problems, given.line, `${where}there is no field ${quoted(key)}`);
    else {
      const read = valueOf(field, given);
      if ('says' in read) wrong(problems, read.line, `${where}${read.says}`);
      else said[key] = { line: given.line, value: read.value };
    }
  }
  for (const { name: required } of fields.filter((field) => field.isRequired && !value.has(field.name)))
    wrong(problems, line, `${noun} ${quoted(name.trim())}: ${required} is required`);
  return { line, name: name.trim(), id, said };
}

/** A team has one channel of each type, so the type identifies it. */
export const nameField = (section: ListedSection) =>
  section === ConfigurationSection.channels ? 'type' : 'name';

/** A value, or what is wrong with it and where. */
type ReadValue<T> = { value: T } | { says: string; line: number };

function valueOf(field: FileField, given: Tree): ReadValue<Value> {
  const { name, kind, fields, isList, choices, isRequired } = field;
  const { line } = given;
  if (given.value === null && !isRequired && !isList && field.usual === null) return { value: null };
  const one = choices
    ? `one of ${choices.join(', ')}`
    : { text: 'text', whole: 'a whole number', truth: 'true or false', group: 'fields and their values' }[
        kind
      ];
  const must = { says: `${name} must be ${isList ? `a list, each ${one}` : one}`, line };
  const items = isList ? given.value : [given];
  if (!Array.isArray(items)) return must;
  if (fields) {
    const groups: Group[] = [];
    for (const { value } of items) {
      if (!(value instanceof Map)) return must;
      const read = groupOf(fields, value);
      if ('says' in read) return { ...read, says: `${name}: ${read.says}` };
      groups.push(read.value);
    }
    return { value: isList ? groups : groups[0]! };
  }
  const leaves = items.map((item) => leafOf(item, kind));
  const fits = leaves.every((leaf) => leaf !== undefined && (!choices || choices.includes(String(leaf))));
  if (!fits) return must;
  return { value: isList ? (leaves as (string | number)[]) : leaves[0]! };
}

function groupOf(fields: readonly FileField[], given: ReadonlyMap<string, Tree>): ReadValue<Group> {
  const value: Record<string, Value> = {};
  for (const [key, tree] of given) {
    const field = fields.find((one) => one.name === key);
    if (!field) return { says: `there is no field ${quoted(key)}`, line: tree.line };
    const read = valueOf(field, tree);
    if ('says' in read) return read;
    value[key] = read.value;
  }
  return { value };
}

/** Undefined for another type. An unquoted number may be meant as text. */
function leafOf({ value, written }: Tree, kind: FileField['kind']): string | number | boolean | undefined {
  if (kind === 'text') return typeof value === 'string' ? value : written;
  if (kind === 'truth') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
    ? value
    : undefined;
}

/** A YAML node with its first line. */
interface Tree {
  line: number;
  value: string | number | boolean | null | Tree[] | Map<string, Tree>;
  /** Source text of a number, because a name may be 007. */
  written?: string;
}

/** Maximum nesting. Our files have four levels. */
const deepest = 8;

/** Parses YAML 1.2 without aliases and tags. Never throws. */
function treeOf(text: string): { tree: Tree } | { problem: ConfigurationProblem } {
  if (marksIn(text) > mostMarks) return { problem: { line: null, message: 'The file has too many entries' } };
  try {
    return read(text);
  } catch (error) {
    if (error instanceof TwiceNamed) return { problem: { line: error.line, message: error.message } };
    // Nested deeper than the parser supports.
    if (error instanceof RangeError) return { problem: { line: null, message: tooDeep } };
    throw error;
  }
}

/**
 * Maximum structural characters. Each costs the parser microseconds, so a file full of them would block
 * everyone. A thousand rules have about 25,000.
 */
const mostMarks = 40_000;

const marksIn = (text: string): number => text.match(/[\n,[\]{}]|[:?-](?=\s)/g)?.length ?? 0;

/** A duplicate key in a map. */
class TwiceNamed extends Error {
  constructor(readonly line: number) {
    super('Invalid YAML: Map keys must be unique');
  }
}

const tooDeep = 'The file is nested too deeply';

function read(text: string): { tree: Tree } | { problem: ConfigurationProblem } {
  const lines = new LineCounter();
  const lineOf = (node: { range?: readonly number[] | null }) => lines.linePos(node.range?.[0] ?? 0).line;
  const { errors, warnings, contents } = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Turn off the parser's uniqueness check, which compares every pair of keys and takes minutes for a large
    // map. We check keys below.
    uniqueKeys: false,
  });
  const refused = [...errors, ...warnings][0];
  if (refused) {
    // The parser reports deep nesting in its own words.
    if (refused.message.includes('call stack')) throw new RangeError(tooDeep);
    const message = `Invalid YAML: ${refused.message.slice(0, 200)}`;
    return { problem: { line: lines.linePos(refused.pos[0]).line, message } };
  }
  let reference: number | undefined;
  visit(contents, {
    // Aliases could expand a small file endlessly.
    Alias: (_, node) => {
      reference = lineOf(node);
      return visit.BREAK;
    },
  });
  if (reference !== undefined)
    return { problem: { line: reference, message: "Aliases (*) aren't supported. Write the value out" } };

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
