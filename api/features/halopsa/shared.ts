const running = new Map<string, Promise<unknown>>();

/** What is under way already is not begun again: whoever asks for it meanwhile is given what comes of it. */
export function shared<T>(key: string, begin: () => Promise<T>): Promise<T> {
  const before = running.get(key) as Promise<T> | undefined;
  if (before) return before;
  const begun = begin().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}
