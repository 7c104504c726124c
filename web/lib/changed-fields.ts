/** The fields that differ from the form's initial values. Forms omit cleared text, so it's restored as ''. */
export function changedFields<Now extends object>(began: object, values: Now): Partial<Now> {
  const now = new Map(Object.entries(values));
  const changed = Object.entries(began)
    .filter(([name]) => name !== 'version')
    .map(([name, before]) => ({ name, before, after: now.get(name) ?? emptied(before) }))
    .filter(({ before, after }) => !isSame(before, after));
  return Object.fromEntries(changed.map(({ name, after }) => [name, after])) as Partial<Now>;
}

function emptied(before: unknown): unknown {
  if (typeof before === 'string') return '';
  return Array.isArray(before) ? [] : null;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
