import { useEffect, useEffectEvent } from 'react';
import { inBackground } from './background-request.ts';

/** Polls the server in the background, at this interval in milliseconds. `undefined` stops it. */
export function usePolling(every: number | undefined, ask: () => Promise<unknown>): void {
  const askNow = useEffectEvent(() => void inBackground(ask).catch(() => undefined));
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => askNow(), every);
    return () => clearInterval(timer);
  }, [every]);
}
