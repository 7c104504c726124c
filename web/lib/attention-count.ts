import { useSyncExternalStore } from 'react';

/** How many things need attention now. 0 while that is unknown. */
let count = 0;
const listeners = new Set<() => void>();

/** Calls every listener, even if the number is the same. */
export function setAttentionCount(now: number): void {
  count = now;
  for (const listener of listeners) listener();
}

/** @returns a function that removes the listener */
export function onAttentionCount(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const attentionCount = (): number => count;

/** 0 on the server. */
export const useAttentionCount = (): number =>
  useSyncExternalStore(onAttentionCount, attentionCount, () => 0);
