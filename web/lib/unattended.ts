/** Tells the server that nobody asked: the request is no sign of the person. */
export const UNATTENDED = { 'x-unattended': '1' } as const;

let isAskingByItself = false;

/**
 * Asks the server something that no person asked for, such as what an event made stale: it does not keep the session
 * of somebody who has gone. Only what `ask` sends before it returns counts as such.
 */
export function unattended<T>(ask: () => T): T {
  isAskingByItself = true;
  try {
    return ask();
  } finally {
    isAskingByItself = false;
  }
}

export const isUnattended = (): boolean => isAskingByItself;
