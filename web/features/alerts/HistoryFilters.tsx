import { useQuery } from '@apollo/client/react';
import { Select } from '#web/ui/Select.tsx';
import { AlertControllers } from './alerts.gql.ts';
import { selects, type Filters } from './history-filters.ts';

type Props = { chosen: Filters; onChoose: (changes: Filters) => void };

const half = { base: 'calc(50% - 0.25rem)', md: 'auto' };

/** Narrows the history: when, how bad, about what, of which controller, and whether it is over. */
export function HistoryFilters({ chosen, onChoose }: Props) {
  const controllers = useQuery(AlertControllers).data?.controllers ?? [];
  return (
    <>
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          aria-label={label}
          size="sm"
          w={half}
          options={options}
          value={options.some(({ value }) => value === chosen[name]) ? chosen[name] : options[0]?.value}
          onChange={({ target }) =>
            onChoose({ [name]: target.value === options[0]?.value ? undefined : target.value })
          }
        />
      ))}
      {(controllers.length > 1 || chosen.of) && (
        <Select
          aria-label="Controller"
          size="sm"
          w={half}
          maxW={{ md: 56 }}
          placeholder="All controllers"
          options={controllers.map(({ id, name }) => ({ value: id, label: name }))}
          value={controllers.some(({ id }) => id === chosen.of) ? chosen.of : ''}
          onChange={({ target }) => onChoose({ of: target.value || undefined })}
        />
      )}
    </>
  );
}
