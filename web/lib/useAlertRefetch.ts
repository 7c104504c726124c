import { useEffect, useEffectEvent } from 'react';
import { onAttentionCount } from './attention-count.ts';
import { inBackground } from './background-request.ts';
import { throttle } from './throttle.ts';

/** Refetches counts of open alerts when one opens or ends, at most once a second. */
export function useAlertRefetch(refetch: () => Promise<unknown>): void {
  const again = useEffectEvent(() => inBackground(() => refetch()));
  useEffect(() => {
    const [run, cancel] = throttle(() => again());
    const stop = onAttentionCount(run);
    return () => {
      stop();
      cancel();
    };
  }, []);
}
