import { useEffect } from 'react';
import { onAttentionCount } from './attention-count.ts';
import { useLiveRefetch } from './live-refetch.ts';

/** Refetches counts of open alerts when one opens or ends, at most once a second. */
export function useAlertRefetch(refetch: () => Promise<unknown>): void {
  const update = useLiveRefetch(refetch);
  useEffect(() => onAttentionCount(update), [update]);
}
