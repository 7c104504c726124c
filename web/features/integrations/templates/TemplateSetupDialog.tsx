import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { addToList } from '#web/lib/cache.ts';
import { withSessionCheck } from '#web/lib/session-end.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CreateIntegration, UpdateIntegration } from '../integrations.gql.ts';
import {
  ACTIVE,
  fieldsOf,
  type Integration,
  rulesFor,
  type SetupValues,
  storedSecret,
  type Template,
  type TemplateField,
  toInput,
  toSetupValues,
} from './setup-form.ts';

type Props = {
  template: Template;
  /** The integration to edit. Left out to set one up. */ integration?: Integration;
  onClose: () => void;
};

/** Sets up or edits an integration with the form from its template's schema. */
export function TemplateSetupDialog({ template, integration, onClose }: Props) {
  const { id: templateId, name, type, description, configSchema } = template;
  const fields = useMemo(() => fieldsOf(configSchema), [configSchema]);
  const [create] = useMutation(CreateIntegration, {
    update: (cache, { data }) => data && addToList(cache, 'integrations', data.createIntegration, 'last'),
  });
  const [update] = useMutation(UpdateIntegration);
  const send = async (values: SetupValues) => {
    const input = toInput(values);
    if (integration) await withSessionCheck(update({ variables: { id: integration.id, input } }));
    else await withSessionCheck(create({ variables: { input: { type, templateId, ...input } } }));
    onClose();
  };
  return (
    <EditDialog
      title={integration ? `Edit ${name}` : `Set up ${name}`}
      description={description || undefined}
      submit={integration ? 'Save Changes' : 'Save'}
      onClose={onClose}
      initial={toSetupValues(fields ?? [], integration)}
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
        <Notice state="error" title="We can’t show this form">
          Ask your platform administrator to check the template.
        </Notice>
      )}
      {integration && <SwitchField name={ACTIVE} label="Active" />}
    </EditDialog>
  );
}

type TemplateFieldsProps = { fields: readonly TemplateField[]; integration?: Integration };

/** The fields of a template's schema. Optional ones are marked. */
export const TemplateFields = ({ fields, integration }: TemplateFieldsProps) =>
  fields.map((field) => (
    <OneField key={field.name} field={field} stored={storedSecret(field, integration)} />
  ));

function OneField({ field, stored }: { field: TemplateField; stored?: string }) {
  const { name, label, help, kind, hidden, input, choices, required } = field;
  if (kind === 'switch') return <SwitchField name={name} label={label} help={help} />;
  const shared = { name, label, help, optional: !required };
  if (kind === 'choice') {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return <SelectField {...shared} options={options} placeholder={`Choose ${label.toLowerCase()}`} />;
  }
  const keeps = kind === 'secret' && stored && (
    <>
      {help} Leave blank to keep the stored one, <chakra.span fontFamily="mono">{stored}</chakra.span>
    </>
  );
  const said = { ...shared, help: keeps || help };
  if (kind === 'secret' && hidden) return <PasswordField {...said} autoComplete="new-password" />;
  return <TextField {...said} type={input} autoComplete="off" spellCheck={false} mono={input === 'url'} />;
}
