import { useMutation } from '@apollo/client/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { ClientField } from '#web/features/halopsa/TicketFields.tsx';
import { useHalopsa } from '#web/features/halopsa/useHalopsa.ts';
import type { CustomerChanges, CustomerFieldsFragment, CustomerInput } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { ColorField } from '#web/ui/ColorField.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { CreateCustomer, forgetLists, UpdateCustomer } from './customers.gql.ts';
import { TagsField } from './CustomerFields.tsx';

type Customer = Pick<
  CustomerFieldsFragment,
  'id' | 'name' | 'color' | 'tags' | 'haloClientId' | 'haloClientName'
>;

type Values = {
  name: string;
  color: string;
  tags: string[];
  haloClientId: number | null;
  haloClientName: string | null;
};

const rules = yupFor('CustomerInput');

type Props = {
  /** Absent for a new one. */
  customer?: Customer;
  onClose: () => void;
  onAdded?: (id: string) => void;
};

/** What differs from before, so that what a colleague changed meanwhile stays. */
const changesOf = (before: Values, input: CustomerInput): CustomerChanges =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => JSON.stringify(value ?? '') !== JSON.stringify(before[name as keyof Values] ?? ''),
    ),
  );

/** Adds a customer, or edits one. */
export function CustomerDialog({ customer, onClose, onAdded }: Props) {
  const [create] = useMutation(CreateCustomer, { update: forgetLists });
  // Its tags are those of its sites too, and the list is in order of names.
  const [update] = useMutation(UpdateCustomer, { update: forgetLists });
  // As it was when the dialog opened, because the page behind it reads the customer again.
  const [initial] = useState((): Values => ({
    name: customer?.name ?? '',
    color: customer?.color ?? '',
    tags: [...(customer?.tags ?? [])],
    haloClientId: customer?.haloClientId ?? null,
    haloClientName: customer?.haloClientName ?? null,
  }));
  const save = async ({ name = '', color, tags, haloClientId, haloClientName }: Partial<CustomerInput>) => {
    const input = { name, color: color ?? null, tags: tags ?? [], haloClientId, haloClientName };
    if (customer) {
      await update({ variables: { id: customer.id, input: changesOf(initial, input) } });
    } else {
      const { data } = await create({ variables: { input } });
      const added = unmasked(data)?.createCustomer.id;
      if (added) onAdded?.(added);
    }
    onClose();
  };
  return (
    <EditDialog
      title={customer ? `Edit ${customer.name}` : 'Add Customer'}
      description={customer ? undefined : 'A company whose sites you look after.'}
      submit={customer ? 'Save Changes' : 'Add Customer'}
      initial={initial}
      rules={rules}
      onSubmit={save}
      onClose={onClose}
      success={{ title: customer ? 'Customer saved' : 'Customer added', type: 'success' }}
      failure={{
        title: customer ? 'Customer not saved' : 'Customer not added',
        check: 'Look at the list to see whether it was saved.',
      }}
    >
      <TextField name="name" label="Name" />
      <TagsOfForm />
      <ColorField
        name="color"
        label="Color"
        optional={!customer}
        unset="#94a3b8"
        help={customer ? undefined : 'Leave blank to get the color that your other customers use least.'}
      />
      <HaloClient />
    </EditDialog>
  );
}

function TagsOfForm() {
  const { field, helpers, error } = useFormField<string[]>('tags');
  return (
    <TagsField
      isOpen
      optional
      value={field.value}
      onChange={(tags) => void helpers.setValue(tags)}
      error={error}
      help="Its sites have these tags too. Use them to filter and to scope rules, such as “gold” or “24x7”."
    />
  );
}

/** Shown where HaloPSA is connected, or a client is linked from before. */
function HaloClient() {
  const { values, setValues } = useFormikContext<Values>();
  const { isConfigured } = useHalopsa();
  if (!isConfigured && values.haloClientId === null) return null;
  return (
    <ClientField
      label="HaloPSA client"
      chosen={values}
      isConfigured={isConfigured}
      onChange={(client) => void setValues({ ...values, ...client })}
      help="Tickets for its sites go to this client, unless the alert rule names another one."
    />
  );
}
