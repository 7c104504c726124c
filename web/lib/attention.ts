import { useSyncExternalStore } from 'react';

/** How many things ask for somebody now; 0 while that is not known. What is told again may be the same number. */
let count = 0;
const listeners = new Set<() => void>();

/** Says it anew; everybody who listens hears of it, also of the same number. */
export function reportAttention(now: number): void {
  count = now;
  for (const listener of listeners) listener();
}

/** Calls back each time that it is said. @returns what ends it */
export function onAttention(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const attention = (): number => count;

/** Nothing asks for anybody while the server draws. */
export const useAttention = (): number => useSyncExternalStore(onAttention, attention, () => 0);
