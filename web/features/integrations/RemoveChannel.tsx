import { useMutation } from '@apollo/client/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { DeleteIntegration, Integrations } from './integrations.gql.ts';

type Props = { id: string; name: string; onClose: () => void };

/** Asks before a channel and what it was set up with are deleted. */
export function RemoveChannel({ id, name, onClose }: Props) {
  const [remove] = useMutation(DeleteIntegration, {
    variables: { id },
    refetchQueries: [Integrations],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await remove();
      toast({ title: `${name} removed`, type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Nothing was changed. Please try again.');
      toast({ title: 'Failed to remove integration', description, type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Remove ${name}`}
      confirmLabel={`Remove ${name}`}
    >
      Its address is forgotten, and rules that name this channel tell nobody there any more.
    </ConfirmDialog>
  );
}
