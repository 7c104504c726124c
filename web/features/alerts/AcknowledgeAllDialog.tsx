import { formatCount } from '#web/lib/format.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';

const ConfirmDialog = lazyDialog(() => import('#web/ui/ConfirmDialog.tsx').then((m) => m.ConfirmDialog));

type Props = {
  count: number;
  /** "new alert" */
  noun: string;
  /** A sentence about what they have in common. */
  description?: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before many alerts are acknowledged that aren't all on the screen. */
export const AcknowledgeAllDialog = ({ count, noun, description, onConfirm, onClose }: Props) => (
  <ConfirmDialog
    open
    isSafe
    title={`Acknowledge ${formatCount(count, noun)}?`}
    confirmLabel={`Acknowledge ${formatCount(count, 'alert')}`}
    onClose={onClose}
    onConfirm={() => {
      // Its progress is on the screen behind.
      onClose();
      onConfirm();
    }}
  >
    {description && `${description} `}Everyone in your team will see that you’re handling them. You can undo
    it.
  </ConfirmDialog>
);
