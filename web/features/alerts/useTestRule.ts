import { useMutation } from '@apollo/client/react';
import { testResultText } from '#web/features/halopsa/test-result.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { TestAlertRule } from './alerts.gql.ts';

const testCheck = 'The test alert may have been sent. Check your channels before you try again.';
const FALLBACK = 'Failed to send test alert';

/** Sends a test alert of a rule and says what came of it. */
export function useTestRule(id: string): { testing: boolean; test: () => Promise<void> } {
  const [run, { loading }] = useMutation(TestAlertRule, { variables: { id } });
  const test = async () => {
    try {
      const { data } = await run();
      const { success = false, message, ticketUrl } = data?.testAlertRule ?? {};
      const description = testResultText(message || FALLBACK, ticketUrl);
      if (success) toast({ title: 'Test Alert Sent', description, type: 'success' });
      else toast({ title: 'Test Failed', description, type: 'error' });
    } catch (error) {
      toastFailure(error, { title: 'Test Failed', fallback: FALLBACK, check: testCheck });
    }
  };
  return { testing: loading, test };
}
