import { fieldWords } from '#web/features/audit/words.ts';

/** A row of a list in a snapshot, such as a menu item. */
export type Row = Readonly<Record<string, unknown>>;

/** A changed row of a list. */
export type RowChange = { id: string } & (
  | { kind: 'added' | 'removed'; name: string; row: Row }
  | { kind: 'changed'; name: string; fields: { field: string; before: unknown; after: unknown }[] }
  /** The names of the rows in both versions, in old and new order. */
  | { kind: 'order'; before: string[]; after: string[] }
);

export const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);

export const rowsOf = (value: unknown): Row[] => (isRows(value) ? value : []);

/** The first word of a sentence about a row. */
export const verbs = { added: 'Added', removed: 'Deleted', changed: 'Changed' } as const;

/** "Added Pricing", or "Order". */
export const rowWords = (change: RowChange): string =>
  change.kind === 'order' ? 'Order' : `${verbs[change.kind]} ${change.name}`;

/** Order shows in a row's position, and its ID means nothing to people. */
const defaultOrganization = ['id', 'order'];

/** The added, deleted, changed and moved rows, matched by ID. */
export function rowDifference(before: readonly Row[], after: readonly Row[]): RowChange[] {
  const [was, is] = [byId(before), byId(after)];
  const stayed = (rows: readonly Row[]) => rows.filter(({ id }) => was.has(id) && is.has(id));
  const [then, now] = [stayed(before).map(rowName), stayed(after).map(rowName)];
  const isMoved = stayed(before).some(({ id }, place) => stayed(after)[place]?.['id'] !== id);
  return [
    ...after
      .filter(({ id }) => !was.has(id))
      .map((row) => ({ id: idOf(row), kind: 'added' as const, name: rowName(row), row })),
    ...before
      .filter(({ id }) => !is.has(id))
      .map((row) => ({ id: idOf(row), kind: 'removed' as const, name: rowName(row), row })),
    ...stayed(after).flatMap((row) => {
      const fields = fieldsChanged(was.get(row['id'])!, row);
      return fields.length > 0
        ? [{ id: idOf(row), kind: 'changed' as const, name: rowName(row), fields }]
        : [];
    }),
    ...(isMoved ? [{ id: 'order', kind: 'order' as const, before: then, after: now }] : []),
  ];
}

/** A row's name: its title or the nearest field. */
const rowName = (row: Row): string =>
  String(row['title'] ?? row['platform'] ?? row['name'] ?? row['url'] ?? 'Entry');

/** A row's other fields. */
export const rowFacts = (row: Row): [string, unknown][] =>
  Object.entries(row).filter(
    ([field, value]) => !defaultOrganization.includes(field) && value !== rowName(row),
  );

const idOf = (row: Row) => String(row['id']);

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row['id'], row]));

const fieldsChanged = (before: Row, after: Row) =>
  Object.keys(after)
    .filter((field) => !defaultOrganization.includes(field))
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: before[field], after: after[field] }));

type Line = { mark: 'same' | 'gone' | 'new'; text: string };

/**
 * A line that is unchanged, removed or added. `skip` counts omitted unchanged lines. `at` is its position among all
 * lines.
 */
export type DiffLine = { at: number } & (Line | { mark: 'skip'; count: number });

/** Unchanged context lines around a change. */
const AROUND = 2;

/** Above this number of line pairs, a diff takes too long, so everything is shown as replaced. */
const MOST_PAIRS = 1_000_000;

/** A line diff of two texts. */
export function lineDifference(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const marked = (mark: Line['mark']) => (text: string) => ({ mark, text });
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle =
    was.length * is.length > MOST_PAIRS
      ? [...was.map(marked('gone')), ...is.map(marked('new'))]
      : walk(was, is);
  return folded([
    ...before.slice(0, head).map(marked('same')),
    ...middle,
    ...before.slice(before.length - tail).map(marked('same')),
  ]);
}

/** Follows the longest common subsequence. */
function walk(was: readonly string[], is: readonly string[]): Line[] {
  const wide = is.length + 1;
  const longest = new Uint32Array((was.length + 1) * wide);
  const at = (row: number, column: number) => longest[row * wide + column]!;
  for (let row = was.length - 1; row >= 0; row -= 1)
    for (let column = is.length - 1; column >= 0; column -= 1)
      longest[row * wide + column] =
        was[row] === is[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < was.length || column < is.length) {
    const [old, now] = [was[row], is[column]];
    if (old !== undefined && old === now) {
      lines.push({ mark: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ mark: 'gone', text: old });
      row += 1;
    } else {
      lines.push({ mark: 'new', text: now! });
      column += 1;
    }
  }
  return lines;
}

function folded(lines: readonly Line[]): DiffLine[] {
  const isNear = lines.map((_, place) =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ mark }) => mark !== 'same'),
  );
  const shown: DiffLine[] = [];
  lines.forEach((line, place) => {
    const last = shown.at(-1);
    if (isNear[place]) shown.push({ at: place, ...line });
    else if (last?.mark === 'skip') last.count += 1;
    else shown.push({ at: place, mark: 'skip', count: 1 });
  });
  return shown;
}

/** The labels of the fields, or their own names. */
export type Labels = Readonly<Record<string, string>>;

/** Sorts changes by the form's field order. */
export const inOrderOf = <C extends { field: string }>(
  labels: Labels | undefined,
  changes: readonly C[],
): C[] => {
  const names = Object.keys(labels ?? {});
  const place = ({ field }: C) => (names.includes(field) ? names.indexOf(field) : names.length);
  return changes.toSorted((one, other) => place(one) - place(other));
};

/** The label of a field such as `heroTitle`. */
export const fieldName = (field: string, labels: Labels | undefined): string =>
  labels?.[field] ?? fieldWords(field);
