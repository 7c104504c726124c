import { useMutation } from '@apollo/client/react';
import { useMemo } from 'react';
import { ending } from '#web/lib/session-over.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { CreateIntegration, Integrations, UpdateIntegration } from '../integrations.gql.ts';
import {
  ACTIVE,
  rulesFor,
  toInput,
  toValues,
  type Integration,
  type SetupValues,
  type Template,
} from './setup-form.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { fieldsOf } from './template-schema.ts';

type Props = { template: Template; /** What is edited. */ integration?: Integration; onClose: () => void };

/** Sets an integration up, or changes one, by the form that its template's schema describes. */
export function TemplateSetupDialog({ template, integration, onClose }: Props) {
  const { id: templateId, name, type, description, configSchema } = template;
  const fields = useMemo(() => fieldsOf(configSchema), [configSchema]);
  const [create] = useMutation(CreateIntegration, { refetchQueries: [Integrations] });
  const [update] = useMutation(UpdateIntegration);
  const send = async (values: SetupValues) => {
    const input = toInput(values);
    if (integration) await ending(update({ variables: { id: integration.id, input } }));
    else await ending(create({ variables: { input: { type, templateId, ...input } } }));
    onClose();
  };
  return (
    <EditDialog
      title={integration ? `Edit ${name}` : `Set up ${name}`}
      description={description || undefined}
      submit={integration ? 'Save Changes' : 'Save'}
      onClose={onClose}
      initial={toValues(fields ?? [], integration)}
      rules={rulesFor(fields ?? [], integration)}
      onSubmit={send}
      success={{ title: `${name} saved`, type: 'success' }}
      failure={{
        title: 'Failed to save integration',
        check: 'Reload the page to see whether the integration was saved.',
      }}
      alert
    >
      {fields ? (
        <TemplateFields fields={fields} integration={integration} />
      ) : (
        <Notice state="error" title="This form cannot be shown">
          Ask whoever runs the platform to look at the template.
        </Notice>
      )}
      {integration && <SwitchField name={ACTIVE} label="Active" />}
    </EditDialog>
  );
}
