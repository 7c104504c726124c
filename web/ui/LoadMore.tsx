import { Button, chakra, Spinner } from '@chakra-ui/react';
import { useEffect, useRef, type RefObject } from 'react';

type Props = {
  /** Absent once everything is loaded. */
  more?: () => Promise<void>;
  loading: boolean;
  /** The list that it adds to. */
  list: RefObject<HTMLElement | null>;
  /** Margin above. */
  mt?: number;
};

const controlsOf = ({ current }: Props['list']) => [
  ...(current?.querySelectorAll<HTMLElement>('a[href], button') ?? []),
];

/**
 * Loads the next page. It disappears with the last one, and the focus moves to the first new row. So render it even if
 * there is no next page.
 */
export function LoadMore({ more, loading, list, mt }: Props) {
  const before = useRef<number>(undefined);
  const stand = useRef<HTMLElement>(undefined);
  // After each render, because the rows may appear after loading has ended.
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
