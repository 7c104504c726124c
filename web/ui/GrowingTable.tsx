import { useRef, type ComponentProps } from 'react';
import { GridTable } from './GridTable.tsx';
import { LoadMore } from './LoadMore.tsx';
import { Results } from './Results.tsx';

type Props = ComponentProps<typeof GridTable> &
  Pick<ComponentProps<typeof LoadMore>, 'more' | 'loading'> & {
    /** What stands there is what was found before; the next search is under way. */
    searching?: boolean;
  };

/** A table that grows by a page at a time. */
export function GrowingTable({ more, loading, searching, ...table }: Props) {
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
