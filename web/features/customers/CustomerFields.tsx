import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { type FragmentType, readFragment } from '#web/gql/index.ts';
import { formatCount } from '#web/lib/format.ts';
import { MultiCombobox } from '#web/ui/MultiCombobox.tsx';
import { CustomerChoices, CustomerMarkFields, SiteTags } from './customers.gql.ts';

type Props = {
  label?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What choosing none means. */
  placeholder?: string;
  help?: string;
  error?: string;
  optional?: boolean;
  disabled?: boolean;
  closeOnSelect?: boolean;
};

/** Between the last key and the search, in milliseconds. */
const PAUSE = 250;

/** Chooses customers by ID. A team can have many, so they are searched on the server. */
export function CustomersField({ label = 'Customers', ...props }: Props) {
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, previousData, error, loading } = useQuery(CustomerChoices, {
    variables: { search: sought || null, ids: [...props.value] },
  });
  const known = data ?? previousData;
  const found = choicesOf(known?.found);
  // One that was just chosen is still among those that were found.
  const named = [...choicesOf(known?.chosen), ...found];
  const unnamed = props.value.filter((id) => !named.some(({ value }) => value === id));
  return (
    <MultiCombobox
      {...props}
      label={label}
      options={found}
      known={[
        ...named,
        ...unnamed.map((value) => ({ value, label: loading ? 'Loading…' : 'Unknown customer' })),
      ]}
      onSearch={setTyped}
      searching={loading || typed.trim() !== sought}
      nothing={
        error && !known
          ? 'We couldn’t load the customers.'
          : sought
            ? `No customers match “${sought}”.`
            : 'No more customers to choose.'
      }
    />
  );
}

/** Chooses one customer by ID, or none. Another choice replaces it. */
export const CustomerField = ({
  value,
  onChange,
  ...props
}: Omit<Props, 'value' | 'onChange'> & {
  value: string | null;
  onChange: (value: string | null) => void;
}) => (
  <CustomersField
    label="Customer"
    placeholder="No customer"
    closeOnSelect
    {...props}
    value={value === null ? [] : [value]}
    onChange={(chosen) => onChange(chosen.at(-1) ?? null)}
  />
);

type Marks = readonly FragmentType<typeof CustomerMarkFields>[] | undefined;

const choicesOf = (customers: Marks) =>
  (readFragment(CustomerMarkFields, customers) ?? []).map(({ id, name, color }) => ({
    value: id,
    label: name,
    color,
  }));

/** Chooses tags among those in use. With `isOpen`, new ones can be added. */
export function TagsField({ label = 'Tags', isOpen, ...props }: Props & { isOpen?: boolean }) {
  const { data, error } = useQuery(SiteTags);
  const options = (data?.siteTags ?? []).map(({ tag, sites }) => ({
    value: tag,
    label: tag,
    hint: formatCount(sites, 'site'),
  }));
  return (
    <MultiCombobox
      {...props}
      label={label}
      options={options}
      create={isOpen ? tagOf : undefined}
      splitOnComma
      nothing={
        error && !data
          ? 'We couldn’t load the tags.'
          : isOpen
            ? 'Type to add a tag.'
            : 'No tags match. Add tags to sites or customers first.'
      }
    />
  );
}

/** A tag as the server stores it. Undefined for blank text. */
const tagOf = (typed: string): string | undefined =>
  typed.trim().normalize('NFC').toLowerCase().slice(0, 40) || undefined;
