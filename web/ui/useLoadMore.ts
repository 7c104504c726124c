import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from './toaster.tsx';

/** Of a list whose rows change by themselves: asked anew whenever it is opened or narrowed; pages that were added stay. */
export const pagePolicies = {
  fetchPolicy: 'cache-and-network',
  nextFetchPolicy: (_: unknown, { reason }: { reason: string }) =>
    reason === 'variables-changed' ? 'cache-and-network' : 'cache-first',
} as const;

/**
 * Asks for the next page of a list, one at a time. One that does not come is told, and can be asked for again.
 * @param rows what the list has, such as "entries"
 */
export function useLoadMore(rows: string, nextPage: () => Promise<unknown>) {
  const [loadingMore, setLoadingMore] = useState(false);
  const loadMore = async () => {
    if (loadingMore) return;
    setLoadingMore(true);
    try {
      await nextPage();
    } catch (failure) {
      const description = sentenceOf(failure, 'The server did not answer.');
      toast({ title: `We couldn’t load more ${rows}`, description, type: 'error' });
    } finally {
      setLoadingMore(false);
    }
  };
  return { loadMore, loadingMore };
}
