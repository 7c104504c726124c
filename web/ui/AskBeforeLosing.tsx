import { useFormikContext } from 'formik';
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx';

/** The question before leaving a form that changes what is saved. `changed` says what it changes, as a sentence has it. */
export function AskBeforeLosing({ changed = 'here' }: { changed?: string }) {
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  return (
    <AskBeforeLeaving
      losing={dirty && !isSubmitting}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      onDiscard={() => resetForm()}
    >
      What you changed {changed} is not saved yet.
    </AskBeforeLeaving>
  );
}
