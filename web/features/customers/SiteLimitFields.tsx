import { Button } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { Hint } from '#web/ui/text.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { CustomersField, TagsField } from './CustomerFields.tsx';

type SiteLimit = { customerIds: string[]; tags: string[] };

/** The site limit of a channel or maintenance window, in the fields `customerIds` and `tags`. They load once they are opened. */
export function SiteLimitFields({ help }: { help: string }) {
  const { initialValues, values } = useFormikContext<SiteLimit>();
  const isLimited = [initialValues, values].some(
    ({ customerIds, tags }) => customerIds.length + tags.length > 0,
  );
  const [isOpen, setOpen] = useState(isLimited);
  return isOpen || isLimited ? (
    <FieldGroup legend="Limit to customers or tags">
      <Hint mt={-2}>{help}</Hint>
      <SiteLimitField name="customerIds" Field={CustomersField} placeholder="No customers" />
      <SiteLimitField name="tags" Field={TagsField} placeholder="No tags" />
    </FieldGroup>
  ) : (
    <Button variant="plain" alignSelf="start" onClick={() => setOpen(true)}>
      Limit to customers or tags
    </Button>
  );
}

type FieldProps = { name: keyof SiteLimit; Field: typeof CustomersField; placeholder: string };

function SiteLimitField({ name, Field, placeholder }: FieldProps) {
  const { field, helpers, error } = useFormField<string[]>(name);
  return (
    <Field
      placeholder={placeholder}
      value={field.value}
      error={error}
      onChange={(value) => void helpers.setValue(value)}
    />
  );
}
