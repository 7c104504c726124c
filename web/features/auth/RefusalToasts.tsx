import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { FormStatus } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { refusalToast } from './register-form.ts';

/** Says in a toast, besides, why the form around it was refused: here or, field by field, by the server. */
export function RefusalToasts({ failure }: { failure: string }) {
  const { submitCount, isSubmitting, errors, status } = useFormikContext();
  const told = useRef(0);
  useEffect(() => {
    if (isSubmitting || submitCount === told.current) return;
    told.current = submitCount;
    const said = (status as FormStatus)?.said ?? {};
    const [sentence] = Object.values(said);
    const refusal = refusalToast(errors) ?? refusalToast(said);
    if (refusal) toast(refusal);
    else if (sentence) toast({ title: failure, description: sentence, type: 'error' });
  }, [submitCount, isSubmitting, errors, status, failure]);
  return null;
}
