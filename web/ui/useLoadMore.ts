import { useState } from 'react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from './toaster.tsx';

/** For lists whose rows change without us: refetch when opened or filtered, but keep the pages that were added. */
export const pagePolicies = {
  fetchPolicy: 'cache-and-network',
  nextFetchPolicy: (_: unknown, { reason }: { reason: string }) =>
    reason === 'variables-changed' ? 'cache-and-network' : 'cache-first',
} as const;

/**
 * Loads the next page of a list, one at a time. A failure shows a toast, and it can be retried.
 * @param rows a noun for the rows, such as "entries"
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
