type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ from what a form began with. A form leaves emptied text out; it comes back as ''. */
export function changedFields(began: Fields, values: Fields): Record<string, unknown> {
  const now = Object.keys(began)
    .filter((name) => name !== 'version')
    .map((name) => [name, values[name] ?? emptied(began[name])] as const);
  return Object.fromEntries(now.filter(([name, value]) => !isSame(value, began[name])));
}

function emptied(before: unknown): unknown {
  if (typeof before === 'string') return '';
  return Array.isArray(before) ? [] : null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
