import { useSyncExternalStore } from 'react';

/** The state of the live connection, and since when. */
export type LiveState = { state: 'live' | 'reconnecting' | 'offline'; since: Date };

let current: LiveState = { state: 'reconnecting', since: new Date() };
const listeners = new Set<() => void>();

/** Called by the connection. `since` is when it was lost, and stays the same from reconnecting to offline. */
export function reportLiveState(state: LiveState['state'], now = new Date()): void {
  if (state === current.state) return;
  const stillDown = state !== 'live' && current.state !== 'live';
  current = { state, since: stillDown ? current.since : now };
  listeners.forEach((listener) => listener());
}

export const liveState = (): LiveState => current;

/** @returns a function that removes the listener */
export const onLiveState = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether live changes are arriving. Outdated by at most five seconds. */
export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState);
