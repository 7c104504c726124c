import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';

/**
 * The form begins anew from what the server has whenever that changes, but not while something else is being typed: what a
 * colleague saved meanwhile does not take its place.
 */
export function useBeginAnew(saved: Record<string, unknown>): void {
  const { dirty, resetForm, isSubmitting } = useFormikContext();
  const known = JSON.stringify(saved);
  const shown = useRef(known);
  const sent = useRef(false);
  useEffect(() => {
    const isOwn = isSubmitting || sent.current;
    sent.current = isSubmitting;
    if (shown.current === known || (dirty && !isOwn)) return;
    shown.current = known;
    resetForm({ values: saved });
  });
}
