/** The list with the one of this id put where the other stands. */
export function putAt(ids: readonly string[], id: string, at: string): string[] {
  const rest = ids.filter((one) => one !== id);
  const to = ids.indexOf(at);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** The list with one moved by so many places; at an end it stays. */
export function moveBy(ids: readonly string[], id: string, by: number): string[] {
  const to = Math.min(ids.length - 1, Math.max(0, ids.indexOf(id) + by));
  return putAt(ids, id, ids[to]!);
}
