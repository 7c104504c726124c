import { chakra, Skeleton, Spinner } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';

/** Faster loads show no indicator, in milliseconds. */
const PATIENCE = 150;

/** Whether a wait has become noticeable. */
export function useDelayed(isWaiting: boolean): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setWaited(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setWaited(false);
    };
  }, [isWaiting]);
  return isWaiting && waited;
}

/** Marks what is still loading, even before its placeholder appears. */
export const waiting = { 'data-waiting': '' } as const;

/** For stacked sections: those below one that is still loading load too, but stay hidden, because they would move. */
export const inOrder = {
  '& > :is([data-waiting], :has([data-waiting])) ~ *': { visibility: 'hidden' },
} as const;

/** Shows its children only once the wait is noticeable. */
export const Delayed = ({ children }: { children: ReactNode }) => useDelayed(true) && children;

/** A centered spinner with a label for screen readers. `text` makes the label visible. */
export function LoadingSpinner({ text }: { text?: string }) {
  return (
    <chakra.div
      {...waiting}
      role="status"
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap={3}
      minH={40}
      flex={1}
      color="fg.muted"
    >
      <Spinner />
      {text ? <span>{text}</span> : <chakra.span srOnly>Loading</chakra.span>}
    </chakra.div>
  );
}

/** A placeholder for a list's rows. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div {...waiting}>
      <Delayed>
        <div role="status" aria-label="Loading">
          {Array.from({ length: rows }, (_, row) => (
            <chakra.div
              key={row}
              display="flex"
              alignItems="center"
              gap={4}
              h={10}
              px={3}
              borderBottomWidth={row < rows - 1 ? '1px' : 0}
            >
              <Skeleton h={3} w={3} borderRadius="full" />
              <Skeleton h={3} style={{ width: `${32 - (row % 3) * 7}%` }} />
              <Skeleton h={3} w="12%" ms="auto" />
            </chakra.div>
          ))}
        </div>
      </Delayed>
    </div>
  );
}
