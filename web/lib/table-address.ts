import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What rows are put in order by, and which way. */
export type Order = { by: string; descending: boolean };

/** Rows on a page. */
export const PAGE = 50;

type Options = { sorts: readonly string[]; usual: Order; filters?: readonly string[] };

/**
 * How a list stands, kept in the address (`?q=bob&sort=-joined&page=2`), so that a link opens the same list. Whatever
 * narrows it or puts it in another order begins at its first page. Back leaves the screen.
 */
export function useTableAddress({ sorts, usual, filters = [] }: Options) {
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

/** Whatever stands in the address: a page that can be asked for. */
const pageIn = (said: string | null): number => (/^[1-9]\d{0,4}$/.test(said ?? '') ? Number(said) : 1);
