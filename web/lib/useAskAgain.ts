import { useEffect, useEffectEvent } from 'react';
import { unattended } from './unattended.ts';

/** Asks the server by itself, unattended, every so many milliseconds; without a number it does not. */
export function useAskAgain(every: number | undefined, ask: () => Promise<unknown>): void {
  const askNow = useEffectEvent(() => void unattended(ask).catch(() => undefined));
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => askNow(), every);
    return () => clearInterval(timer);
  }, [every]);
}
