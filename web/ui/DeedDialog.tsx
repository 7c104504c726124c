import { ending } from '#web/lib/session-over.ts';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';
import { toast, type Toast } from './toaster.tsx';

type Props = Omit<ConfirmDialogProps, 'open' | 'onConfirm'> & {
  /** What is done once the person is sure. */
  deed: () => Promise<unknown>;
  /** Left out where what comes of it is seen anyway. */
  success?: Toast;
  /** Title of the failure's toast, and its words when the server has none. */
  failure: { title: string; fallback: string };
};

/** Asks before something is destroyed, does it, says in a toast what came of it, and closes. */
export function DeedDialog({ deed, success, failure, onClose, ...question }: Props) {
  const confirm = async () => {
    try {
      await ending(deed());
      if (success) toast(success);
    } catch (error) {
      toast({ title: failure.title, description: sentenceOf(error, failure.fallback), type: 'error' });
    }
    onClose();
  };
  return <ConfirmDialog {...question} open onClose={onClose} onConfirm={confirm} />;
}
