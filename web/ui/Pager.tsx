import { Button, chakra } from '@chakra-ui/react';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { ChevronLeft, ChevronRight } from '#web/ui/icons.tsx';
import { Muted } from '#web/ui/text.tsx';
import { useEffect, type RefObject } from 'react';
import { PAGE } from '#web/lib/table-params.ts';

type Props = {
  /** From 1 on. */
  page: number;
  /** All that are found. */
  count: number;
  /** What they are, one and many. */
  nouns: readonly [one: string, many: string];
  onPage: (page: number) => void;
  /** The list, which scrolls into view when the page changes. */
  list: RefObject<HTMLElement | null>;
};

/** Which part of how many is shown, and the way to the next. */
export function Pager({ page, count, nouns, onPage, list }: Props) {
  const pages = Math.max(1, Math.ceil(count / PAGE));
  useEffect(() => {
    // Of a link to a page that is not there any more the last one is meant.
    if (page > pages) onPage(pages);
  });
  const turn = (to: number) => {
    onPage(to);
    list.current?.scrollIntoView?.({ block: 'nearest' });
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3} mt={3} minH={9}>
      <Muted role="status" fontVariantNumeric="tabular-nums">
        {partOf(page, count, nouns)}
      </Muted>
      {pages > 1 && (
        <chakra.nav aria-label="Pages" ms="auto" display="flex" alignItems="center" gap={2}>
          <Turn label="Previous" to={page - 1} pages={pages} onTurn={turn} />
          <Muted as="span" fontVariantNumeric="tabular-nums">
            Page {formatNumber(page)} of {formatNumber(pages)}
          </Muted>
          <Turn label="Next" to={page + 1} pages={pages} onTurn={turn} />
        </chakra.nav>
      )}
    </chakra.div>
  );
}

type TurnProps = { label: 'Previous' | 'Next'; to: number; pages: number; onTurn: (page: number) => void };

/** Stays where it is at the ends, so that the focus does. */
function Turn({ label, to, pages, onTurn }: TurnProps) {
  const isThere = to >= 1 && to <= pages;
  return (
    <Button
      variant="outline"
      size="sm"
      aria-disabled={!isThere || undefined}
      onClick={() => isThere && onTurn(to)}
    >
      {label === 'Previous' && <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />}
      {label}
      {label === 'Next' && <ChevronRight size={16} strokeWidth={1.75} aria-hidden />}
    </Button>
  );
}

function partOf(page: number, count: number, [one, many]: Props['nouns']): string {
  const counted = formatCount(count, one, many);
  if (count <= PAGE) return counted;
  const from = (page - 1) * PAGE + 1;
  return `${formatNumber(from)}–${formatNumber(Math.min(page * PAGE, count))} of ${counted}`;
}
