import { useMutation } from '@apollo/client/react';
import { Button, chakra, Stack, Textarea } from '@chakra-ui/react';
import { Formik, useFormikContext } from 'formik';
import { useDeferredValue, useMemo } from 'react';
import { graphql } from '#web/gql/index.ts';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint } from '#web/ui/text.tsx';
import { fieldsOf, toSetupValues } from '../templates/setup-form.ts';
import { TemplateIcon } from '../templates/TemplateIcon.tsx';
import { TemplateFields } from '../templates/TemplateSetupDialog.tsx';
import { AllIntegrationTemplates, UpdateIntegrationTemplate } from './admin.gql.ts';
import {
  fromQuickStart,
  icons,
  quickStarts,
  readSchema,
  rules,
  type Template,
  type TemplateValues,
  toInput,
  toValues,
} from './template-form.ts';

export const CreateIntegrationTemplate = graphql(`
  mutation CreateIntegrationTemplate($input: IntegrationTemplateInput!) {
    createIntegrationTemplate(input: $input) {
      ...IntegrationTemplateFields
      inUse
    }
  }
`);

type Props = {
  /** The template to edit. Left out to create one. */ template?: Template;
  onClose: () => void;
};

/** Creates or edits an integration template. */
export function TemplateDialog({ template, onClose }: Props) {
  const [create] = useMutation(CreateIntegrationTemplate, { refetchQueries: [AllIntegrationTemplates] });
  const [update] = useMutation(UpdateIntegrationTemplate);
  const send = async (values: Parameters<typeof toInput>[0]) => {
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
        help="Its identifier in the API, such as psa or chat."
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <TextField
        name="description"
        label="Description"
        optional
        help="Shown to customers on its card."
        autoComplete="off"
      />
      <IconField />
      <SchemaField />
      <SchemaPreview />
      <SwitchField
        name="isActive"
        label="Active"
        help="Only active templates are offered. Existing integrations aren’t affected."
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

/** Prefills the form. */
function QuickStarts() {
  const { setValues } = useFormikContext<TemplateValues>();
  return (
    <chakra.div
      role="group"
      aria-label="Quick start"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={2}
    >
      <Hint as="span" me={1}>
        Quick start
      </Hint>
      {quickStarts.map((start) => (
        <Button
          key={start.label}
          variant="outline"
          size="sm"
          aria-label={`Start from the ${start.label} template`}
          onClick={() => void setValues(fromQuickStart(start))}
        >
          {start.label}
        </Button>
      ))}
    </chakra.div>
  );
}

/** The schema as text. Tab moves to the next field, as in every field. */
function SchemaField() {
  const { field, error } = useFormField<string>('configSchema');
  const help = 'A JSON Schema object with properties and required, without nesting or references.';
  return (
    <FieldShell label="Configuration schema" help={help} error={error}>
      <Textarea
        {...field}
        value={field.value ?? ''}
        rows={14}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        fontFamily="mono"
        textStyle="sm"
        overflowX="auto"
        whiteSpace="pre"
      />
    </FieldShell>
  );
}

/** A live preview of the form. It takes no focus and sends nothing. */
function SchemaPreview() {
  const { values } = useFormikContext<TemplateValues>();
  const text = useDeferredValue(values.configSchema ?? '');
  const fields = useMemo(() => fieldsOf(readSchema(text).schema), [text]);
  return (
    <chakra.section aria-label="Preview" borderWidth="1px" borderRadius="surface" p={4} bg="bg.subtle">
      <Hint mb={fields ? 3 : 0} role="status">
        {fields ? `Preview: ${countWords(fields.length)}` : 'The form appears here once the schema is valid.'}
      </Hint>
      {fields && (
        <Formik key={text} initialValues={toSetupValues(fields)} onSubmit={() => undefined}>
          <Stack inert gap={4}>
            <TemplateFields fields={fields} />
          </Stack>
        </Formik>
      )}
    </chakra.section>
  );
}

const countWords = (fields: number) => (fields === 1 ? 'a form of 1 field' : `a form of ${fields} fields`);
