import { useMutation } from '@apollo/client/react';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { DeleteIntegration, Integrations } from '../integrations.gql.ts';

type Props = { id: string; name: string; onClose: () => void };

/** Asks before a channel and what it was set up with are deleted. */
export function RemoveChannel({ id, name, onClose }: Props) {
  const [remove] = useMutation(DeleteIntegration, {
    variables: { id },
    refetchQueries: [Integrations],
    awaitRefetchQueries: true,
  });
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => remove()}
      success={{ title: `${name} removed`, type: 'success' }}
      failure={{
        title: 'Failed to remove integration',
        check: 'Reload the page to see whether the channel was removed.',
      }}
      title={`Remove ${name}`}
      confirmLabel={`Remove ${name}`}
    >
      Its address is deleted, and rules no longer send to this channel.
    </DeedDialog>
  );
}
