import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** One search parameter (`?tab=rules`). Setting it replaces the history entry, so that Back leaves the screen. */
export function useSearchParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const value = params.get(name) ?? undefined;
  const set = useCallback(
    (next: string | undefined) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now);
          if (next === undefined) changed.delete(name);
          else changed.set(name, next);
          return changed;
        },
        { replace: true },
      ),
    [name, setParams],
  );
  return [value, set];
}
