import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { TemplateIcon } from '../templates/TemplateIcon.tsx';
import {
  AllIntegrationTemplates,
  CreateIntegrationTemplate,
  UpdateIntegrationTemplate,
} from './admin.gql.ts';
import { QuickStarts } from './QuickStarts.tsx';
import { SchemaField } from './SchemaField.tsx';
import { SchemaPreview } from './SchemaPreview.tsx';
import { icons, rules, toInput, toValues, type Template, type TemplateValues } from './template-form.ts';

type Props = { /** What is edited. */ template?: Template; onClose: () => void };

/** Creates a kind of integration, or changes one. */
export function TemplateDialog({ template, onClose }: Props) {
  const [create] = useMutation(CreateIntegrationTemplate, { refetchQueries: [AllIntegrationTemplates] });
  const [update] = useMutation(UpdateIntegrationTemplate);
  const send = async (values: TemplateValues) => {
    const input = toInput(values);
    if (template) await update({ variables: { id: template.id, input } });
    else await create({ variables: { input } });
    onClose();
  };
  const done = template ? 'Template updated successfully' : 'Template created successfully';
  return (
    <EditDialog
      title={template ? 'Edit Integration Template' : 'Create Integration Template'}
      size="lg"
      submit={template ? 'Save Changes' : 'Create Template'}
      onClose={onClose}
      initial={toValues(template)}
      rules={rules}
      onSubmit={send}
      success={{ title: 'Success', description: done, type: 'success' }}
      failure={
        template
          ? { title: 'Update Failed', fallback: 'Failed to update template' }
          : { title: 'Creation Failed', fallback: 'Failed to create template' }
      }
      alert
    >
      {!template && <QuickStarts />}
      <TextField name="name" label="Name" autoComplete="off" autoFocus />
      <TextField
        name="type"
        label="Type"
        help="What programs know it by, such as psa or chat."
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <TextField
        name="description"
        label="Description"
        optional
        help="A sentence that customers read on its card."
        autoComplete="off"
      />
      <IconField />
      <SchemaField />
      <SchemaPreview />
      <SwitchField
        name="isActive"
        label="Active"
        help="Only active templates are offered. What was set up stays either way."
      />
    </EditDialog>
  );
}

function IconField() {
  const { values } = useFormikContext<TemplateValues>();
  return (
    <chakra.div display="flex" alignItems="flex-end" gap={3}>
      <chakra.div flex={1} minW={0} maxW="16rem">
        <SelectField name="icon" label="Icon" options={icons} />
      </chakra.div>
      <TemplateIcon icon={values.icon} />
    </chakra.div>
  );
}
