import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql, readFragment } from '#web/gql/index.ts';
import { isSilence, sentenceOf } from '#web/lib/server-errors.ts';

export const HalopsaFields = graphql(`
  fragment HalopsaFields on HalopsaConnection {
    id
    authServer
    resourceServer
    tenant
    clientId
    clientSecretTail
    scope
    ticketTypeId
    resolvedStatusId
    closesTickets
    ticketPerClient
    lastWorkedAt
    problems
    proof {
      state
      text
      provenAt
      failingSince
      nextAt
    }
  }
`);

export const HalopsaIntegration = graphql(`
  query HalopsaIntegration {
    halopsaIntegration {
      ...HalopsaFields
    }
  }
`);

export const HalopsaControllerFields = graphql(`
  fragment HalopsaControllerFields on Controller {
    id
    name
    status
    selectedSiteName
    selectedSiteCount
    totalSites
    haloEnabled
    haloSeverityLevels
    haloClientId
    haloClientName
    haloSiteId
    haloSiteName
    haloPriority
    haloCategory
    haloCategoryName
  }
`);

export const HalopsaControllers = graphql(`
  query HalopsaControllers {
    controllers {
      ...HalopsaControllerFields
    }
  }
`);

export const TestHalopsaIntegration = graphql(`
  mutation TestHalopsaIntegration {
    testHalopsaIntegration {
      success
      message
    }
  }
`);

/** The team's HaloPSA. It's connected if it has an authorization server. */
export function useHalopsa() {
  const { data, error, refetch } = useQuery(HalopsaIntegration);
  const connection = (data && readFragment(HalopsaFields, data.halopsaIntegration)) ?? undefined;
  return {
    connection,
    isConfigured: Boolean(connection?.authServer),
    /** False while loading or after an error. */
    isKnown: data !== undefined,
    error: data ? undefined : error,
    refetch,
  };
}

export type TestResult = { success: boolean; message: string };

/** The cached lists from HaloPSA. */
const lists = [
  'halopsaClients',
  'halopsaSites',
  'halopsaCategories',
  'halopsaTicketTypes',
  'halopsaStatuses',
] as const;

/** Tests the connection. The server rereads its lists then, so the cached ones are refetched. */
export function useConnectionTest() {
  const client = useApolloClient();
  const [mutate, { loading }] = useMutation(TestHalopsaIntegration);
  const [result, setResult] = useState<TestResult>();
  const run = async () => {
    setResult(undefined);
    const answer = await ask();
    setResult(answer);
    const asked = client.refetchQueries({
      updateCache: (cache) => lists.forEach((fieldName) => cache.evict({ fieldName })),
      include: ['HalopsaIntegration'],
    });
    await asked.catch(() => undefined);
    return answer;
  };
  const ask = async (): Promise<TestResult> => {
    try {
      const { data } = await mutate();
      return data?.testHalopsaIntegration ?? { success: false, message: '' };
    } catch (error) {
      const check = 'The server didn’t answer. Test again. Tests don’t change anything in HaloPSA.';
      const message = isSilence(error) ? check : sentenceOf(error, '');
      return { success: false, message };
    }
  };
  return { test: () => void run(), run, testing: loading, result };
}
