import { useApolloClient } from '@apollo/client/react';
import { sentenceOf } from '#web/lib/server-errors.ts';
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

/** What the server said about a failure, without the screen's own title in front. */
export function reasonOf(error: unknown, title: string): string | undefined {
  const said = sentenceOf(error, title);
  const rest = said.startsWith(`${title}: `) ? said.slice(title.length + 2) : said;
  return rest === title ? undefined : rest;
}

/** Says that something failed, under the screen's title. */
export function toastFailure(error: unknown, title: string, fallback?: string): void {
  endSessionIfOver(error);
  toast({ title, description: reasonOf(error, title) ?? fallback, type: 'error' });
}
