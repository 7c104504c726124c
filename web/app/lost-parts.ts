const KEY = 'reloaded_at';
/** Twice within this time means that the server really lacks the file, in milliseconds. */
const ONCE_WITHIN = 30_000;
/** How long the server may take to say that it is there, in milliseconds. */
const PATIENCE = 5_000;

const lost = new WeakSet<object>();

/** Remembers which errors mean that a part of the app did not arrive; `isPartLost` tells. */
export function noteLostParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void lost.add(payload));
}

/** Whether the error means that a part of the app could not be fetched: no connection, or gone since a deploy. */
export const isPartLost = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && lost.has(error);

/** Loading anew would lose the app where nothing answers, so this asks first. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const asked = { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) } as const;
    return (await fetch('/healthz', asked)).ok;
  } catch {
    return false;
  }
}

/** Once in a while is enough: true when the app may be loaded anew, and counted as done. */
export function mayReload(now = Date.now()): boolean {
  if (now - Number(sessionStorage.getItem(KEY)) < ONCE_WITHIN) return false;
  sessionStorage.setItem(KEY, String(now));
  return true;
}
