import { useMutation } from '@apollo/client/react';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
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
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => remove()}
      success={{ title: `${name} deleted`, type: 'success' }}
      failure={{
        title: 'Failed to delete integration',
        check: 'Reload the page to see whether the integration was removed.',
      }}
      title={`Delete ${name}`}
      confirmLabel={`Delete ${onButton(name)}`}
    >
      What it was set up with, its secrets included, is forgotten.
    </DeedDialog>
  );
}
