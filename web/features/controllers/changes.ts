import { useApolloClient } from '@apollo/client/react';
import { detailOf, failureWords, readServerError, type Failure } from '#web/lib/server-errors.ts';
import { endSessionIfOver } from '#web/lib/session-over.ts';
import { toast } from '#web/ui/toaster.tsx';
import { DashboardSummary } from './controllers.gql.ts';
import { knownLists } from './lists.ts';

/** What a controller's coming or going changes, asked anew even where it is not on screen. */
export const useChangedLists = () => {
  const client = useApolloClient();
  return () => [...knownLists(client), { query: DashboardSummary }];
};

/** A failure for which there are no better words. */
export const unexplained = 'Something went wrong on the server, or on the way to it.';

/** Why the server failed, for screens that have the title already. */
export function reasonOf(error: unknown): string | undefined {
  const detail = detailOf(error, 'detail');
  return typeof detail === 'string' ? detail : readServerError(error).sentence;
}

/** Reports a failed change of a controller. */
export function toastFailure(error: unknown, failure: Failure): void {
  endSessionIfOver(error);
  const { title, description } = failureWords(error, failure);
  const detail = detailOf(error, 'detail');
  toast({ title, description: typeof detail === 'string' ? detail : description, type: 'error' });
}
