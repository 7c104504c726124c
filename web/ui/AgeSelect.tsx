import { Select } from './Select.tsx';

const options = [
  { value: '', label: 'Newest first' },
  { value: 'when', label: 'Oldest first' },
];

type Props = { oldestFirst: boolean; onChange: (sort: string | undefined) => void };

/** Which end of a log comes first; what it tells stands in the address as `sort`. */
export const AgeSelect = ({ oldestFirst, onChange }: Props) => (
  <Select
    aria-label="Order"
    size="sm"
    w="9rem"
    options={options}
    value={oldestFirst ? 'when' : ''}
    onChange={({ target }) => onChange(target.value || undefined)}
  />
);
