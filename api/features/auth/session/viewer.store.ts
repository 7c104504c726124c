import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, Viewer } from '#api/graphql/context.ts';
import { hashToken } from '#api/security/token.ts';
import { isWithin } from '#api/features/security/ip-ranges.ts';
import { policyOf } from '#api/features/security/security.service.ts';
import type { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { Membership, type TeamRole } from '#api/features/teams/membership.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { apiTokenPrefix, ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { tokenExpiry } from '#api/features/tokens/tokens.service.ts';
import type { User } from '#api/features/users/user.entity.ts';
import { Session } from './session.entity.ts';

/** How stale "last seen" may be, in seconds: not every request needs a write. */
const lastSeenEvery = 30;

type Pass = { user: User; team: Team } & (
  { session: Session; apiToken: null } | { session: null; apiToken: ApiToken }
);

/**
 * Who a session's token or an API token stands for. Null for an unknown, expired or idle one and for people who may not
 * sign in or have left the team.
 */
export async function viewerOf(
  em: EntityManager,
  token: string | null | undefined,
  address: string | null,
): Promise<Viewer | null> {
  if (!token || token.length > 200) return null;
  const policy = await policyOf(em);
  const pass = await passOf(em, token, policy);
  const membership = pass && (await em.findOne(Membership, { user: pass.user, team: pass.team }));
  return pass && viewerWith(pass, membership, policy, address);
}

async function passOf(em: EntityManager, token: string, policy: SecuritySettings): Promise<Pass | null> {
  const where = { tokenHash: hashToken(token) };
  if (token.startsWith(apiTokenPrefix)) {
    const apiToken = await em.findOne(ApiToken, where, { populate: ['user', 'team'] });
    if (!apiToken || tokenExpiry(apiToken, policy).getTime() <= Date.now()) return null;
    await touchToken(em, apiToken);
    return { user: apiToken.user, team: apiToken.team, session: null, apiToken };
  }
  const session = await em.findOne(Session, where, { populate: ['user', 'team'] });
  if (!session || isExpired(session, policy)) return null;
  return { user: session.user, team: session.team, session, apiToken: null };
}

/** Past its absolute limit, or idle for longer than the policy allows. */
export function isExpired(
  { expiresAt, lastSeenAt }: Pick<Session, 'expiresAt' | 'lastSeenAt'>,
  { sessionTimeout }: Pick<SecuritySettings, 'sessionTimeout'>,
  now = Date.now(),
): boolean {
  return expiresAt.getTime() <= now || lastSeenAt.getTime() + sessionTimeout * 60_000 <= now;
}

function viewerWith(
  { user, team, session, apiToken }: Pass,
  membership: Membership | null,
  policy: SecuritySettings,
  address: string | null,
): Viewer | null {
  const standing = membership && memberStatus(user, membership.role, policy, address);
  const timeZone = user.timeZone ?? team.timeZone ?? null;
  return (
    standing && { user, team, session, apiToken, passId: session?.id ?? apiToken!.id, timeZone, ...standing }
  );
}

/** What a member of a team is under the policy. Null for whoever may not sign in. */
export function memberStatus(
  user: Pick<User, 'suspended' | 'emailVerifiedAt' | 'twoFactorEnabled'>,
  teamRole: TeamRole,
  {
    requireTwoFactor,
    sessionTimeout,
    allowedIpRanges,
  }: Pick<SecuritySettings, 'requireTwoFactor' | 'sessionTimeout' | 'allowedIpRanges'>,
  address: string | null,
): Pick<Caller, 'teamRole' | 'mustSetUpTwoFactor' | 'sessionTimeout' | 'administersFromHere'> | null {
  if (user.suspended || !user.emailVerifiedAt) return null;
  return {
    teamRole,
    mustSetUpTwoFactor: requireTwoFactor && !user.twoFactorEnabled,
    sessionTimeout,
    administersFromHere: isWithin(address, allowedIpRanges),
  };
}

/**
 * Notes a sign of the person: the idle time of their session starts anew. Requests over HTTP are signs, unless their
 * header `x-unattended` says that a screen asked by itself. What a socket carries is none either: it goes on on a screen
 * that nobody looks at, and would keep a forgotten session alive for ever.
 */
export async function touchSession(em: EntityManager, session: Session): Promise<void> {
  if (isRecent(session.lastSeenAt)) return;
  await em.nativeUpdate(Session, { id: session.id }, { lastSeenAt: new Date() });
}

async function touchToken(em: EntityManager, { id, lastUsedAt }: ApiToken): Promise<void> {
  if (lastUsedAt && isRecent(lastUsedAt)) return;
  await em.nativeUpdate(ApiToken, { id }, { lastUsedAt: new Date() });
}

const isRecent = (at: Date): boolean => Date.now() - at.getTime() < lastSeenEvery * 1000;
