import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { inBackground } from './background-request.ts';
import { reportBehind } from './live-state.ts';
import { rateLimitWait } from './rate-limit-wait.ts';
import { isTransient, retryAfterOf } from './server-errors.ts';

/** Minimum time between two refetches after live changes, in milliseconds. Thousands can change together. */
const PAUSE = 1_000;

/** The same while no one sees the tab, so that forgotten tabs don't use up the requests of the one in use. */
const HIDDEN_PAUSE = 15_000;

/** The longest wait before a refetch that failed is tried again, unless the server asks for more. In milliseconds. */
export const LONGEST_WAIT = 30_000;

/** How long to wait after so many failures in a row, in milliseconds. A rate limit says itself when to try again. */
export const waitAfter = (failures: number, error: unknown): number =>
  Math.max(Math.min(LONGEST_WAIT, 1_000 * 2 ** failures), (retryAfterOf(error) ?? 0) * 1_000);

/**
 * Refetches in the background what live changes concern. Calls that come before a pause is over, or before the response,
 * cause one more refetch after both: a response that is already on its way may be older than the change. A refetch that
 * was refused or got no answer is repeated until it succeeds, and until then the screen says that it's out of date. The
 * pause is longer while much of the rate limit is used. The second function cancels what is pending.
 */
export function liveRefetch(
  refetch: () => Promise<unknown>,
  pauseBetween = PAUSE,
): [run: () => void, cancel: () => void] {
  let current: object | undefined;
  let again = false;
  let endWait = () => {};
  const me = {};
  const pause = (ms: number, cutShort?: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => cutShort?.() && endWait();
      const timer = setTimeout(() => endWait(), ms);
      document.addEventListener('visibilitychange', look);
      endWait = () => {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
        endWait = () => {};
        resolve();
      };
    });
  const succeed = async (mine: object, failures = 0): Promise<void> => {
    try {
      await inBackground(refetch);
      reportBehind(me, false);
    } catch (error) {
      if (current !== mine) return;
      reportBehind(me, isTransient(error));
      if (!isTransient(error)) return;
      await pause(waitAfter(failures, error));
      if (current === mine) await succeed(mine, failures + 1);
    }
  };
  const run = async () => {
    if (current) {
      again = true;
      return;
    }
    const mine = (current = {});
    const isSeen = () => document.visibilityState !== 'hidden';
    const began = Date.now();
    await succeed(mine);
    if (current !== mine) return;
    const rest = (isSeen() ? pauseBetween : HIDDEN_PAUSE) - (Date.now() - began);
    await pause(Math.max(0, rest, rateLimitWait()), isSeen);
    if (current !== mine) return;
    current = undefined;
    if (again) {
      again = false;
      void run();
    }
  };
  const cancel = () => {
    current = undefined;
    again = false;
    endWait();
    reportBehind(me, false);
  };
  return [() => void run(), cancel];
}

/** The same for a component, until it unmounts. */
export function useLiveRefetch(refetch: () => Promise<unknown>, pauseBetween?: number): () => void {
  const latest = useEffectEvent(refetch);
  const current = useRef<() => void>(undefined);
  useEffect(() => {
    const [run, cancel] = liveRefetch(() => latest(), pauseBetween);
    current.current = run;
    return cancel;
  }, [pauseBetween]);
  return useCallback(() => current.current?.(), []);
}
