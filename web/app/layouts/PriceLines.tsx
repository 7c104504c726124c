import { chakra } from '@chakra-ui/react';
import { useQuery } from '@apollo/client/react';
import { useSession } from '#web/features/auth/useSession.ts';
import { PlanStandingFields, PlanStatusQuery } from '#web/features/billing/billing.gql.ts';
import { isLive } from '#web/features/billing/plan-words.ts';
import { readFragment } from '#web/gql/index.ts';
import { formatMoney } from '#web/lib/format.ts';
import { PackagePrices } from '../shell.gql.ts';

/** The prices, for teams without a subscription. People who already pay don't need them. */
export function PriceLinesForBuyers() {
  const { user } = useSession();
  // Requested by the line above the screens.
  const { data } = useQuery(PlanStatusQuery, { fetchPolicy: 'cache-only', skip: !user?.team });
  const plan = data && readFragment(PlanStandingFields, data.subscription);
  const isBuyer = user?.team ? plan !== undefined && !isLive(plan) : true;
  return isBuyer && <PriceLines />;
}

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
