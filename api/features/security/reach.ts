import type { CustomerContext } from '#api/graphql/context.ts';
import { User } from '../users/user.entity.ts';
import { UserRole } from '../users/user-role.ts';
import type { Policy, Reach } from './effects.ts';
import { isWithin, plainAddress } from './ip-ranges.ts';

interface Live {
  user_id: string;
  email: string;
  role: UserRole;
  ip_address: string | null;
  idle: boolean;
}

/** Whom a change of the policy would reach at once, and how many people that are. */
export async function reachOf(
  { em, viewer, request }: CustomerContext,
  before: Policy,
  after: Policy,
): Promise<Reach & { people: number }> {
  const live = await liveSessions(em, before.sessionTimeout, after.sessionTimeout);
  const lacking =
    after.requireTwoFactor && !before.requireTwoFactor
      ? await em.find(
          User,
          { twoFactorEnabled: false, suspended: false, emailVerifiedAt: { $ne: null } },
          { fields: ['id'] },
        )
      : [];
  const idle = live.filter((session) => session.idle);
  const outside = live.filter(
    ({ user_id, role, ip_address }) =>
      role !== UserRole.user &&
      user_id !== viewer.user.id &&
      isWithin(ip_address, before.allowedIpRanges) &&
      !isWithin(ip_address, after.allowedIpRanges),
  );
  const reached = [...lacking.map(({ id }) => id), ...[...idle, ...outside].map(({ user_id }) => user_id)];
  return {
    withoutTwoFactor: lacking.length,
    youWithoutTwoFactor: lacking.some(({ id }) => id === viewer.user.id),
    idleSessions: idle.length,
    shutOut: [...new Set(outside.map(({ email }) => email))].sort(),
    address: plainAddress(request.ip),
    people: new Set(reached).size,
  };
}

/** The sessions that go on under the policy as it is, and whether they would under one with another idle limit. */
function liveSessions(em: CustomerContext['em'], minutesNow: number, minutesThen: number): Promise<Live[]> {
  return em.execute<Live[]>(
    `select session.user_id, "user".email, "user".role, session.ip_address,
            session.last_seen_at <= now() - make_interval(mins => ?) as idle
       from session join "user" on "user".id = session.user_id
      where session.expires_at > now() and session.last_seen_at > now() - make_interval(mins => ?)`,
    [minutesThen, minutesNow],
  );
}

/**
 * Deletes the sessions that are idle for too long under either limit, within the caller's transaction: one that was
 * over must not go on because the limit grew. @returns their ids, to ring for
 */
export async function endIdleSessions(
  em: CustomerContext['em'],
  { sessionTimeout: before }: Policy,
  { sessionTimeout: after }: Policy,
): Promise<string[]> {
  if (before === after) return [];
  const ended = await em.execute<{ id: string }[]>(
    `delete from session where last_seen_at <= now() - make_interval(mins => ?) returning id`,
    [Math.min(before, after)],
  );
  return ended.map(({ id }) => id);
}
