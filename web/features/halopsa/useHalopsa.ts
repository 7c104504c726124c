import { useQuery } from '@apollo/client/react';
import { HalopsaIntegration } from './halopsa.gql.ts';

/** The team's HaloPSA: connected once it has an address where tokens are asked for. */
export function useHalopsa() {
  const { data, error, refetch } = useQuery(HalopsaIntegration);
  const connection = data?.halopsaIntegration ?? undefined;
  return {
    connection,
    isConfigured: Boolean(connection?.authServer),
    /** False while it loads, or where it could not be. */
    isKnown: data !== undefined,
    error: data ? undefined : error,
    refetch,
  };
}
