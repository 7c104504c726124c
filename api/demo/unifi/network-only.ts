/** @throws unless exactly one fits: a test that names two devices at once would change the wrong one. */
export function only<T>(all: T[], fits: (one: T) => boolean, what: string): T {
  const found = all.filter(fits);
  if (found[0] === undefined) throw new Error(`The network has no ${what}`);
  if (found.length > 1)
    throw new Error(`The network has ${found.length} times ${what}; use the MAC or host id`);
  return found[0];
}
