import { useQuery } from '@apollo/client/react';
import type { AlertCondition } from '#web/gql/graphql.ts';
import { AlertConditions } from './alerts.gql.ts';

/** What applies where a rule names no threshold ("90%"), by its condition; nothing while that is not known. */
export function useUsualThresholds(): (condition: AlertCondition | '') => string | undefined {
  const { data } = useQuery(AlertConditions, { variables: { controllerId: null } });
  return (sought) =>
    data?.alertConditions.find(({ condition }) => condition === sought)?.usualThreshold ?? undefined;
}
