import { useState, type ReactNode, type RefObject } from 'react';
import { PAGE } from '#web/lib/table-address.ts';
import { Pager } from './Pager.tsx';

type Options = {
  /** What the rows are, one and many. */
  nouns: readonly [one: string, many: string];
  /** What holds them: turning a page brings its beginning into view. */
  list: RefObject<HTMLElement | null>;
};

type Pages<Row> = {
  rows: readonly Row[];
  /** Stands below the rows; nothing where they fit on one page. */
  pager: ReactNode;
  /** For whatever narrows the list or puts it in another order. */
  startOver: () => void;
};

/** A list that is all here, a page at a time: hundreds of rows with buttons drawn at once hold the browser up for seconds. */
export function usePages<Row>(all: readonly Row[], { nouns, list }: Options): Pages<Row> {
  const [chosen, setPage] = useState(1);
  const page = Math.min(chosen, Math.max(1, Math.ceil(all.length / PAGE)));
  return {
    rows: all.slice((page - 1) * PAGE, page * PAGE),
    pager: all.length > PAGE && <Pager {...{ page, nouns, list }} count={all.length} onPage={setPage} />,
    startOver: () => setPage(1),
  };
}
