import type { ReactNode } from 'react';
import { useAskBeforeLeaving } from '#web/lib/leaving.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  /** Whether leaving loses something now. */
  losing: boolean;
  title: string;
  confirmLabel: string;
  /** Gives up what is not kept, once the person has agreed to leave. */
  onDiscard?: () => void;
  children: ReactNode;
};

/** The question that stands between a screen and what would lose something of it. */
export function AskBeforeLeaving({ losing, title, confirmLabel, onDiscard, children }: Props) {
  const { asking, stay, go } = useAskBeforeLeaving(losing, onDiscard);
  if (!asking) return null;
  return (
    <ConfirmDialog open onClose={stay} onConfirm={go} title={title} confirmLabel={confirmLabel}>
      {children}
    </ConfirmDialog>
  );
}
