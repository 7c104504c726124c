import type { EntityManager } from '@mikro-orm/postgresql';
import type { Caller, Viewer } from '#api/graphql/context.ts';
import { columnsOf, runPrepared, type Prepared } from '#api/db/prepared.ts';
import { hashToken } from '#api/security/token.ts';
import { isWithin } from '#api/features/security/ip-ranges.ts';
import type { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import type { TeamRole } from '#api/features/teams/membership.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { apiTokenPrefix, ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { tokenExpiry } from '#api/features/tokens/tokens.service.ts';
import { User } from '#api/features/users/user.entity.ts';
import { Session } from './session.entity.ts';

/** Maximum age of "last seen" in seconds, so that not every request needs a write. */
const lastSeenEvery = 30;

type Policy = Pick<
  SecuritySettings,
  'sessionTimeout' | 'requireTwoFactor' | 'allowedIpRanges' | 'apiTokenMaxDays'
>;

interface Credential {
  user: User;
  team: Team;
  session: Session | null;
  apiToken: ApiToken | null;
}

/**
 * Resolves a session or API token to its user. `null` if it is unknown, expired or idle, or if the person may
 * not sign in or has left the team.
 */
export async function viewerOf(
  em: EntityManager,
  token: string | null | undefined,
  address: string | null,
): Promise<Viewer | null> {
  if (!token || token.length > 200) return null;
  const isApiToken = token.startsWith(apiTokenPrefix);
  const found = await readCredential(em, isApiToken ? ApiToken : Session, hashToken(token));
  if (!found) return null;
  const { pass, teamRole, policy } = found;
  const { user, team, session, apiToken } = pass;
  if (session && isExpired(session, policy)) return null;
  if (apiToken && tokenExpiry(apiToken, policy).getTime() <= Date.now()) return null;
  if (apiToken) await touchToken(em, apiToken);
  const status = memberStatus(user, teamRole, policy, address);
  const timeZone = user.timeZone ?? team.timeZone ?? null;
  return status && { ...pass, credentialId: (session ?? apiToken)!.id, timeZone, ...status };
}

/** Reads the session or token with its user, team, role and policy in one statement. */
async function readCredential(
  em: EntityManager,
  type: typeof Session | typeof ApiToken,
  tokenHash: string,
): Promise<{ pass: Credential; teamRole: TeamRole; policy: Policy } | undefined> {
  const { statement, users, teams, passes } = lookupBy(em, type);
  const [row] = await runPrepared(em, statement, [tokenHash]);
  if (!row) return undefined;
  const user = users.entity(em, row, 0);
  const team = teams.entity(em, row, users.count);
  const pass = passes.entity(em, row, users.count + teams.count);
  const [teamRole, sessionTimeout, requireTwoFactor, allowedIpRanges, apiTokenMaxDays] = row.slice(
    users.count + teams.count + passes.count,
  ) as [TeamRole, number, boolean, string[], number];
  return {
    pass: {
      user,
      team,
      session: pass instanceof Session ? pass : null,
      apiToken: pass instanceof ApiToken ? pass : null,
    },
    teamRole,
    policy: { sessionTimeout, requireTwoFactor, allowedIpRanges, apiTokenMaxDays },
  };
}

const lookups = new Map<typeof Session | typeof ApiToken, ReturnType<typeof makeLookup>>();

/** Built once per kind of token, because columns don't change at runtime. */
function lookupBy(em: EntityManager, type: typeof Session | typeof ApiToken) {
  const made = lookups.get(type) ?? makeLookup(em, type);
  lookups.set(type, made);
  return made;
}

/** The policy has its documented defaults until an administrator saves it. */
function makeLookup(em: EntityManager, type: typeof Session | typeof ApiToken) {
  const users = columnsOf(em, User);
  const teams = columnsOf(em, Team);
  const passes = columnsOf<Session | ApiToken>(em, type);
  const { tableName } = em.getMetadata<Session | ApiToken>(type);
  const statement: Prepared = {
    name: `viewer by ${tableName}`,
    text: `
      select ${users.list('u')}, ${teams.list('t')}, ${passes.list('p')}, m.role,
             coalesce(policy.session_timeout, 30), coalesce(policy.require_two_factor, false),
             coalesce(policy.allowed_ip_ranges, '{}'), coalesce(policy.api_token_max_days, 365)
        from ${tableName} p
        join "user" u on u.id = p.user_id
        join team t on t.id = p.team_id
        join membership m on m.user_id = p.user_id and m.team_id = p.team_id
        left join security_settings policy on true
       where p.token_hash = $1`,
  };
  return { statement, users, teams, passes };
}

export function isExpired(
  { expiresAt, lastSeenAt }: Pick<Session, 'expiresAt' | 'lastSeenAt'>,
  { sessionTimeout }: Pick<SecuritySettings, 'sessionTimeout'>,
  now = Date.now(),
): boolean {
  return expiresAt.getTime() <= now || lastSeenAt.getTime() + sessionTimeout * 60_000 <= now;
}

/** A member's status under the policy. `null` if they may not sign in. */
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
 * Resets the session's idle time. HTTP requests count as activity, unless their `x-unattended` header says
 * that the screen polled by itself. Socket traffic doesn't count, because an unwatched screen would keep a
 * forgotten session alive forever.
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
