import { useMutation } from '@apollo/client/react';
import { testAnswer } from '#web/features/halopsa/test-answer.tsx';
import { sentenceOf } from '#web/lib/server-errors.ts';
import { toast } from '#web/ui/toaster.tsx';
import { TestAlertRule } from './alerts.gql.ts';

const FALLBACK = 'Failed to send test alert';

/** Sends a test alert of a rule and says what came of it. */
export function useTestRule(id: string): { testing: boolean; test: () => Promise<void> } {
  const [run, { loading }] = useMutation(TestAlertRule, { variables: { id } });
  const test = async () => {
    try {
      const { data } = await run();
      const { success = false, message } = data?.testAlertRule ?? {};
      const description = testAnswer(message || FALLBACK);
      if (success) toast({ title: 'Test Alert Sent', description, type: 'success' });
      else toast({ title: 'Test Failed', description, type: 'error' });
    } catch (error) {
      toast({ title: 'Test Failed', description: sentenceOf(error, FALLBACK), type: 'error' });
    }
  };
  return { testing: loading, test };
}
