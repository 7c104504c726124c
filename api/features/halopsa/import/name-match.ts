/**
 * How names in HaloPSA, of customers and of sites are compared. Case, spaces and punctuation at the ends don't
 * matter: “Acme Dental, Inc.” is “ACME DENTAL,INC”. Everything else does, so that no one is mistaken for another.
 */
export function nameKey(name: string): string {
  const key = name.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  return key.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || key;
}

/** A shorter name only counts if it is the whole name of the site, because every other site contains it. */
const shortestPart = 3;

/** Words of a site's name that are looked at. */
const mostWords = 12;

/**
 * Whose name a site has, or contains as whole words: “Acme Dental” owns “Acme Dental – Leeds”. The longest name wins.
 * @param owners by `nameKey`. `null` for a name that several have, of which none is meant
 */
export function ownerIn<T>(siteName: string, owners: ReadonlyMap<string, T | null>): T | undefined {
  const name = siteName.normalize('NFKC');
  const words = [...name.matchAll(/[\p{L}\p{N}]+/gu)].slice(0, mostWords);
  const whole = owners.get(nameKey(name));
  if (whole !== undefined) return whole ?? undefined;
  for (let length = words.length; length > 0; length--) {
    for (let first = 0; first + length <= words.length; first++) {
      const last = words[first + length - 1]!;
      const key = nameKey(name.slice(words[first]!.index, last.index + last[0].length));
      const owner = key.length < shortestPart ? undefined : owners.get(key);
      if (owner !== undefined) return owner ?? undefined;
    }
  }
  return undefined;
}
