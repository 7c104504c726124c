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
