import { useMutation } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { removeEntity } from '#web/lib/cache.ts';
import type { Failure } from '#web/lib/server-errors.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { DeleteIntegration } from './integrations.gql.ts';

type Props = {
  integration: { id: string };
  title: string;
  confirmLabel?: string;
  /** Title of the success toast. */
  done: string;
  failure: Failure;
  onClose: () => void;
  /** What will be lost. */
  children: ReactNode;
};

/** Confirms deleting an integration and its settings. */
export function DeleteIntegrationDialog({ integration, title, confirmLabel = title, done, ...rest }: Props) {
  const [remove] = useMutation(DeleteIntegration, {
    variables: { id: integration.id },
    update: (cache) => removeEntity(cache, integration),
  });
  return (
    <ActionDialog
      title={title}
      confirmLabel={confirmLabel}
      action={() => remove()}
      success={{ title: done, type: 'success' }}
      {...rest}
    />
  );
}
