import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useEffect, useRef, type RefObject } from 'react';

type Props = {
  /** Absent when everything is there. */
  more?: () => Promise<void>;
  loading: boolean;
  /** What it adds to. */
  list: RefObject<HTMLElement | null>;
  /** The room above it. */
  mt?: number;
};

const controlsOf = ({ current }: Props['list']) => [
  ...(current?.querySelectorAll<HTMLElement>('a[href], button') ?? []),
];

/**
 * Asks for the next page. With the last one it goes, and the focus stands on the first row that came: so it is drawn also where
 * there is no more.
 */
export function LoadMore({ more, loading, list, mt }: Props) {
  const before = useRef<number>(undefined);
  const stand = useRef<HTMLElement>(undefined);
  // After each drawing: the rows may be drawn later than the end of the loading is told.
  useEffect(() => {
    if (loading || before.current === undefined) return;
    const controls = controlsOf(list);
    const first = controls[before.current];
    const { activeElement } = document;
    if (!more && (activeElement === document.body || activeElement === stand.current)) {
      stand.current = first ?? controls.at(-1);
      stand.current?.focus();
    }
    if (first) before.current = undefined;
  });
  if (!more) return null;
  const ask = () => {
    before.current = controlsOf(list).length;
    void more();
  };
  return (
    <chakra.div mt={mt}>
      <Button
        variant="outline"
        size="sm"
        aria-disabled={loading || undefined}
        onClick={() => !loading && ask()}
      >
        {loading && <Spinner size="sm" />}
        Load more
      </Button>
    </chakra.div>
  );
}
