import { createContext, use } from 'react';

let isGoing = false;

/** Whether another page is loading already. Until then, nothing needs to be reported or redirected. */
export const isLoadingPage = () => isGoing;

function go(address: string): void {
  if (isGoing) return;
  isGoing = true;
  // The browser may restore the page, and a person who is asked about unsaved changes may stay.
  for (const sign of ['pageshow', 'pointerdown', 'keydown'])
    window.addEventListener(sign, () => (isGoing = false), { once: true, capture: true });
  window.location.assign(address);
}

/** Loads an address as a new page. It's a context so that a test can replace it. */
export const LoadPage = createContext(go);

export const useLoadPage = () => use(LoadPage);

/** Loads the same address again, with its fragment. It's a context so that a test can replace it. */
export const ReloadPage = createContext(() => window.location.reload());

export const useReloadPage = () => use(ReloadPage);
