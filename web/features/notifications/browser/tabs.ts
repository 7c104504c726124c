/** Ids of alerts that are no news to whoever uses this browser, newest last, and how many are kept. */
const KEY = 'browser_notices_told';
const mostKept = 300;

/** Of these alerts those that are news; from now on none of them is, in any tab. */
export function untold<T extends { id: string }>(alerts: readonly T[]): T[] {
  const told = toldIds();
  const fresh = alerts.filter(({ id }) => !told.includes(id));
  const ids = alerts.map(({ id }) => id);
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([...told.filter((id) => !ids.includes(id)), ...ids].slice(-mostKept)),
    );
  } catch {
    // Kept nowhere: the tab that tells is one all the same.
  }
  return fresh;
}

function toldIds(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

const TELLER = 'netlantern-teller';
const LOOKER = 'netlantern-in-sight';

/** Holds a lock until the signal ends it; a browser without locks gives it to everybody. */
export function hold(name: 'teller' | 'looker', signal: AbortSignal, onHeld?: () => void): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  if (!locks) {
    onHeld?.();
    return;
  }
  const held = () => {
    onHeld?.();
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  };
  const [lock, mode] = name === 'teller' ? [TELLER, 'exclusive' as const] : [LOOKER, 'shared' as const];
  locks.request(lock, { mode, signal }, held).catch(() => undefined);
}

/** Whether somebody looks at the product in any tab of this browser. */
export async function isInSight(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const held = (await locks?.query())?.held ?? [];
  return held.some(({ name }) => name === LOOKER);
}
