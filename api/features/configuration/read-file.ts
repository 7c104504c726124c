import { ConfigurationSection, type ConfigurationProblem } from './configuration.ts';
import { fieldsOf, type FileField, type ListedSection, type Value } from './fields.ts';
import { treeOf, type Tree } from './yaml-tree.ts';

/** The version of the file that is written, and the only one that is read. */
export const fileVersion = 1;

/** Bytes of a file, some thousands of rules: it comes in the body of a request (large-bodies.ts). */
export const largestFile = 250 * 1024;

/** Something that the file names. */
export interface Named {
  line: number;
  name: string;
  /** Tells two of one name from each other. */
  id: string | null;
  /** What the file says of it; what it is silent about is absent. */
  said: Record<string, { line: number; value: Value }>;
}

/** What a file asks for. A part that it leaves out is left alone. */
export interface Wanted {
  team?: { line: number; name: string };
  rules?: Named[];
  channels?: Named[];
  maintenanceWindows?: Named[];
}

/** What one of each part is called at the beginning of a sentence. */
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

/** Problems so far; past this many nobody reads on. */
type Problems = ConfigurationProblem[];
const mostProblems = 100;

/** Reads a file, and says what is wrong with it, line by line. What it asks for counts only where nothing is. */
export function readFile(text: string): { wanted: Wanted; problems: ConfigurationProblem[] } {
  if (Buffer.byteLength(text) > largestFile)
    return refusal(null, `The file must be ${largestFile / 1024} KB or less`);
  const read = treeOf(text);
  if ('problem' in read) return { wanted: {}, problems: [read.problem] };
  const { value: parts } = read.tree;
  if (!(parts instanceof Map))
    return refusal(
      null,
      'This is no configuration: it begins with "version: 1" and has parts such as "rules:"',
    );
  const version = parts.get('version');
  if (!version) return refusal(null, `The version is missing: begin with "version: ${fileVersion}"`);
  if (version.value !== fileVersion)
    return refusal(version.line, `Only version ${fileVersion} of the file can be read`);
  const problems: Problems = [];
  const wanted: Wanted = {};
  for (const [name, part] of parts) {
    const section = listed.find((one) => one === name);
    if (section) wanted[section] = listOf(section, part, problems);
    else if (name === 'team') wanted.team = teamOf(part, problems);
    else if (name !== 'version')
      problems.push({ line: part.line, message: `There is no part ${quoted(name)}` });
  }
  return { wanted, problems: problems.slice(0, mostProblems) };
}

function refusal(line: number | null, message: string) {
  return { wanted: {}, problems: [{ line, message }] };
}

const quoted = (text: string) => JSON.stringify(text.toWellFormed().slice(0, 60));

function teamOf({ line, value }: Tree, problems: Problems): Wanted['team'] {
  if (!(value instanceof Map)) return wrong(problems, line, 'Team: it has one field, "name"');
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

function listOf(section: ListedSection, { line, value }: Tree, problems: Problems): Named[] {
  if (!Array.isArray(value)) {
    wrong(problems, line, `"${section}" must be a list; [] stands for none`);
    return [];
  }
  const found = value.flatMap((item) => namedOf(section, item, problems) ?? []);
  // Never compared in pairs: a file has thousands of entries.
  const seen = new Set<string>();
  const twice = found.filter(({ name, id }) => {
    const key = JSON.stringify([name, id]);
    return seen.has(key) || !seen.add(key);
  });
  for (const { line: place, name } of twice) {
    const help = section === ConfigurationSection.channels ? 'each stands once' : 'give each its own name';
    wrong(problems, place, `${nouns[section]} ${quoted(name)} stands twice: ${help}`);
  }
  return found;
}

function namedOf(section: ListedSection, { line, value }: Tree, problems: Problems): Named | undefined {
  const noun = nouns[section];
  if (!(value instanceof Map))
    return wrong(problems, line, `${noun}: it must have fields, such as "${nameField(section)}:"`);
  const nameTree = value.get(nameField(section));
  const name = nameTree && leafOf(nameTree, 'text');
  if (typeof name !== 'string' || name.trim() === '')
    return wrong(problems, nameTree?.line ?? line, `${noun}: ${nameField(section)} is required`);
  const fields = fieldsOf(section);
  const said: Named['said'] = {};
  let id: string | null = null;
  for (const [key, given] of value) {
    const where = `${noun} ${quoted(name.trim())}: `;
    const field = fields.find((one) => one.name === key);
    if (key === 'id' && !field && typeof given.value === 'string') id = given.value;
    else if (!field) wrong(problems, given.line, `${where}there is no field ${quoted(key)}`);
    else {
      const read = valueOf(field, given);
      if ('must' in read) wrong(problems, given.line, `${where}${key} must be ${read.must}`);
      else said[key] = { line: given.line, value: read.value };
    }
  }
  for (const { name: required } of fields.filter((field) => field.isRequired && !value.has(field.name)))
    wrong(problems, line, `${noun} ${quoted(name.trim())}: ${required} is required`);
  return { line, name: name.trim(), id, said };
}

/** A channel is known by what it is: there is one of each. */
export const nameField = (section: ListedSection) =>
  section === ConfigurationSection.channels ? 'type' : 'name';

function valueOf(field: FileField, given: Tree): { value: Value } | { must: string } {
  const { kind, isList, choices, isRequired } = field;
  if (given.value === null && !isRequired && !isList && field.usual === null) return { value: null };
  const one = choices
    ? `one of ${choices.join(', ')}`
    : { text: 'text', whole: 'a whole number', truth: 'true or false' }[kind];
  const items = isList ? given.value : [given];
  const must = isList ? `a list, each ${one}` : one;
  if (!Array.isArray(items)) return { must };
  const leaves = items.map((item) => leafOf(item, kind));
  const fits = leaves.every((leaf) => leaf !== undefined && (!choices || choices.includes(String(leaf))));
  if (!fits) return { must };
  return { value: isList ? (leaves as (string | number)[]) : leaves[0]! };
}

/** Undefined for what is of another kind. A number may be meant as text. */
function leafOf({ value, written }: Tree, kind: FileField['kind']): string | number | boolean | undefined {
  if (kind === 'text') return typeof value === 'string' ? value : written;
  if (kind === 'truth') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
    ? value
    : undefined;
}
