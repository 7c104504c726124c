import { useSyncExternalStore } from 'react';
import type { AlertSeverity } from '#web/gql/graphql.ts';

/** Where this browser keeps whether, and of which alerts, it is to show notices of its own. */
const KEY = 'browser_notices';

/** Severities of which it tells; nothing while it is switched off. */
export type NoticeSeverities = readonly AlertSeverity[] | undefined;

const known: readonly string[] = ['critical', 'error', 'warning', 'info'] satisfies AlertSeverity[];
const listeners = new Set<() => void>();

let read: { text: string | null; chosen: NoticeSeverities } = { text: null, chosen: undefined };

/** What is kept, the same object as long as it is the same text. */
export function currentNoticeSeverities(): NoticeSeverities {
  const text = stored();
  if (text !== read.text) read = { text, chosen: parse(text) };
  return read.chosen;
}

export function setNoticeSeverities(chosen: NoticeSeverities): void {
  try {
    if (chosen) localStorage.setItem(KEY, JSON.stringify(chosen));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing tells of nothing.
  }
  for (const listener of listeners) listener();
}

/** Also as another tab changes it. */
export const useNoticeSeverities = (): NoticeSeverities =>
  useSyncExternalStore(listen, currentNoticeSeverities);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): NoticeSeverities {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(kept) ? kept.filter((one): one is AlertSeverity => known.includes(one)) : undefined;
  } catch {
    return undefined;
  }
}
