import { wasDeclined } from '#web/lib/identity.ts';
import { ending } from '#web/lib/session-over.ts';
import type { Failure } from '#web/lib/server-errors.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
import { toast, toastFailure, type Toast } from './toaster.tsx';

type Props = Omit<ConfirmDialogProps, 'open' | 'onConfirm'> & {
  /** What is done once the person is sure. */
  deed: () => Promise<unknown>;
  /** Left out where what comes of it is seen anyway. */
  success?: Toast;
  failure: Failure;
};

/** Asks before something is destroyed, does it, says in a toast what came of it, and closes. */
export function DeedDialog({ deed, success, failure, onClose, ...question }: Props) {
  const confirm = async () => {
    try {
      await ending(deed());
      if (success) toast(success);
    } catch (error) {
      if (wasDeclined(error)) return;
      toastFailure(error, failure);
    }
    onClose();
  };
  return <ConfirmDialog {...question} open onClose={onClose} onConfirm={confirm} />;
}
