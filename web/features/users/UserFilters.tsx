import { Select } from '#web/ui/Select.tsx';
import { joinedOptions, selects, type Filters } from './filters.ts';

type Props = { chosen: Filters; onChoose: (changes: Filters) => void };

/** Narrows the list of people: how they stand, what they are, how they pay, when they joined. */
export function UserFilters({ chosen, onChoose }: Props) {
  const joined = joinedOptions(chosen, new Date());
  return (
    <>
      {selects.map(({ name, label, all, options }) => (
        <Select
          key={name}
          aria-label={label}
          size="sm"
          w={{ base: 'calc(50% - 0.25rem)', md: 'auto' }}
          placeholder={all}
          options={options}
          value={options.some(({ value }) => value === chosen[name]) ? chosen[name] : ''}
          onChange={({ target }) => onChoose({ [name]: target.value || undefined })}
        />
      ))}
      <Select
        aria-label="Joined"
        size="sm"
        w={{ base: 'calc(50% - 0.25rem)', md: 'auto' }}
        placeholder="Joined any time"
        options={joined.options}
        value={joined.value}
        onChange={({ target }) => {
          const [joinedSince, joinedUntil] = target.value.split('/');
          onChoose({ joinedSince: joinedSince || undefined, joinedUntil });
        }}
      />
    </>
  );
}
