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

const declined = new WeakSet<object>();

/** Whether a change was refused because the person chose not to confirm who they are. They know: no message is needed. */
export const wasDeclined = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && declined.has(error);

/**
 * Asks the person to confirm who they are, once for everything that waits for it. Resolves with whether they did;
 * `false` if no screen can ask.
 * @param refusal the error that the change fails with if they don't
 */
export async function askForIdentity(refusal: object): Promise<boolean> {
  if (listeners.size === 0) return false;
  const confirmed = await ask();
  if (!confirmed) declined.add(refusal);
  return confirmed;
}

function ask(): Promise<boolean> {
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

/** The answer function of the open confirmation, if there is one. */
export const useIdentityQuestion = (): Answer | undefined =>
  useSyncExternalStore(subscribe, () => open?.answer);
