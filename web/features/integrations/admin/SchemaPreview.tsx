import { chakra } from '@chakra-ui/react';
import { Formik, useFormikContext } from 'formik';
import { useDeferredValue, useMemo } from 'react';
import { toValues } from '../templates/setup-form.ts';
import { TemplateFields } from '../templates/TemplateFields.tsx';
import { fieldsOf } from '../templates/template-schema.ts';
import { readSchema, type TemplateValues } from './template-form.ts';

/** The form that the schema makes, as it is typed. It only shows: nothing in it takes the focus or is sent. */
export function SchemaPreview() {
  const { values } = useFormikContext<TemplateValues>();
  const text = useDeferredValue(values.configSchema ?? '');
  const fields = useMemo(() => fieldsOf(readSchema(text).schema), [text]);
  return (
    <chakra.section aria-label="Preview" borderWidth="1px" borderRadius="surface" p={4} bg="bg.subtle">
      <chakra.p textStyle="sm" color="fg.muted" mb={fields ? 3 : 0} role="status">
        {fields ? `Preview: ${countWords(fields.length)}` : 'The form appears here once the schema is valid.'}
      </chakra.p>
      {fields && (
        <Formik key={text} initialValues={toValues(fields)} onSubmit={() => undefined}>
          <chakra.div inert display="flex" flexDirection="column" gap={4}>
            <TemplateFields fields={fields} />
          </chakra.div>
        </Formik>
      )}
    </chakra.section>
  );
}

const countWords = (fields: number) => (fields === 1 ? 'a form of 1 field' : `a form of ${fields} fields`);
