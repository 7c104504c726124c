/** A row of a list as a snapshot holds it, such as a menu item. */
export type Row = Readonly<Record<string, unknown>>;

/** What became of the rows of a list. */
export type RowChange = { id: string } & (
  | { kind: 'added' | 'removed'; name: string; row: Row }
  | { kind: 'changed'; name: string; fields: { field: string; before: unknown; after: unknown }[] }
  /** The names of those that stand in both, in the order of then and of now. */
  | { kind: 'order'; before: string[]; after: string[] }
);

export const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);

export const rowsOf = (value: unknown): Row[] => (isRows(value) ? value : []);

/** What becomes of a row, as the beginning of a sentence with its name. */
export const verbs = { added: 'Added', removed: 'Deleted', changed: 'Changed' } as const;

/** "Added Pricing", or "Order". */
export const rowWords = (change: RowChange): string =>
  change.kind === 'order' ? 'Order' : `${verbs[change.kind]} ${change.name}`;

/** The place of a row says its order; its id means nothing to a person. */
const unsaid = ['id', 'order'];

/** The rows that came, went, changed or changed places. Rows are the same by their id. */
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

/** What a row is called: its title, or what stands for one. */
const rowName = (row: Row): string =>
  String(row['title'] ?? row['platform'] ?? row['name'] ?? row['url'] ?? 'Entry');

/** What else there is to say of a row, by field. */
export const rowFacts = (row: Row): [string, unknown][] =>
  Object.entries(row).filter(([field, value]) => !unsaid.includes(field) && value !== rowName(row));

const idOf = (row: Row) => String(row['id']);

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row['id'], row]));

const fieldsChanged = (before: Row, after: Row) =>
  Object.keys(after)
    .filter((field) => !unsaid.includes(field))
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, before: before[field], after: after[field] }));
