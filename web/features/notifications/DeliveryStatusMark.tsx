import type { DeliveryFieldsFragment } from '#web/gql/graphql.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { standingOf, statusWords } from './delivery-words.ts';

/** What became of a delivery: shape, word and colour. */
export const DeliveryStatusMark = ({ delivery }: { delivery: DeliveryFieldsFragment }) => (
  <StatusDot {...statusWords[standingOf(delivery)]} />
);
