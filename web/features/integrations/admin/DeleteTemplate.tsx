import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { toast } from '#web/ui/toaster.tsx';
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
  const confirm = async () => {
    try {
      await remove();
      toast({ title: 'Success', description: 'Template deleted successfully', type: 'success' });
    } catch (error) {
      const description = sentenceOf(error, 'Failed to delete template');
      toast({ title: 'Deletion Failed', description, type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Delete integration template"
      confirmLabel={`Delete template ${onButton(name)}`}
    >
      <chakra.b fontWeight="semibold" color="fg" overflowWrap="anywhere">
        {name}
      </chakra.b>{' '}
      is no longer offered. {consequence(inUse ?? 0)}
    </ConfirmDialog>
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
