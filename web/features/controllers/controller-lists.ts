import type { ApolloCache, ApolloClient, OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { detailOf, type Failure, failureWords, readServerError } from '#web/lib/server-errors.ts';
import { endSessionIfSignedOut } from '#web/lib/session-end.ts';
import { toast } from '#web/ui/toaster.tsx';
import { Controllers, DashboardSummary } from './controllers.gql.ts';

type List = { query: DocumentNode; variables?: OperationVariables };

/** Queries for a part of the list or for counts, refetched only while they're shown. */
const parts = [
  'ControllerPage',
  'ControllerProblems',
  'OldestControllers',
  'FirstAlertControllers',
  'WorstAlertControllers',
];

/** The partial lists that are on screen. */
export const listsOnScreen = (client: ApolloClient): List[] =>
  [...client.getObservableQueries()]
    .filter(({ queryName = '' }) => parts.includes(queryName))
    .map(({ query, variables }) => ({ query, variables }));

/** Also the whole list, which many screens share, if it has been loaded. */
export const cachedLists = (client: ApolloClient): List[] => [
  ...listsOnScreen(client),
  ...(cachedControllerIds(client.cache) ? [{ query: Controllers }] : []),
];

/** IDs in the whole list. Undefined if it hasn't been loaded. */
export function cachedControllerIds(cache: ApolloCache): readonly unknown[] | undefined {
  let ids: readonly unknown[] | undefined;
  cache.modify<{ controllers: { id: string }[] }>({
    fields: {
      controllers: (list, { storeFieldName, readField }) => {
        if (storeFieldName === 'controllers') ids = list.map((one) => readField('id', one));
        return list;
      },
    },
  });
  return ids;
}

/** Rejects if a list failed. The screens keep their data then. */
export function refetchLists(client: ApolloClient, lists: readonly List[]): Promise<unknown> {
  return Promise.all(lists.map((list) => client.query({ ...list, fetchPolicy: 'network-only' })));
}

/** Refetches what depends on a controller being added or deleted, even if it isn't on screen. */
export const useChangedLists = () => {
  const client = useApolloClient();
  return () => [...cachedLists(client), { query: DashboardSummary }];
};

/** Fallback for errors without a message. */
export const unexplained = 'Something went wrong. Try again.';

/** Why the server failed, for screens that have the title already. */
export function reasonOf(error: unknown): string | undefined {
  const detail = detailOf(error, 'detail');
  return typeof detail === 'string' ? detail : readServerError(error).sentence;
}

/** Reports a failed change of a controller. */
export function toastFailure(error: unknown, failure: Failure): void {
  endSessionIfSignedOut(error);
  const { title, description } = failureWords(error, failure);
  const detail = detailOf(error, 'detail');
  toast({ title, description: typeof detail === 'string' ? detail : description, type: 'error' });
}
