import { useFormikContext } from 'formik';
import { LeavePrompt } from './LeavePrompt.tsx';

/** Asks before someone leaves a form with unsaved changes. `where` completes "Your changes …", e.g. "to Slack". */
export function UnsavedChangesPrompt({ where = '' }: { where?: string }) {
  const { dirty, isSubmitting, resetForm } = useFormikContext();
  return (
    <LeavePrompt
      losing={dirty && !isSubmitting}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      onDiscard={() => resetForm()}
    >
      {where ? `Your changes ${where} haven't been saved.` : "Your changes haven't been saved."}
    </LeavePrompt>
  );
}
