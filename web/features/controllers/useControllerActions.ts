import { useApolloClient, useMutation } from '@apollo/client/react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { graphql } from '#web/gql/index.ts';
import { endSessionIfSignedOut } from '#web/lib/session-end.ts';
import type { RowAction } from '#web/ui/RowActions.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { cachedLists, reasonOf } from './controller-lists.ts';

export const TestController = graphql(`
  mutation TestController($id: ID!) {
    testController(id: $id) {
      success
      version
      error
      message
    }
  }
`);

/** A controller's actions on the dashboard. Viewers have none. */
export function useControllerActions(id: string, onDelete: () => void): RowAction[] {
  const { test, testing } = useTestController(id, 'Test Failed');
  const looksOnly = useLooksOnly();
  if (looksOnly) return [];
  return [
    { label: 'Test', act: test, busy: testing },
    { label: 'Select Site', to: `/site-selector?controller=${id}` },
    { label: 'Delete', act: onDelete, destroys: true },
  ];
}

const fallback = 'Failed to test connection';

/**
 * Tests the connection now, shows the result and refreshes the list.
 * @param brokenTitle title of the toast if the test itself failed to run
 */
export function useTestController(id: string, brokenTitle: string) {
  const client = useApolloClient();
  const [test, { loading }] = useMutation(TestController, { refetchQueries: () => cachedLists(client) });
  const run = async () => {
    try {
      const { data } = await test({ variables: { id } });
      const result = data?.testController;
      if (result?.success) {
        toast({ title: 'Connection Successful', description: result.message, type: 'success' });
      } else {
        toast({ title: 'Connection Failed', description: result?.error || fallback, type: 'error' });
      }
    } catch (error) {
      endSessionIfSignedOut(error);
      toast({ title: brokenTitle, description: reasonOf(error) ?? fallback, type: 'error' });
    }
  };
  return { test: () => void run(), testing: loading };
}
