import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { failureWords } from '#web/lib/server-errors.ts';
import { endSessionIfOver } from '#web/lib/session-over.ts';
import { toast } from '#web/ui/toaster.tsx';
import { TestIntegration } from './integrations.gql.ts';
import type { WebhookEvent } from './webhook-events.ts';

const FALLBACK = 'Failed to send test alert';

type Result = { success: boolean; message: string };

/** Sends a test alert to a channel, says what the service answered, and keeps it on screen. */
export function useTestChannel(id: string | undefined, onChanged: () => Promise<unknown>) {
  const [run, { loading }] = useMutation(TestIntegration);
  const [result, setResult] = useState<Result>();
  const tell = (told: Result) => {
    setResult(told);
    const { success, message } = told;
    toast(
      success
        ? { title: 'Test Alert Sent', description: message, type: 'success' }
        : { title: 'Test Failed', description: message || FALLBACK, type: 'error' },
    );
  };
  const test = async (event?: WebhookEvent) => {
    if (id === undefined) return;
    setResult(undefined);
    try {
      const { data } = await run({ variables: event ? { id, event } : { id } });
      tell(data?.testIntegration ?? { success: false, message: FALLBACK });
    } catch (error) {
      endSessionIfOver(error);
      const check = 'The test message may have been sent. Check the channel before you try again.';
      const { description } = failureWords(error, { title: 'Test Failed', fallback: FALLBACK, check });
      tell({ success: false, message: description });
    }
    // A test shows whether it works: its health is asked for anew.
    await onChanged().catch(() => undefined);
  };
  return { test, testing: loading, result, forget: () => setResult(undefined) };
}
