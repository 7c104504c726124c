import { wasDeclined } from '#web/lib/identity.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import type { Failure } from '#web/lib/server-errors.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
import { toast, toastFailure, type Toast } from './toaster.tsx';

type Props = Omit<ConfirmDialogProps, 'open' | 'onConfirm'> & {
  /** Runs once the person confirms. */
  action: () => Promise<unknown>;
  /** Left out if the result is visible anyway. */
  success?: Toast;
  failure: Failure;
};

/** Confirms an action, runs it, reports the result in a toast and closes. */
export function ActionDialog({ action, success, failure, onClose, ...question }: Props) {
  const confirm = async () => {
    try {
      await withSessionCheck(action());
      if (success) toast(success);
    } catch (error) {
      if (wasDeclined(error)) return;
      toastFailure(error, failure);
    }
    onClose();
  };
  return <ConfirmDialog {...question} open onClose={onClose} onConfirm={confirm} />;
}
