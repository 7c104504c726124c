import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { StateShape, type State } from '#web/ui/StateShape.tsx';
import { PackagePriceCheck } from './admin.gql.ts';
import type { Sold } from './package-form.ts';

/** In one line, whether Stripe would charge what the price list says. Nothing where there is nothing to ask. */
export function PriceCheckLine({ sold: { id, price, stripePriceId, stripePriceIdUsd } }: { sold: Sold }) {
  const isSold = price !== '0';
  const hasPrice = Boolean(stripePriceId ?? stripePriceIdUsd);
  const { data, error } = useQuery(PackagePriceCheck, { variables: { id }, skip: !isSold || !hasPrice });
  if (!isSold) return null;
  if (!hasPrice) return <Line state="warning">No price at Stripe yet: it cannot be paid for.</Line>;
  if (error)
    return <Line state="unknown">{sentenceOf(error, 'Its price at Stripe could not be checked.')}</Line>;
  const check = data?.packagePriceCheck;
  if (!check?.checked) return null;
  if (check.problems.length === 0) return <Line state="ok">Stripe has this price</Line>;
  return <Line state="warning">{check.problems.join(' ')}</Line>;
}

const Line = ({ state, children }: { state: State; children: string }) => (
  <chakra.p
    display="flex"
    gap={2}
    textStyle="sm"
    color={state === 'ok' ? 'fg.muted' : 'fg'}
    overflowWrap="anywhere"
    minW={0}
  >
    <chakra.span color={`state.${state}`} mt="3px" flexShrink={0}>
      <StateShape state={state} />
    </chakra.span>
    <chakra.span minW={0}>{children}</chakra.span>
  </chakra.p>
);
