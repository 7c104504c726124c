import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { onButton } from '#web/lib/shorten.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { AllIntegrationTemplates, DeleteIntegrationTemplate } from './admin.gql.ts';
import type { Template } from './template-form.ts';

type Props = { template: Template; onClose: () => void };

/** Asks before a template is deleted, and says what stays. */
export function DeleteTemplate({ template, onClose }: Props) {
  const { id, name, inUse } = template;
  const [remove] = useMutation(DeleteIntegrationTemplate, {
    variables: { id },
    refetchQueries: [AllIntegrationTemplates],
    awaitRefetchQueries: true,
  });
  return (
    <DeedDialog
      onClose={onClose}
      deed={() => remove()}
      success={{ title: 'Success', description: 'Template deleted successfully', type: 'success' }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete template' }}
      title="Delete integration template"
      confirmLabel={`Delete template ${onButton(name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {name}
      </chakra.b>{' '}
      is no longer offered. {consequence(inUse ?? 0)}
    </DeedDialog>
  );
}

function consequence(inUse: number): string {
  if (inUse === 0) return 'No integration was made from it.';
  const made =
    inUse === 1
      ? '1 integration that was made from it stays'
      : `${inUse} integrations that were made from it stay`;
  return `${made}, but cannot be changed any more.`;
}
