import { Document, isScalar, isSeq, visit } from 'yaml';
import { isId } from '#api/db/id.ts';
import { isMasked } from '../integrations/channel-config.ts';
import {
  ConfigurationChangeKind,
  ConfigurationSection,
  type ConfigurationProblem,
  fieldsOf,
  isGroup,
  type Group,
  type ListedSection,
  type Value,
  type Values,
  type ConfigurationChange,
  type ConfigurationFieldChange,
} from './configuration.ts';
import type { CurrentSetup, SetupItem, SetupNames } from './current-setup.store.ts';
import { nouns, type FileEntry, type DesiredSetup, fileVersion, nameField } from './parse-file.ts';

/** One addition, change or removal. */
export interface Step {
  section: ListedSection;
  kind: ConfigurationChangeKind;
  name: string;
  /** Line in the file. `null` for removals. */
  line: number | null;
  /** Current item. Undefined for additions. */
  item?: SetupItem;
  /** Desired values. Empty for removals. */
  values: Values;
  /** Lines of the fields. */
  lines: Readonly<Record<string, number>>;
  /** Controller ID. `null` means all. */
  controllerId: string | null;
  /** A channel without a URL, neither stored nor in the file. */
  lacksAddress: boolean;
}

export interface SectionPlan {
  steps: Step[];
  /** Number of items that already match the file. */
  unchanged: number;
  problems: ConfigurationProblem[];
}

/** Removals come first, to make room within limits. */
const order = [
  ConfigurationChangeKind.removed,
  ConfigurationChangeKind.changed,
  ConfigurationChangeKind.added,
];

/** Plans the steps that make a section match the file. */
export function planSection(
  section: ListedSection,
  current: CurrentSetup,
  wanted: DesiredSetup,
): SectionPlan {
  const problems: ConfigurationProblem[] = [];
  const named = wanted[section];
  if (!named) return { steps: [], unchanged: 0, problems };
  const matched = new Set<SetupItem>();
  const known = {
    byId: new Map(current[section].map((item) => [item.id, item])),
    byName: Map.groupBy(current[section], (item) => item.name),
  };
  const steps = named.flatMap((one) => {
    const found = match(one, known);
    if (typeof found === 'string') {
      problems.push({ line: one.line, message: `${nouns[section]} "${one.name}": ${found}` });
      return [];
    }
    if (found && matched.has(found)) {
      problems.push({
        line: one.line,
        message: `${nouns[section]} "${one.name}": another entry refers to the same item`,
      });
      return [];
    }
    if (found) matched.add(found);
    return stepFor(section, one, found, current, problems) ?? [];
  });
  const gone = current[section].filter((item) => !matched.has(item) && !item.isOver);
  const all = [...gone.map((item) => removal(section, item)), ...steps];
  const needed = all.filter(isNeeded);
  return {
    steps: needed.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    unchanged: all.length - needed.length,
    problems,
  };
}

/** Current items of a section, indexed because the file may have thousands of entries. */
interface Known {
  byId: ReadonlyMap<string, SetupItem>;
  byName: ReadonlyMap<string, readonly SetupItem[]>;
}

/**
 * Finds an entry's item by ID, or else by name. Undefined means a new item, and a sentence means it is
 * ambiguous.
 */
function match({ id, name }: FileEntry, { byId, byName }: Known): SetupItem | string | undefined {
  if (id !== null)
    return (
      byId.get(id) ?? `this team has none with the id "${id.slice(0, 40)}". Remove the id to match by name`
    );
  const same = byName.get(name) ?? [];
  const current = same.filter(({ isOver }) => !isOver);
  if (current.length > 1) return `this team has ${current.length} with this name. Add its "id" to choose one`;
  return current[0] ?? same.at(-1);
}

function stepFor(
  section: ListedSection,
  { line, name, said }: FileEntry,
  item: SetupItem | undefined,
  current: CurrentSetup,
  problems: ConfigurationProblem[],
): Step | undefined {
  const lines = Object.fromEntries(Object.entries(said).map(([field, { line: at }]) => [field, at]));
  const values: Record<string, Value> = Object.fromEntries(
    fieldsOf(section).map((field) => [
      field.name,
      field.name in said ? said[field.name]!.value : field.usual,
    ]),
  );
  const tell = (field: string, message: string): undefined => {
    problems.push({ line: lines[field] ?? line, message: `${nouns[section]} "${name}": ${message}` });
  };
  const controllerId = controllerOf(values['controller'], current);
  if (controllerId === undefined)
    return tell(
      'controller',
      `this team has no controller ${JSON.stringify(values['controller'])}, or several with this name`,
    );
  if (controllerId) values['controller'] = current.names.controllers.get(controllerId)!;
  for (const field of ['scope', 'exceptions', 'customers']) {
    const stranger = customersIn(values[field]).find((one) => !customerIdOf(one, current.names));
    if (stranger !== undefined) return tell(field, `this team has no customer ${JSON.stringify(stranger)}`);
  }
  const base = { section, name, line, lines, controllerId, ...(item && { item }) };
  const kind = item ? ConfigurationChangeKind.changed : ConfigurationChangeKind.added;
  if (section !== ConfigurationSection.channels) return { ...base, kind, values, lacksAddress: false };
  const strange = Object.keys(said).find((field) => !suits(name, field));
  if (strange) return tell(strange, `"${strange}" isn't one of its fields`);
  const address = values['webhookUrl'];
  if (typeof address !== 'string' || isMasked(address))
    values['webhookUrl'] = item?.values['webhookUrl'] ?? null;
  const lacksAddress = name !== 'email' && values['webhookUrl'] === null;
  if (lacksAddress) values['isActive'] = false;
  return { ...base, kind, values, lacksAddress };
}

