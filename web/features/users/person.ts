import type { SessionUser } from '#web/features/auth/useSession.ts';
import type { PersonFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { formatDate } from '#web/lib/format.ts';
import type { RowAction } from '#web/ui/RowActions.tsx';
import type { State } from '#web/ui/StateIcon.tsx';

export const PersonFields = graphql(`
  fragment PersonFields on User {
    id
    email
    firstName
    lastName
    companyName
    role
    suspended
    emailVerified
    packageName
    stripeSubscriptionId
    createdAt
    lastSignInAt
  }
`);

export type Person = PersonFieldsFragment;

export type Role = Person['role'];

/** The viewer. */
export type Actor = Pick<SessionUser, 'id' | 'role'> | undefined;

export const nameOf = ({ firstName, lastName, email }: Person): string =>
  `${firstName} ${lastName}`.trim() || email;

export const roleWords: Record<Role, string> = { user: 'User', admin: 'Admin', super_admin: 'Super Admin' };

/** Whether they can sign in. */
export function statusOf({ suspended, emailVerified }: Person): { state: State; word: string } {
  if (suspended) return { state: 'error', word: 'Suspended' };
  return emailVerified === false ? { state: 'warning', word: 'Unverified' } : { state: 'ok', word: 'Active' };
}

/** As the specification documents: Pro if they have a Stripe customer. */
export const subscriptionOf = ({ stripeSubscriptionId }: Person): string =>
  stripeSubscriptionId ? 'Pro' : 'Free';

export const joinedOn = ({ createdAt }: Person): string => formatDate(new Date(createdAt));

/** The server decides. Buttons only reflect it. */
export const mayEdit = (actor: Actor, { role }: Person): boolean =>
  actor?.role === 'super_admin' || role !== 'super_admin';

const maySuspend = (actor: Actor, person: Person): boolean =>
  mayEdit(actor, person) && actor?.id !== person.id;

/** The handlers of a list's buttons. */
export type PersonHandlers = {
  onEdit: (person: Person) => void;
  onSuspend: (person: Person) => void;
  onActivate: (person: Person) => void;
};

type Options = PersonHandlers & { actor: Actor; busy: boolean };

/** The actions that would work for this user. */
export function actionsOf(person: Person, { actor, busy, ...on }: Options): RowAction[] {
  const edit = { label: 'Edit', act: () => on.onEdit(person) };
  const status = person.suspended
    ? { label: 'Activate', place: 'status', act: () => on.onActivate(person), busy }
    : { label: 'Suspend', place: 'status', act: () => on.onSuspend(person), busy, destroys: true };
  return [...(mayEdit(actor, person) ? [edit] : []), ...(maySuspend(actor, person) ? [status] : [])];
}
