import { useEffect, useState } from 'react';

/** The longest wait for a quiet moment, in milliseconds. */
const LONGEST_WAIT = 1_000;

/** Whether the browser has had a quiet moment since the screen was ready. Until then, what few people need can wait. */
export function useIdle(isReady: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    const begin = () => setIsIdle(true);
    // Safari doesn't say when it's idle.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(begin);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(begin, { timeout: LONGEST_WAIT });
    return () => cancelIdleCallback(request);
  }, [isReady]);
  return isIdle;
}
