import type { GraphQLField } from 'graphql';
import type { AuthCheckerFn } from 'type-graphql';
import type { Context } from './context.ts';
import { Refused, Unauthenticated } from './errors.ts';
import { UserRole } from './features/users/user-role.ts';

/** Who runs the platform: `@Authorized(...admins)`. */
export const admins = [UserRole.admin, UserRole.super_admin] as const;

/** Three words: a bare field is for visitors, `@Authorized()` for customers, `@Authorized(...admins)` for admins. */
export const checkAccess: AuthCheckerFn<Context, UserRole> = ({ context }, roles) => allow(context, roles);

/** The same for a root field before it is called. @throws Unauthenticated or Refused */
export function checkField({ extensions }: GraphQLField<unknown, unknown>, context: Context): void {
  const roles = extensions['roles'] as UserRole[] | undefined;
  if (roles) allow(context, roles);
}

function allow(context: Context, roles: UserRole[]): true {
  if (!context.viewer) throw new Unauthenticated();
  if (roles.length > 0 && !roles.includes(context.viewer.user.role)) {
    throw new Refused("You don't have permission to access this page.");
  }
  return true;
}
