import { Select } from './Select.tsx';

const options = [
  { value: '', label: 'Newest first' },
  { value: 'when', label: 'Oldest first' },
];

type Props = { oldestFirst: boolean; onChange: (sort: string | undefined) => void };

/** Sorts a log by newest or oldest first. The address has it as `sort`. */
export const AgeSelect = ({ oldestFirst, onChange }: Props) => (
  <Select
    aria-label="Order"
    w="9rem"
    options={options}
    value={oldestFirst ? 'when' : ''}
    onChange={({ target }) => onChange(target.value || undefined)}
  />
);
