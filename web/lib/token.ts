import { useSyncExternalStore } from 'react';
import { setFlashMessage, type FlashMessage } from './flash-message.ts';
import { isSitePage } from './site-page.ts';

/** The documented storage key. */
const KEY = 'auth_token';
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** The session token. Always undefined on the public site, because third-party scripts may run there. */
export const readToken = (): string | undefined =>
  isSitePage() ? undefined : (localStorage.getItem(KEY) ?? undefined);

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
  changed();
}

/** What the server refused last: only that token is forgotten, never that of the next person in this browser. */
let refused: string | undefined;

/** Notes that the server does not accept this token, which may come to light long after it was sent. */
export const noteRefusal = (sent: string | undefined): void => void (refused = sent);

/**
 * Ends the session here if the server has refused its token; the page to sign in on says why. It promises nothing by
 * itself: a suspended person cannot sign in.
 */
export function forgetRefusedToken(why: FlashMessage = { title: 'Your session has ended.' }): void {
  if (refused === undefined || readToken() !== refused) return;
  setFlashMessage('sign-in', why);
  localStorage.removeItem(KEY);
  changed();
}

/** For a page that is about to be left, so that no screen reports the end of the session. */
export const forgetTokenQuietly = (): void => localStorage.removeItem(KEY);

/** Calls back when the token is set or removed, in this tab or another. */
export function onTokenChange(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    // `key` is null when another tab cleared everything.
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}

export const useToken = (): string | undefined => useSyncExternalStore(onTokenChange, readToken, readToken);
