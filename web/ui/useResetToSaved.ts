import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';

/**
 * Resets the form to the server's values when they change, unless it has unsaved changes, so that a colleague's save
 * doesn't overwrite them.
 */
export function useResetToSaved(saved: Record<string, unknown>): void {
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
