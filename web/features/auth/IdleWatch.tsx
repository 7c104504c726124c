import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { useIdleWatch } from './useIdleWatch.ts';

const question = () => import('./StillThere.tsx');

/** Where it cannot be loaded nobody is asked, and the time runs out all the same. */
const StillThere = lazy<ComponentType<{ secondsLeft: number; onStay: () => void }>>(() =>
  question().then(
    (m) => ({ default: m.StillThere }),
    () => ({ default: () => null }),
  ),
);

/** Milliseconds after which the question is fetched: it is not needed at the start, and the network may be gone when it is. */
const FETCH_AFTER = 10_000;

/** Asks a minute before the policy ends the session for want of a sign of the person. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const { secondsLeft, stay } = useIdleWatch(minutes);
  useEffect(() => {
    const timer = setTimeout(() => void question().catch(() => undefined), FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
  if (secondsLeft === undefined) return null;
  return (
    <Suspense>
      <StillThere secondsLeft={secondsLeft} onStay={stay} />
    </Suspense>
  );
}
