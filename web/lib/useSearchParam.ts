import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** One search parameter (`?tab=rules`). Setting it replaces the history entry, so that Back leaves the screen. */
export function useSearchParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const value = params.get(name) ?? undefined;
  const set = useCallback(
    (next: string | undefined) => setParams((now) => withParam(now, name, next), { replace: true }),
    [name, setParams],
  );
  return [value, set];
}

/** A search parameter that opens a dialog (`?alert=…`). Opening it adds a history entry, so that Back closes the dialog. */
export function useDialogParam(name: string): [string | undefined, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { opened?: string } | null };
  const value = params.get(name) ?? undefined;
  const wasOpenedHere = state?.opened === name;
  const set = (next: string | undefined) => {
    if (next === undefined && wasOpenedHere) void navigate(-1);
    else
      setParams((now) => withParam(now, name, next), {
        replace: value !== undefined,
        state: value === undefined ? { opened: name } : state,
      });
  };
  return [value, set];
}

function withParam(params: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
