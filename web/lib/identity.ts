import { useSyncExternalStore } from 'react';

type Answer = (confirmed: boolean) => void;

let open: { promise: Promise<boolean>; answer: Answer } | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const changed = () => {
  for (const listener of listeners) listener();
};

/**
 * Asks the person to confirm who they are, once for everything that waits for it. Resolves with whether they did;
 * `false` if no screen can ask.
 */
export function askForIdentity(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (open) return open.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  open = {
    promise,
    answer: (confirmed) => {
      open = undefined;
      changed();
      resolve(confirmed);
    },
  };
  changed();
  return promise;
}

/** How to answer the question that is open now, if one is. */
export const useIdentityQuestion = (): Answer | undefined =>
  useSyncExternalStore(subscribe, () => open?.answer);
