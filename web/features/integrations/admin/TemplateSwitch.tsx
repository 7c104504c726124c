import { useMutation } from '@apollo/client/react';
import { ActiveSwitch } from '#web/ui/ActiveSwitch.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { UpdateIntegrationTemplate } from './admin.gql.ts';
import type { Template } from './template-form.ts';

/** Active or Inactive, at a touch; it goes back when it could not be saved. Read out with its template's name. */
export function TemplateSwitch({ template, nameId }: { template: Template; nameId: string }) {
  const [update] = useMutation(UpdateIntegrationTemplate);
  const { id, isActive } = template;
  const set = async (wanted: boolean) => {
    try {
      await update({
        variables: { id, input: { isActive: wanted } },
        optimisticResponse: { updateIntegrationTemplate: { ...template, isActive: wanted } },
      });
      toast({ title: 'Success', description: 'Template updated successfully', type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update template' });
    }
  };
  return <ActiveSwitch isActive={isActive} nameId={nameId} onChange={(wanted) => void set(wanted)} />;
}
