import type { Option } from '#web/ui/Select.tsx';

type Row = { id: number; name: string };

/** A list to choose from; what is chosen and not in it stays, by the name under which it was stored. */
export function optionsOf(
  rows: readonly Row[] | undefined,
  chosen: number | null | undefined,
  name: string | null | undefined,
): Option[] {
  const listed = (rows ?? []).map((row) => ({ value: String(row.id), label: row.name }));
  if (chosen == null || listed.some(({ value }) => value === String(chosen))) return listed;
  const known = name || `Number ${chosen}`;
  const label = rows ? `${known} (not in HaloPSA any more)` : known;
  return [{ value: String(chosen), label }, ...listed];
}

/** What was chosen, and its name for the time when it is not in the list any more. */
export function pick(
  rows: readonly Row[] | undefined,
  value: string,
): { id: number | null; name: string | null } {
  if (value === '') return { id: null, name: null };
  const row = rows?.find(({ id }) => String(id) === value);
  return { id: Number(value), name: row?.name ?? null };
}

/** The documented scale of a controller's tickets. */
export const ticketPriorities: readonly Option[] = [
  { value: '1', label: 'High' },
  { value: '2', label: 'Medium' },
  { value: '3', label: 'Low' },
];

/** The documented scale of a rule's tickets. */
export const rulePriorities: readonly Option[] = [
  { value: '1', label: 'Low' },
  { value: '2', label: 'Medium' },
  { value: '3', label: 'High' },
  { value: '4', label: 'Urgent' },
  { value: '5', label: 'Critical' },
];
