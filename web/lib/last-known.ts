/** What the app last knew, for the page that the service worker shows without a connection. */
export interface LastKnown {
  /** ID of the person. */
  person: string;
  /** ID of their team. */
  team: string;
  platformName: string;
  teamName: string;
  /** When it was true, in ms since 1970. */
  at: number;
  /** Number of open alerts. */
  open: number;
  /** Some of them, worst first. */
  alerts: LastKnownAlert[];
  /** How the app writes times. A service worker may have another locale. Unknown if an earlier version kept it. */
  locale?: string;
  /** The chosen theme. `null` follows the system. */
  theme: string | null;
}

interface LastKnownAlert {
  severity: 'critical' | 'error' | 'warning' | 'info';
  message: string;
}

/**
 * Name of the cache. A cache instead of local storage, because a service worker can read it. It only ever holds this one
 * entry.
 */
const CACHE = 'last-known';
const ENTRY = '/last-known.json';

/** Browsers offer caches on secure origins only. */
const storage = (): CacheStorage | undefined => (globalThis as { caches?: CacheStorage }).caches;

export async function writeLastKnown(known: LastKnown): Promise<void> {
  const cache = await storage()?.open(CACHE);
  await cache?.put(ENTRY, new Response(JSON.stringify(known)));
}

export async function readLastKnown(): Promise<LastKnown | undefined> {
  const found = await storage()?.match(ENTRY, { cacheName: CACHE });
  return found && ((await found.json()) as LastKnown);
}

/** Call it when someone signs out or switches teams. */
export async function forgetLastKnown(): Promise<void> {
  await storage()?.delete(CACHE);
}
