import { useRef, type ComponentProps } from 'react';
import { GridTable } from './GridTable.tsx';
import { LoadMore } from './LoadMore.tsx';
import { Results } from './Results.tsx';

type Props = ComponentProps<typeof GridTable> &
  Pick<ComponentProps<typeof LoadMore>, 'more' | 'loading'> & {
    /** A new search is running, and the rows are from the previous one. */
    searching?: boolean;
  };

/** A table that loads one page at a time. */
export function LoadMoreTable({ more, loading, searching, ...table }: Props) {
  const rows = useRef<HTMLDivElement>(null);
  return (
    <div>
      <Results ref={rows} searching={searching}>
        <GridTable {...table} />
      </Results>
      <LoadMore more={more} loading={loading} list={rows} mt={3} />
    </div>
  );
}
