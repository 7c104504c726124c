import { useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { CustomerChoices, CustomerMarkFields } from '#web/features/customers/customers.gql.ts';
import { macWords } from '#web/features/maintenance/window-words.ts';
import { readFragment } from '#web/gql/index.ts';
import { customersIn, linkedNames, type Filters } from './HistoryFilters.tsx';

type Props = {
  chosen: Filters;
  /** Name of the device of the first alert found, if there is one. */
  deviceName: string | null | undefined;
  onChoose: (changes: Filters) => void;
};

/** Says and clears the filters that come from links, such as a device page's or a report's figures. */
export function LinkedFilters({ chosen, deviceName, onChoose }: Props) {
  const { ids, unassigned } = customersIn(chosen.customer);
  const { data } = useQuery(CustomerChoices, { variables: { search: null, ids }, skip: ids.length === 0 });
  const named = readFragment(CustomerMarkFields, data?.chosen) ?? [];
  const customers = ids.map((id) => named.find((one) => one.id === id)?.name ?? 'one customer');
  const parts = [
    chosen.mac && (deviceName ?? macWords(chosen.mac)),
    ...customers,
    unassigned && 'sites without a customer',
    chosen.tag && `sites tagged ${chosen.tag.replaceAll(',', ', ')}`,
    chosen.planned === 'no' && 'planned work excluded',
    chosen.planned === 'yes' && 'planned work only',
    chosen.acked === 'yes' && 'acknowledged',
    chosen.acked === 'no' && 'not acknowledged',
    chosen.ended === 'recovered' && 'recovered',
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap={3} mb={4} overflowWrap="anywhere">
      {`Filters: ${parts.join(' · ')}`}
      <Button
        variant="outline"
        size="xs"
        onClick={() => onChoose(Object.fromEntries(linkedNames.map((name) => [name, undefined])))}
      >
        {chosen.mac ? 'All devices' : 'All alerts'}
      </Button>
    </chakra.p>
  );
}
