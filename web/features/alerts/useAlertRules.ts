import { useQuery } from '@apollo/client/react';
import { AlertRules } from './alerts.gql.ts';
import type { Rule } from './rule-form.ts';

/** The team's rules. */
export function useAlertRules({ skip = false }: { skip?: boolean } = {}): {
  rules?: readonly Rule[];
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const { data, error, refetch } = useQuery(AlertRules, { skip });
  return { rules: data?.alertRules, error, refetch };
}
