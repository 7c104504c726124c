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

/** What couldn't be refetched after a change, and since when. */
const behind = new Map<object, Date>();
let oldest: Date | undefined;

/** Called by whatever refetches after live changes, when the server refuses it and when it has succeeded again. */
export function reportBehind(who: object, isBehind: boolean, now = new Date()): void {
  if (isBehind === behind.has(who)) return;
  if (isBehind) behind.set(who, now);
  else behind.delete(who);
  [oldest] = [...behind.values()].sort((one, other) => one.getTime() - other.getTime());
  listeners.forEach((listener) => listener());
}

/** Since when something on the screen is out of date although live changes are arriving. Undefined if nothing is. */
export const useBehindSince = (): Date | undefined => useSyncExternalStore(onLiveState, () => oldest);

/** Whether live changes are arriving. Outdated by at most five seconds. */
export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState);
