const KEY = 'reloaded_at';
/** Failing twice within this time (ms) means that the file is really missing. */
const ONCE_WITHIN = 30_000;
/** Timeout (ms) for checking that the server is reachable. */
const PATIENCE = 5_000;

const lost = new WeakSet<object>();

/** Remembers which errors are failed chunk downloads, for `isChunkError`. */
export function trackChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void lost.add(payload));
}

/** Whether the error is a failed chunk download: offline, or removed by a deploy. */
export const isChunkError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && lost.has(error);

/** Reloading while offline would lose the app, so check the connection first. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const asked = { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) } as const;
    return (await fetch('/healthz', asked)).ok;
  } catch {
    return false;
  }
}

/** Whether the app may reload now. Counts as a reload, to prevent loops. */
export function mayReload(now = Date.now()): boolean {
  if (now - Number(sessionStorage.getItem(KEY)) < ONCE_WITHIN) return false;
  sessionStorage.setItem(KEY, String(now));
  return true;
}
