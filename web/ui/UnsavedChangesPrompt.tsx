import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { useLeavePrompt } from '#web/lib/unsaved-changes.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Whether leaving would lose something now. */
  losing: boolean;
  title: string;
  confirmLabel: string;
  /** Discards unsaved changes once the person agrees to leave. */
  onDiscard?: () => void;
  children: ReactNode;
};

/** Asks before someone leaves a screen and loses something. */
export function LeavePrompt({ losing, title, confirmLabel, onDiscard, children }: Props) {
  const { asking, stay, go } = useLeavePrompt(losing, onDiscard);
  if (!asking) return null;
  return (
    <ConfirmDialog open onClose={stay} onConfirm={go} title={title} confirmLabel={confirmLabel}>
      {children}
    </ConfirmDialog>
  );
}

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
