import type { GraphQLField } from 'graphql';
import { Authorized, type AuthCheckerFn } from 'type-graphql';
import type { Caller, Context, Viewer } from './context.ts';
import { Refused, Unauthenticated } from '#api/lib/errors.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { TokenScope } from '#api/features/tokens/api-token.entity.ts';
import { UserRole } from '#api/features/users/user.entity.ts';

/** Roles that administer the platform. */
export const admins: readonly UserRole[] = [UserRole.admin, UserRole.super_admin];

/**
 * Who may use a root field. A field without one is public. `enter`: anyone signed in, even before setting up
 * a required second factor. `person`: anyone signed in. `read`: views the team's data. `acknowledge`:
 * acknowledges alerts. `alerts`: changes the team's rules. `manage`: changes everything else in the team.
 * `share`: shows the team's data to people who aren't signed in. `own`: owns the team. `admin`: administers the platform.
 */
export type Access =
  'enter' | 'person' | 'read' | 'acknowledge' | 'alerts' | 'manage' | 'share' | 'own' | 'admin';

/** The membership and API token scope that an access level requires. Without a scope, tokens can't use it. */
const requirements: Record<Access, { teamRoles?: readonly TeamRole[]; scopes?: readonly TokenScope[] }> = {
  enter: {},
  person: {},
  read: { scopes: Object.values(TokenScope) },
  acknowledge: { scopes: [TokenScope.alerts, TokenScope.manage] },
  alerts: {
    teamRoles: [TeamRole.owner, TeamRole.member],
    scopes: [TokenScope.alerts, TokenScope.manage],
  },
  manage: { teamRoles: [TeamRole.owner, TeamRole.member], scopes: [TokenScope.manage] },
  share: { teamRoles: [TeamRole.owner, TeamRole.member] },
  own: { teamRoles: [TeamRole.owner] },
  admin: {},
};

/** The part of a caller that matters here. */
interface Requester {
  viewer: Caller | null;
}

/** Declares who may use a root field, or all of a resolver's fields. */
export const Allow = (access: Access) => Authorized<Access>(access);

export const checkAccess: AuthCheckerFn<Context, Access> = ({ context }, [access]) =>
  checkAllowed(context, access);

/**
 * Checks a root field before it is called.
 * @throws Unauthenticated or Refused
 */
export function checkField({ extensions }: GraphQLField<unknown, unknown>, context: Requester): void {
  const roles = extensions['roles'] as Access[] | undefined;
  if (roles) checkAllowed(context, roles[0]);
}

/**
 * Whether the viewer has an access level.
 * @throws Unauthenticated or Refused
 */
export function checkAllowed({ viewer }: Requester, access: Access | undefined): true {
  if (!viewer) throw new Unauthenticated();
  if (!access) throw new Error('A field with @Allow must name its access');
  const { teamRoles, scopes = [] } = requirements[access];
  if (viewer.apiToken && !viewer.apiToken.scopes.some((scope) => scopes.includes(scope))) {
    throw new Refused("API tokens can't do that.");
  }
  if (viewer.mustSetUpTwoFactor && access !== 'enter') {
    throw new Refused('Set up two-factor authentication first.', 'two_factor_setup');
  }
  if (teamRoles && !teamRoles.includes(viewer.teamRole)) throw new Refused(roleSentence(viewer, access));
  if (access === 'admin') allowAdmin(viewer);
  return true;
}

/** For changes that only a super administrator may make, on fields that every administrator sees. @throws Refused */
export function requireSuperAdmin({ viewer: { user } }: { viewer: Viewer }): void {
  if (user.role !== UserRole.super_admin)
    throw new Refused('Only a super administrator can change this.', 'super_admin');
}

/** Milliseconds for which a sign-in or identity confirmation counts as recent (AUTH.md, 3). */
const freshProofMs = 15 * 60_000;

/**
 * For changes that would outlive a stolen session: requires that the person signed in or confirmed their
 * identity within the last 15 minutes.
 * @throws Refused with the reason `confirm_identity`, which `confirmIdentity` resolves
 */
export function requireFreshProof({ viewer: { session, user } }: { viewer: Viewer }): void {
  const provedAt = session?.confirmedAt ?? session?.createdAt;
  if (provedAt && Date.now() - provedAt.getTime() <= freshProofMs) return;
  throw new Refused(
    user.twoFactorEnabled
      ? 'Enter a code from your authenticator app to continue.'
      : 'Enter your password to continue.',
    'confirm_identity',
  );
}

function roleSentence({ teamRole }: Caller, access: Access): string {
  return teamRole === TeamRole.viewer && access !== 'own'
    ? 'As a viewer, you can see everything in this team and acknowledge alerts, but not change anything else.'
    : "Only the team's owner can do that.";
}

function allowAdmin({ user, administersFromHere }: Caller): void {
  if (!admins.includes(user.role)) throw new Refused("You don't have permission to access this page.");
  if (!administersFromHere)
    throw new Refused("You can't administer the platform from your network address.", 'address');
}
