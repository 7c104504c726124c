import { onButton } from '#web/lib/shorten.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { nameOf, type Person } from './person.ts';

type Props = { person: Person; onConfirm: () => Promise<void>; onClose: () => void };

/** Asks before a person is shut out. */
export function SuspendPerson({ person, onConfirm, onClose }: Props) {
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
