import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The sort column and direction. */
export type Order = { by: string; descending: boolean };

/** Rows per page. */
export const PAGE = 50;

type Options = { sorts: readonly string[]; usual: Order; filters?: readonly string[] };

/**
 * A list's state in the address (`?q=bob&sort=-joined&page=2`), so that a link opens the same list. Searching,
 * filtering and sorting go to the first page. Back leaves the screen.
 */
export function useTableParams({ sorts, usual, filters = [] }: Options) {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries({ page: undefined, ...changes }))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  const find = useCallback((words: string) => change({ q: words }), [change]);
  const search = params.get('q') ?? '';
  const chosen = Object.fromEntries(filters.map((name) => [name, params.get(name) ?? undefined]));
  return {
    search,
    find,
    chosen,
    choose: change,
    order: orderIn(params.get('sort'), sorts) ?? usual,
    setOrder: ({ by, descending }: Order) => change({ sort: `${descending ? '-' : ''}${by}` }),
    page: pageIn(params.get('page')),
    setPage: (page: number) => change({ page: page > 1 ? String(page) : undefined }),
    isNarrowed: Boolean(search) || Object.values(chosen).some(Boolean),
    clear: () => change(Object.fromEntries(['q', ...filters].map((name) => [name, undefined]))),
  };
}

function orderIn(said: string | null, sorts: readonly string[]): Order | undefined {
  const descending = said?.startsWith('-') ?? false;
  const by = descending ? said?.slice(1) : said;
  return by && sorts.includes(by) ? { by, descending } : undefined;
}

/** A valid page number, whatever the address has. */
const pageIn = (said: string | null): number => (/^[1-9]\d{0,4}$/.test(said ?? '') ? Number(said) : 1);
