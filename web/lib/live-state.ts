import { useSyncExternalStore } from 'react';

/** What is true of the live connection, and since when. */
export type LiveState = { state: 'live' | 'reconnecting' | 'offline'; since: Date };

let current: LiveState = { state: 'reconnecting', since: new Date() };
const listeners = new Set<() => void>();

/** The connection's own report; `since` is when the last live moment ended, and outlives reconnecting → offline. */
export function reportLiveState(state: LiveState['state'], now = new Date()): void {
  if (state === current.state) return;
  const stillDown = state !== 'live' && current.state !== 'live';
  current = { state, since: stillDown ? current.since : now };
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether changes arrive by themselves right now; wrong for at most five seconds. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => current);
