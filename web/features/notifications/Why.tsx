import { chakra } from '@chakra-ui/react';
import type { DeliveryFieldsFragment } from '#web/gql/graphql.ts';
import { standingOf, whyOf } from './delivery-words.ts';

/** Why a delivery stands as it does, and what comes next; nothing where its status says it all. */
export function Why({ delivery }: { delivery: DeliveryFieldsFragment }) {
  const why = whyOf(delivery);
  if (!why) return null;
  return (
    <chakra.p textStyle="sm" color={standingOf(delivery) === 'failed' ? 'fg' : 'fg.muted'}>
      {why}
    </chakra.p>
  );
}