/** Customers that a list or the scopes of a rule name. */
function customersIn(value: Value | undefined): string[] {
  const entries: readonly Value[] = Array.isArray(value) ? value : [value ?? null];
  return entries.flatMap((entry) => {
    if (!isGroup(entry)) return entry === null ? [] : [String(entry)];
    return Array.isArray(entry['customers']) ? entry['customers'].map(String) : [];
  });
}

/** Undefined if the team doesn't have it. */
export const customerIdOf = (name: string, { customerIds }: SetupNames): string | undefined =>
  customerIds.get(name.trim().toLowerCase());

/** `null` means all controllers. Undefined if the team doesn't have it. */
function controllerOf(value: Value | undefined, { names }: CurrentSetup): string | null | undefined {
  if (value == null || value === '') return null;
  const given = String(value);
  if (isId(given) && names.controllers.has(given)) return given;
  const [id] = [...names.controllers].find(([, name]) => name === given) ?? [];
  return id ?? (given === 'all' ? null : undefined);
}

/** Whether a field applies to a type of channel. */
function suits(type: string, field: string): boolean {
  if (field === 'recipients') return type === 'email';
  if (field === 'events') return type === 'webhook';
  return field === 'webhookUrl' ? type !== 'email' : true;
}

function removal(section: ListedSection, item: SetupItem): Step {
  const kind = ConfigurationChangeKind.removed;
  const { name } = item;
  return {
    section,
    kind,
    name,
    line: null,
    item,
    values: {},
    lines: {},
    controllerId: null,
    lacksAddress: false,
  };
}

function isNeeded({ section, kind, name, item, values }: Step): boolean {
  if (kind !== ConfigurationChangeKind.changed || !item) return true;
  return (
    name !== item.name ||
    fieldsOf(section).some((field) => !isSame(values[field.name], item.values[field.name]))
  );
}

/** Actual change of a step. Undefined if it changed nothing, because different spellings can mean the same. */
export function changeOf(step: Step, now: SetupItem | null): ConfigurationChange | undefined {
  const { section, kind, name, line, item } = step;
  const fields = now ? fieldChanges(step, now) : [];
  if (kind === ConfigurationChangeKind.changed && fields.length === 0) return undefined;
  return {
    section: ConfigurationSection[section],
    kind,
    name: item && !now ? item.name : name,
    line,
    fields,
  };
}

function fieldChanges({ section, item, name }: Step, now: SetupItem): ConfigurationFieldChange[] {
  const renamed = item && item.name !== name ? [{ field: 'name', before: item.name, after: name }] : [];
  const changed = fieldsOf(section).flatMap((field) => {
    if (field.name === 'name' || field.name === 'type') return [];
    const before = item ? item.values[field.name] : field.usual;
    const after = now.values[field.name];
    // Two URLs may look the same when masked.
    const isHiddenChange = field.name === 'webhookUrl' && item && item.hidden !== now.hidden;
    if (isSame(before, after) && !isHiddenChange) return [];
    return [{ field: field.name, before: item ? words(before) : null, after: words(after) }];
  });
  return [...renamed, ...changed];
}

function words(value: Value | undefined): string | null {
  if (value == null || value === '') return null;
  if (isGroup(value)) return groupWords(value);
  if (typeof value !== 'object') return String(value);
  return (
    value.map((one) => (isGroup(one) ? groupWords(one) : one)).join(value.some(isGroup) ? ' or ' : ', ') ||
    null
  );
}

/** “customers: Acme; names: *guest*, *lobby*” */
const groupWords = (group: Group): string =>
  Object.entries(group)
    .map(([name, value]) => `${name}: ${words(value)}`)
    .join('; ');

/** Maximum width of a list on one line. */
const longestLine = 80;

/** Writes the setup as YAML. The same setup gives the same text, so files can be compared. */
export function writeFile(current: CurrentSetup): string {
  const file = new Document(
    {
      version: fileVersion,
      team: { name: current.teamName },
      rules: entriesOf('rules', current.rules),
      channels: entriesOf('channels', current.channels),
      maintenanceWindows: entriesOf(
        'maintenanceWindows',
        current.maintenanceWindows.filter(({ isOver }) => !isOver),
      ),
    },
    { aliasDuplicateObjects: false },
  );
  file.commentBefore = heading;
  visit(file, {
    Seq: (_, node) => {
      const isShort = node.items.every(isScalar) && JSON.stringify(node).length <= longestLine;
      if (isSeq(node) && isShort) node.flow = true;
    },
  });
  return file.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const heading = [
  " This team's setup: rules, channels, maintenance windows and the team name.",
  ' Omitted fields have their default. Omitted sections stay unchanged.',
  ' URLs and secrets are masked. An existing channel keeps its own.',
].join('\n');

function entriesOf(section: ListedSection, items: readonly SetupItem[]): object[] {
  return items.map(({ id, name, values }) => {
    const isShared = items.filter((one) => one.name === name).length > 1;
    const fields = fieldsOf(section).filter((field) => field.name !== nameField(section));
    const unusual = fields.filter((field) => field.isRequired || !isSame(values[field.name], field.usual));
    return {
      [nameField(section)]: name,
      ...(isShared && { id }),
      ...Object.fromEntries(unusual.map((field) => [field.name, values[field.name]])),
    };
  });
}

/** Whether two values are equal. Lists compare in order, and blank equals none. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(filled(one)) === JSON.stringify(filled(other));
}

const filled = (value: unknown) => (value === '' ? null : (value ?? null));
