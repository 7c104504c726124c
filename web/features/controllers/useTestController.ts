import { useApolloClient, useMutation } from '@apollo/client/react';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { toast } from '#web/ui/toaster.tsx';
import { endSessionIfOver } from '#web/lib/session-over.ts';
import { reasonOf } from './changes.ts';
import { TestController } from './controllers.gql.ts';
import { knownLists } from './lists.ts';

const fallback = 'Failed to test connection';

/**
 * Asks UniFi now and says what came of it; the list is refreshed.
 * @param brokenTitle title of the toast when the test itself could not be made
 */
export function useTestController(controller: ControllerFieldsFragment, brokenTitle: string) {
  const client = useApolloClient();
  const [test, { loading }] = useMutation(TestController, { refetchQueries: () => knownLists(client) });
  const run = async () => {
    try {
      const { data } = await test({ variables: { id: controller.id } });
      const result = data?.testController;
      if (result?.success) {
        toast({ title: 'Connection Successful', description: result.message, type: 'success' });
      } else {
        toast({ title: 'Connection Failed', description: result?.error || fallback, type: 'error' });
      }
    } catch (error) {
      endSessionIfOver(error);
      toast({ title: brokenTitle, description: reasonOf(error) ?? fallback, type: 'error' });
    }
  };
  return { test: () => void run(), testing: loading };
}
