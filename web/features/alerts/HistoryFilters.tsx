import { useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { OwnDates } from '#web/ui/OwnDates.tsx';
import { Select, type Option } from '#web/ui/Select.tsx';
import { AlertControllers } from './alerts.gql.ts';
import type { AlertController } from './ControllerSelect.tsx';
import { localDay, OWN, selects, type Filters } from './history-filters.ts';

type Props = { chosen: Filters; onChoose: (changes: Filters) => void };

const half = { base: 'calc(50% - 0.25rem)', md: 'auto' };

/** Narrows the history: when, how bad, about what, of which controller and site, and whether it is over. */
export function HistoryFilters({ chosen, onChoose }: Props) {
  const controllers = useQuery(AlertControllers).data?.controllers ?? [];
  const sites = sitesOf(controllers);
  return (
    <>
      {selects.map(({ name, label, options }) => (
        <Fragment key={name}>
          <Select
            aria-label={label}
            size="sm"
            w={half}
            options={options}
            value={options.some(({ value }) => value === chosen[name]) ? chosen[name] : options[0]?.value}
            onChange={({ target }) =>
              onChoose({
                ...(name === 'period' && { from: undefined, to: undefined }),
                [name]: target.value === options[0]?.value ? undefined : target.value,
              })
            }
          />
          {name === 'period' && chosen.period === OWN && (
            <OwnDates
              size="sm"
              from={chosen.from}
              to={chosen.to}
              today={localDay(new Date())}
              onChoose={onChoose}
            />
          )}
        </Fragment>
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
      {(sites.length > 1 || chosen.site) && (
        <Select
          aria-label="Site"
          size="sm"
          w={half}
          maxW={{ md: 56 }}
          placeholder="All sites"
          options={sites}
          value={sites.some(({ value }) => value === chosen.site) ? chosen.site : ''}
          onChange={({ target }) => onChoose({ site: target.value || undefined })}
        />
      )}
    </>
  );
}

/** The sites that are watched, by name; two controllers may watch the same. */
function sitesOf(controllers: readonly AlertController[]): Option[] {
  const names = new Map<string, string>();
  for (const { selectedSiteId, selectedSiteName } of controllers)
    if (selectedSiteId && selectedSiteName) names.set(selectedSiteId, selectedSiteName);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
