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

/** What the buttons of people do wherever they stand, and the dialogs that belong to it. */
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

/** Asks before a person is shut out. */
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
      Every page that {person.email} has open ends at once, on every device. They cannot sign in and their API
      tokens do not work until you activate the account again. Nothing is deleted. A team in which everybody
      is suspended is no longer watched.
    </ConfirmDialog>
  );
}

/** Suspends and activates, and says how it went. `busyWith` is the id of the person it is about. */
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
