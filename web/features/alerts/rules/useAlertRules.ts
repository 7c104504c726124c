import { useQuery } from '@apollo/client/react';
import type { AlertCondition } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import type { Rule } from './rule-form.ts';

/** What the form and the rules' other readers need, and what rows and dialogs read. Responses have it all. */
export const AlertRuleFields = graphql(`
  fragment AlertRuleFields on AlertRule {
    id
    name
    condition
    controllerId
    siteId
    scope {
      customerIds
      tags
      siteIds
      siteNames
      deviceRoles
      models
      names
      macs
      deviceNames
    }
    exceptions {
      customerIds
      tags
      siteIds
      siteNames
      deviceRoles
      models
      names
      macs
      deviceNames
    }
    threshold
    duration
    fold
    channels
    isActive
    haloEnabled
    haloSeverityLevels
    haloClientId
    haloClientName
    haloSiteId
    haloSiteName
    haloPriority
    haloCategory
    haloCategoryName
    ...RuleRowFields
    ...RuleChannelsFields
    ...RuleSwitchFields
    ...DeleteRuleFields
  }
`);

export const AlertRules = graphql(`
  query AlertRules {
    alertRules {
      ...AlertRuleFields
    }
  }
`);

export const UpdateAlertRule = graphql(`
  mutation UpdateAlertRule($id: ID!, $input: AlertRuleChanges!) {
    updateAlertRule(id: $id, input: $input) {
      ...AlertRuleFields
    }
  }
`);

export const AlertConditions = graphql(`
  query AlertConditions($controllerId: ID) {
    alertConditions(controllerId: $controllerId) {
      condition
      supported
      reason
      defaultThreshold
      resolution
    }
  }
`);

/** The team's rules. */
export function useAlertRules({ skip = false }: { skip?: boolean } = {}): {
  rules?: readonly Rule[];
  error?: unknown;
  refetch: () => Promise<unknown>;
} {
  const { data, error, refetch } = useQuery(AlertRules, { skip });
  return { rules: data && readFragment(AlertRuleFields, data.alertRules), error, refetch };
}

/** Default thresholds ("90%") by condition. Undefined until they have loaded. */
export function useUsualThresholds(): (condition: AlertCondition | '') => string | undefined {
  const { data } = useQuery(AlertConditions, { variables: { controllerId: null } });
  return (sought) =>
    data?.alertConditions.find(({ condition }) => condition === sought)?.defaultThreshold ?? undefined;
}
