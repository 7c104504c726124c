import type { User } from './user.entity.ts';
import { UserRole } from './user-role.ts';

/** What of a person an administrator may change. */
export type Administered = Pick<User, 'firstName' | 'lastName' | 'companyName' | 'role' | 'suspended'>;

type Known = Pick<User, 'id' | 'role' | 'suspended'>;

interface Request {
  /** Who asks; an administrator. */
  actor: Known;
  subject: Known;
  /** Only what would really change. */
  changes: Partial<Administered>;
  /** Another super administrator could still sign in. */
  othersRemain: boolean;
}

/** A super administrator who can sign in. */
export function isSuperAtWork({
  role,
  suspended,
  emailVerifiedAt,
}: Pick<User, 'role' | 'suspended' | 'emailVerifiedAt'>): boolean {
  return role === UserRole.super_admin && !suspended && !!emailVerifiedAt;
}

/** Why an administrator may not change a person so (decisions, section 2); undefined when they may. */
export function refusalOf({ actor, subject, changes, othersRemain }: Request): string | undefined {
  const { role, suspended } = changes;
  const isSelf = actor.id === subject.id;
  const isSuper = subject.role === UserRole.super_admin;
  const mightLeave = role !== undefined || suspended === true;
  if (isSuper && mightLeave && !othersRemain)
    return 'The last super administrator can be neither demoted nor suspended.';
  if (isSelf && suspended) return 'You cannot suspend your own account.';
  if (isSelf && role) return 'You cannot change your own role.';
  if (actor.role === UserRole.super_admin) return undefined;
  if (isSuper) return 'Only a super administrator may change a super administrator.';
  if (role === UserRole.super_admin)
    return 'Only a super administrator may make somebody a super administrator.';
  return undefined;
}

/** Those of the wishes that differ from what is there; texts without blanks around them. */
export function changesOf(
  user: Administered,
  wishes: { [K in keyof Administered]?: Administered[K] | null },
): Partial<Administered> {
  const tidy = Object.entries(wishes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value] as const);
  return Object.fromEntries(tidy.filter(([key, value]) => user[key as keyof Administered] !== value));
}
