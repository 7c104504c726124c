import { useSyncExternalStore } from 'react';
import type { AlertSeverity } from '#web/gql/graphql.ts';

/** Storage key of this browser's notification severities. */
const KEY = 'browser_notices';

/** Severities that notify. Undefined while notifications are off. */
export type NoticeSeverities = readonly AlertSeverity[] | undefined;

const known: readonly string[] = ['critical', 'error', 'warning', 'info'] satisfies AlertSeverity[];
const listeners = new Set<() => void>();

let read: { text: string | null; chosen: NoticeSeverities } = { text: null, chosen: undefined };

/** The stored severities. Returns the same object while the stored text is unchanged. */
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
    // Without storage, notifications stay off.
  }
  for (const listener of listeners) listener();
}

/** Also updates when another tab changes it. */
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
