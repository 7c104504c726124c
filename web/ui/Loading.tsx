import { chakra, Skeleton, Spinner } from '@chakra-ui/react';
import { useEffect, useState, type ReactNode } from 'react';

/** What loads faster than this needs no sign of loading, in milliseconds. */
const PATIENCE = 150;

/** Whether a wait has become noticeable. */
export function useAfterPatience(isWaiting: boolean): boolean {
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

/** Shows its children only when the wait has become noticeable. */
export const AfterPatience = ({ children }: { children: ReactNode }) => useAfterPatience(true) && children;

/** A spinner in the middle of its space, with words for those who cannot see it; `text` shows them. */
export function LoadingSpinner({ text }: { text?: string }) {
  return (
    <chakra.div
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

/** The shape of a list before its rows have come. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <AfterPatience>
      <chakra.div role="status" aria-label="Loading">
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
      </chakra.div>
    </AfterPatience>
  );
}
