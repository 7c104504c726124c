import { useMemo, useState } from 'react';
import { useSession } from '#web/features/auth/useSession.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import type { PersonHandlers } from './actions.ts';
import type { Person } from './person.ts';
import { SuspendPerson } from './SuspendPerson.tsx';
import { useSuspension } from './useSuspension.ts';

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
