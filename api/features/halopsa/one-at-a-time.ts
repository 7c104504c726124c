const last = new Map<string, Promise<unknown>>();

/** Does what is asked for under one key one after another, in the order in which it was asked for. */
export function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const done = (last.get(key) ?? Promise.resolve()).then(work, work);
  last.set(key, done);
  const end = () => last.get(key) === done && last.delete(key);
  done.then(end, end);
  return done;
}
