import { useMutation } from '@apollo/client/react';
import { useCallback, useState } from 'react';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import type { Person } from './person.ts';
import { UpdateUser } from './users.gql.ts';

/** Suspends and activates, and says how it went. `busyWith` is the id of the person it is about. */
export function useSuspension(onChanged?: () => void) {
  const [update] = useMutation(UpdateUser);
  const [busyWith, setBusyWith] = useState<string>();
  const setSuspended = useCallback(
    async ({ id }: Person, suspended: boolean): Promise<void> => {
      setBusyWith(id);
      try {
        await update({ variables: { id, input: { suspended } } });
        toast({ title: 'Success', description: 'User status updated successfully', type: 'success' });
        onChanged?.();
      } catch (error) {
        toastFailure(error, { title: 'Failed to update user status', fallback: 'Failed to update user' });
      } finally {
        setBusyWith(undefined);
      }
    },
    [update, onChanged],
  );
  return { busyWith, setSuspended };
}
