import type { RowAction } from '#web/ui/RowActions.tsx';
import { mayEdit, maySuspend, type Actor, type Person } from './person.ts';

/** What a list does when one of its buttons is pressed. */
export type PersonHandlers = {
  onEdit: (person: Person) => void;
  onSuspend: (person: Person) => void;
  onActivate: (person: Person) => void;
};

type Options = PersonHandlers & { actor: Actor; busy: boolean };

/** The buttons of a person's row: only those that would work. */
export function actionsOf(person: Person, { actor, busy, ...on }: Options): RowAction[] {
  const edit = { label: 'Edit', act: () => on.onEdit(person) };
  const status = person.suspended
    ? { label: 'Activate', place: 'status', act: () => on.onActivate(person), busy }
    : { label: 'Suspend', place: 'status', act: () => on.onSuspend(person), busy, destroys: true };
  return [...(mayEdit(actor, person) ? [edit] : []), ...(maySuspend(actor, person) ? [status] : [])];
}
