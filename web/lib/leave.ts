import { createContext, use } from 'react';

let isGoing = false;

/** Whether the page is on its way out: what happens to it meanwhile is not worth a word, and goes nowhere else. */
export const isLeaving = () => isGoing;

function go(address: string): void {
  if (isGoing) return;
  isGoing = true;
  // The browser may bring the page back as it was left; and whoever it asks about what is not kept may stay.
  for (const sign of ['pageshow', 'pointerdown', 'keydown'])
    window.addEventListener(sign, () => (isGoing = false), { once: true, capture: true });
  window.location.assign(address);
}

/** Leaves the app for an address by a full page load; a context so that a test can watch it happen. */
export const Leave = createContext(go);

export const useLeave = () => use(Leave);
