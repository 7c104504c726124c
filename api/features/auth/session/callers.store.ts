import type { EntityManager } from '@mikro-orm/postgresql';
import { type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Caller } from '#api/graphql/context.ts';
import { hashToken } from '#api/security/token.ts';
import { apiTokenPrefix } from '#api/features/tokens/api-token.entity.ts';
import { isExpired, memberStatus, viewerOf } from './viewer.store.ts';

/** A session, its user and team, and the policy. */
const sessionColumns = {
  id: tables.session.id,
  tokenHash: tables.session.token_hash,
  lastSeenAt: tables.session.last_seen_at,
  expiresAt: tables.session.expires_at,
  userId: tables.user.id,
  role: tables.user.role,
  suspended: tables.user.suspended,
  emailVerifiedAt: tables.user.email_verified_at,
  twoFactorEnabled: tables.user.two_factor_enabled,
  teamId: tables.membership.team_id,
  teamRole: tables.membership.role,
  timeZone: tables.user.time_zone,
  sessionTimeout: tables.security_settings.session_timeout,
  requireTwoFactor: tables.security_settings.require_two_factor,
  allowedIpRanges: tables.security_settings.allowed_ip_ranges,
};
type Row = RowOf<typeof sessionColumns>;

/** The policy row may not exist yet, so use its documented defaults. */
const sessionsOf = `
  select session.id, session.token_hash as "tokenHash", session.last_seen_at as "lastSeenAt",
         session.expires_at as "expiresAt", "user".id as "userId", "user".role, "user".suspended,
         "user".email_verified_at as "emailVerifiedAt", "user".two_factor_enabled as "twoFactorEnabled",
         membership.team_id as "teamId", membership.role as "teamRole",
         coalesce("user".time_zone, team.time_zone) as "timeZone",
         coalesce(policy.session_timeout, 30) as "sessionTimeout",
         coalesce(policy.require_two_factor, false) as "requireTwoFactor",
         coalesce(policy.allowed_ip_ranges, '{}') as "allowedIpRanges"
    from session
    join "user" on "user".id = session.user_id
    join membership on membership.user_id = session.user_id and membership.team_id = session.team_id
    join team on team.id = session.team_id
    left join security_settings policy on true
   where session.token_hash = any(?::text[])`;

/**
 * Resolves many tokens like `viewerOf`, with one statement for all sessions, in the order given. It uses rows
 * instead of entities, which took half the time when thousands reconnect after a restart.
 */
export async function callersOf(
  em: EntityManager,
  asked: readonly { token: string | null; address: string | null }[],
): Promise<(Caller | null)[]> {
  const tokens = new Set(asked.map(({ token }) => token).filter(isOfSession));
  const hashes = new Map([...tokens].map((token) => [token, hashToken(token)]));
  const rows = await queryRows(em, sessionColumns, sessionsOf, [`{${[...hashes.values()].join(',')}}`]);
  const rowOf = new Map(rows.map((row) => [row.tokenHash, row]));
  return Promise.all(
    asked.map(({ token, address }) => {
      if (!isOfSession(token)) return viewerOf(em.fork(), token, address);
      const row = rowOf.get(hashes.get(token) ?? '');
      if (!row || isExpired(timesOf(row), row)) return null;
      const status = memberStatus(personOf(row), row.teamRole, row, address);
      const { id: credentialId, userId, role, teamId, timeZone } = row;
      return (
        status && {
          user: { id: userId, role },
          team: { id: teamId },
          apiToken: null,
          credentialId,
          timeZone,
          ...status,
        }
      );
    }),
  );
}

function isOfSession(token: string | null): token is string {
  return !!token && token.length <= 200 && !token.startsWith(apiTokenPrefix);
}

const timesOf = ({ lastSeenAt, expiresAt }: Row) => ({
  lastSeenAt: new Date(lastSeenAt),
  expiresAt: new Date(expiresAt),
});

const personOf = ({ suspended, twoFactorEnabled, emailVerifiedAt }: Row) => ({
  suspended,
  twoFactorEnabled,
  emailVerifiedAt: emailVerifiedAt === null ? null : new Date(emailVerifiedAt),
});
