import { useState, type ReactNode, type RefObject } from 'react';
import { PAGE } from '#web/lib/table-params.ts';
import { Pager } from './Pager.tsx';

type Options = {
  /** Singular and plural noun for the rows. */
  nouns: readonly [one: string, many: string];
  /** The list, which scrolls into view when the page changes. */
  list: RefObject<HTMLElement | null>;
};

type Pages<Row> = {
  rows: readonly Row[];
  /** Shown below the rows unless they fit on one page. */
  pager: ReactNode;
  /** Call it after filtering or sorting. */
  startOver: () => void;
};

/** Shows a loaded list page by page, because rendering hundreds of rows with buttons takes seconds. */
export function usePages<Row>(all: readonly Row[], { nouns, list }: Options): Pages<Row> {
  const [chosen, setPage] = useState(1);
  const page = Math.min(chosen, Math.max(1, Math.ceil(all.length / PAGE)));
  return {
    rows: all.slice((page - 1) * PAGE, page * PAGE),
    pager: all.length > PAGE && <Pager {...{ page, nouns, list }} count={all.length} onPage={setPage} />,
    startOver: () => setPage(1),
  };
}
