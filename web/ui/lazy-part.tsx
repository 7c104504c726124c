import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { LoadFailed } from './LoadFailed.tsx';
import { SkeletonRows } from './Loading.tsx';

/** A part of a screen whose code loads when it is first shown. If that fails, the rest of the screen stays as it was. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function LazyPart(props: P) {
    const [Arrived, setArrived] = useState(() => known);
    const [error, setError] = useState<unknown>();
    const fetchIt = useCallback(async () => {
      try {
        known ??= await load();
        setArrived(() => known);
      } catch (failure) {
        setError(failure);
      }
    }, []);
    useEffect(() => void fetchIt(), [fetchIt]);
    if (Arrived) return <Arrived {...props} />;
    if (error === undefined) return <SkeletonRows />;
    return <LoadFailed title="We couldn’t load this part" error={error} onRetry={fetchIt} />;
  };
}
