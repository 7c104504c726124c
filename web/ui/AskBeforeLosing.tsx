import { useFormikContext } from 'formik';
import { AskBeforeLeaving } from './AskBeforeLeaving.tsx';

/** Asks before someone leaves a form with unsaved changes. `where` completes "Your changes …", e.g. "to Slack". */
export function AskBeforeLosing({ where = '' }: { where?: string }) {
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  return (
    <AskBeforeLeaving
      losing={dirty && !isSubmitting}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      onDiscard={() => resetForm()}
    >
      {where ? `Your changes ${where} haven't been saved.` : "Your changes haven't been saved."}
    </AskBeforeLeaving>
  );
}
