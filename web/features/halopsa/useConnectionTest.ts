import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { isSilence, sentenceOf } from '#web/lib/server-errors.ts';
import { TestHalopsaIntegration } from './halopsa.gql.ts';

export type TestResult = { success: boolean; message: string };

/** What stands in this browser of HaloPSA's lists. */
const lists = [
  'halopsaClients',
  'halopsaSites',
  'halopsaCategories',
  'halopsaTicketTypes',
  'halopsaStatuses',
] as const;

/** Asks HaloPSA now, which also reads its lists anew: what this browser knew of them is asked for again. */
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
