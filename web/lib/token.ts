import { useSyncExternalStore } from 'react';
import { setFlashMessage, type FlashMessage } from './flash-message.ts';
import { isSitePage } from './site-page.ts';

/** Where the sign-in token lives, as documented. */
const KEY = 'auth_token';
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** The sign-in token, or nothing for a visitor. A page of the public site knows nobody: scripts of others may run there. */
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

/** For a page that is being left at once: the screens behind it need not say that the session ended. */
export const forgetTokenQuietly = (): void => localStorage.removeItem(KEY);

/** Calls back when the token comes or goes, in this tab or in another. */
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
