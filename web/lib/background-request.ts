/** Marks a request that no person made, so that it doesn't count as activity. */
export const BACKGROUND_HEADER = { 'x-unattended': '1' } as const;

let isAskingByItself = false;

/**
 * Runs requests that no person made, such as a refetch after an event, without extending the session. Only requests
 * that `ask` sends before it returns are marked.
 */
export function inBackground<T>(ask: () => T): T {
  isAskingByItself = true;
  try {
    return ask();
  } finally {
    isAskingByItself = false;
  }
}

export const isBackgroundRequest = (): boolean => isAskingByItself;
