import type { EntityManager } from '@mikro-orm/postgresql';
import { uuid } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { PubSub } from './pubsub.ts';

/**
 * Which of these credentials (sessions and API tokens, by ID) have ended: deleted, expired, idle for too long
 * or older than the security policy allows, or their person may not sign in or has left the team.
 */
export async function endedCredentials(em: EntityManager, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const now = new Date();
  const going = await queryRows(
    em,
    { id: uuid },
    `with pass as (
       select id, user_id, team_id from session
        where id = any(?::uuid[]) and expires_at > ? and last_seen_at > ?::timestamptz
              - make_interval(mins => coalesce((select session_timeout from security_settings), 30))
       union all
       select id, user_id, team_id from api_token
        where id = any(?::uuid[]) and (expires_at is null or expires_at > ?) and created_at > ?::timestamptz
              - make_interval(days => coalesce((select api_token_max_days from security_settings), 365)))
     select pass.id from pass
       join "user" on "user".id = pass.user_id
       join membership on membership.user_id = pass.user_id and membership.team_id = pass.team_id
      where not "user".suspended and "user".email_verified_at is not null`,
    [`{${ids.join(',')}}`, now, now, `{${ids.join(',')}}`, now, now],
  );
  const alive = new Set(going.map(({ id }) => id));
  return ids.filter((id) => !alive.has(id));
}

/** Which of these credentials belong to someone who must set up a second factor before anything else. */
export async function credentialsLackingTwoFactor(em: EntityManager, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const held = await queryRows(
    em,
    { id: uuid },
    `select pass.id from (select id, user_id from session union all select id, user_id from api_token) pass
       join "user" on "user".id = pass.user_id
      where pass.id = any(?::uuid[]) and not "user".two_factor_enabled
            and (select require_two_factor from security_settings)`,
    [`{${ids.join(',')}}`],
  );
  return held.map(({ id }) => id);
}

interface Which {
  userId: string;
  /** Only sessions in this team. */
  teamId?: string;
  /** All except this one. */
  exceptId?: string | null;
}

/**
 * Deletes sessions within the caller's transaction, and all push subscriptions that no remaining session made.
 * @returns their IDs. Pass them to `publishSessionsEnded` after the commit, and their sockets close within a
 * second
 */
export async function endSessions(em: EntityManager, { userId, teamId, exceptId }: Which): Promise<string[]> {
  const ended = await queryRows(
    em,
    { id: tables.session.id },
    `delete from session where user_id = ? and (?::uuid is null or team_id = ?::uuid)
          and (?::uuid is null or id <> ?::uuid) returning id`,
    [userId, teamId ?? null, teamId ?? null, exceptId ?? null, exceptId ?? null],
  );
  // Afterwards, because a browser that is just being added holds its session until then.
  await em.execute(
    `delete from push_subscription s using membership m
      where m.id = s.membership_id and m.user_id = ? and (?::uuid is null or m.team_id = ?::uuid)
        and (?::uuid is null or s.session_id is distinct from ?::uuid)`,
    [userId, teamId ?? null, teamId ?? null, exceptId ?? null, exceptId ?? null],
    'run',
  );
  return ended.map(({ id }) => id);
}

/** Deletes one session of a person, with the push subscriptions that it made. @returns whether it existed */
export function deleteSession(em: EntityManager, id: string, userId: string): Promise<boolean> {
  return em.transactional(async (tx) => {
    // Locked, because a browser may just be being added.
    const found = await queryRows(tx, {}, 'select from session where id = ? and user_id = ? for update', [
      id,
      userId,
    ]);
    await tx.execute(
      'delete from push_subscription where session_id = ?',
      [found.length > 0 ? id : null],
      'run',
    );
    await tx.execute('delete from session where id = ? and user_id = ?', [id, userId], 'run');
    return found.length > 0;
  });
}

/** Closes the sockets of ended credentials, on every node. */
export function publishSessionsEnded(pubsub: PubSub, ids: readonly string[]): void {
  for (const sessionId of ids) pubsub.publish({ topic: 'session', sessionId });
}

/** Makes the sockets of sessions whose team or role changed reconnect, on every node. */
export function publishSessionsMoved(pubsub: PubSub, ids: readonly string[]): void {
  for (const sessionId of ids) pubsub.publish({ topic: 'moved', sessionId });
}
