import { chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { formatMoney } from '#web/lib/format.ts';
import { PackagePrices } from '../shell.gql.ts';

/** The packages' prices, each in its own currency. */
export function PriceLines() {
  const { data } = useQuery(PackagePrices);
  if (!data?.packages.length) return null;
  return (
    <chakra.dl textStyle="xs" color="fg.muted" display="flex" flexDirection="column" gap={1}>
      {data.packages.map(({ id, name, price, currency }) => (
        <chakra.div key={id} display="flex" justifyContent="space-between" gap={2}>
          <chakra.dt minW={0} overflowWrap="anywhere">
            {name}
          </chakra.dt>
          <chakra.dd whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
            {formatMoney(price, currency)}/month
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}
