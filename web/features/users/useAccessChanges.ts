import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ClearLockout } from '#web/features/auth/lockout.gql.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { EndUserSessions, ResetTwoFactor } from './users.gql.ts';

/** What an administrator does about a person's way in; each says how it went, and tells whether it did. */
export function useAccessChanges(id: string, onChanged: () => void) {
  const variables = { id };
  const [end] = useMutation(EndUserSessions, { variables });
  const [clear] = useMutation(ClearLockout, { variables });
  const [reset] = useMutation(ResetTwoFactor, { variables });
  const [busy, setBusy] = useState(false);

  const change = async (work: () => Promise<unknown>, done: string, fallback: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      toast({ title: 'Success', description: done, type: 'success' });
      onChanged();
      return true;
    } catch (error) {
      toastFailure(error, { title: 'Update failed', fallback });
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    endSessions: () => change(end, 'All sessions ended', 'Failed to end the sessions'),
    clearLockout: () => change(clear, 'Failed sign-ins cleared', 'Failed to clear the failed sign-ins'),
    resetTwoFactor: () => change(reset, 'Second factor reset', 'Failed to reset the second factor'),
  };
}
