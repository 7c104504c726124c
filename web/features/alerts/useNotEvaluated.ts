import { useQuery } from '@apollo/client/react';
import type { NotEvaluatedFieldsFragment } from '#web/gql/graphql.ts';
import { NotEvaluatedControllers, NotEvaluatedRules } from './not-evaluated.gql.ts';

/** Each reading may change it, and no event announces that. */
const options = { fetchPolicy: 'cache-and-network', pollInterval: 60_000 } as const;

type Gaps = readonly NotEvaluatedFieldsFragment[];

/** By rule: what it hasn't been able to evaluate. */
export function useNotEvaluatedRules(): (ruleId: string) => Gaps | undefined {
  const { data } = useQuery(NotEvaluatedRules, options);
  return (ruleId) => data?.alertRules.find(({ id }) => id === ruleId)?.notEvaluated;
}

/** What rules haven't been able to evaluate on a controller. */
export function useNotEvaluatedOn(controllerId: string): Gaps | undefined {
  const { data } = useQuery(NotEvaluatedControllers, options);
  return data?.controllers.find(({ id }) => id === controllerId)?.notEvaluated;
}
