import type { SessionUser } from '#web/features/auth/useSession.ts';
import type { PersonFieldsFragment } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

export type Person = PersonFieldsFragment;
export type Role = Person['role'];
/** Who looks. */
export type Actor = Pick<SessionUser, 'id' | 'role'> | undefined;

export const nameOf = ({ firstName, lastName, email }: Person): string =>
  `${firstName} ${lastName}`.trim() || email;

export const roleWords: Record<Role, string> = { user: 'User', admin: 'Admin', super_admin: 'Super Admin' };

/** Whether they may sign in. */
export function statusOf({ suspended, emailVerified }: Person): { state: State; word: string } {
  if (suspended) return { state: 'error', word: 'Suspended' };
  return emailVerified === false ? { state: 'warning', word: 'Unverified' } : { state: 'ok', word: 'Active' };
}

/** As documented: by whether the payment provider knows them. */
export const subscriptionOf = ({ stripeSubscriptionId }: Person): string =>
  stripeSubscriptionId ? 'Pro' : 'Free';

export const joinedOn = ({ createdAt }: Person): string =>
  new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' });

/** The server decides; buttons follow. */
export const mayEdit = (actor: Actor, { role }: Person): boolean =>
  actor?.role === 'super_admin' || role !== 'super_admin';

export const maySuspend = (actor: Actor, person: Person): boolean =>
  mayEdit(actor, person) && actor?.id !== person.id;
