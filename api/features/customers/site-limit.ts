/** What a channel or a maintenance window is limited to. Without any customer or tag, it isn't limited. */
export interface SiteLimit {
  customerIds: readonly string[];
  tags: readonly string[];
}

/** What a site belongs to. */
export interface SiteLabels {
  /** `null` if it belongs to no customer. */
  customerId: string | null;
  /** Its own tags and those of its customer. */
  tags: readonly string[];
}

export const isLimited = ({ customerIds, tags }: SiteLimit): boolean =>
  customerIds.length > 0 || tags.length > 0;

/** Whether a limit includes the site's customer or one of its tags. */
export function coversSite(limit: SiteLimit, site: SiteLabels): boolean {
  if (!isLimited(limit)) return true;
  if (site.customerId !== null && limit.customerIds.includes(site.customerId)) return true;
  return site.tags.some((tag) => limit.tags.includes(tag));
}

/** Customers named in full. The rest is counted. */
const mostNamed = 3;

/** “Acme, Birch and sites tagged gold or silver”, within a sentence. */
export function limitWords(customers: readonly string[], tags: readonly string[]): string {
  const rest = customers.length - mostNamed;
  const named = rest > 1 ? [...customers.slice(0, mostNamed), `${rest} more`] : customers;
  return listed([...named, ...(tags.length > 0 ? [`sites tagged ${listed(tags, 'or')}`] : [])], 'and');
}

/** “Acme, Birch and Cedar”, within a sentence. */
export function listed(words: readonly string[], last: 'and' | 'or'): string {
  const final = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${last} ${final}` : final;
}
