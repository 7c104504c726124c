import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** One word of the address (`?tab=rules`); setting it replaces the entry, so that Back leaves the screen. */
export function useAddress(name: string): [string | undefined, (value: string | undefined) => void] {
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
