import { useMutation } from '@apollo/client/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { DeleteIntegration, Integrations } from '../integrations.gql.ts';
import type { Integration } from './setup-form.ts';

type Props = { integration: Integration; onClose: () => void };

/** Asks before an integration and the secrets it was set up with are deleted. */
export function DeleteTemplateIntegration({ integration, onClose }: Props) {
  const name = integration.madeFrom ?? integration.type;
  const [remove] = useMutation(DeleteIntegration, {
    variables: { id: integration.id },
    refetchQueries: [Integrations],
    awaitRefetchQueries: true,
  });
  const confirm = async () => {
    try {
      await remove();
      toast({ title: `${name} deleted`, type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Nothing was changed. Please try again.');
      toast({ title: 'Failed to delete integration', description, type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${name}`}
      confirmLabel={`Delete ${onButton(name)}`}
    >
      What it was set up with, its secrets included, is forgotten.
    </ConfirmDialog>
  );
}
