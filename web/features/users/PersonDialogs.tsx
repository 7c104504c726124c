import { useMutation } from '@apollo/client/react';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { onButton } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { nameOf, type Person, type PersonHandlers } from './person.ts';
import { UpdateUser } from './users.gql.ts';

const EditPerson = lazyDialog(() => import('./EditPerson.tsx').then((m) => m.EditPerson));

type Open = { what: 'edit' | 'suspend'; person: Person };

/** The actions on a user and their dialogs, shared by every list. */
export function usePersonDialogs(onChanged?: () => void) {
  const { user: actor } = useSession();
  const { busyWith, setSuspended } = useSuspension(onChanged);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const handlers: PersonHandlers = useMemo(
    () => ({
      onEdit: (person) => setOpen({ what: 'edit', person }),
      onSuspend: (person) => setOpen({ what: 'suspend', person }),
      onActivate: (person) => void setSuspended(person, false),
    }),
    [setSuspended],
  );
  const dialogs = (
    <>
      {open?.what === 'edit' && <EditPerson person={open.person} onClose={close} onChanged={onChanged} />}
      {open?.what === 'suspend' && (
        <SuspendPerson
          person={open.person}
          onClose={close}
          onConfirm={() => setSuspended(open.person, true)}
        />
      )}
    </>
  );
  return { actor, busyWith, handlers, dialogs };
}

type Props = { person: Person; onConfirm: () => Promise<void>; onClose: () => void };

/** Confirms suspending a user. */
function SuspendPerson({ person, onConfirm, onClose }: Props) {
  const name = nameOf(person);
  const confirm = async () => {
    await onConfirm();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={`Suspend ${name}`}
      confirmLabel={`Suspend ${onButton(name)}`}
    >
      This signs {person.email} out immediately, on every device. They can’t sign in, and their API tokens
      don’t work until you reactivate the account. Nothing is deleted. If everyone in a team is suspended, we
      stop monitoring its networks.
    </ConfirmDialog>
  );
}

/** Suspends or activates a user and shows a toast. `busyWith` is the ID of the user in progress. */
function useSuspension(onChanged?: () => void) {
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
