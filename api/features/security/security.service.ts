import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { bool } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { publishSessionsEnded } from '#api/live/sessions.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { changedFields, effectsOf, type Policy, type PolicyImpact } from './effects.ts';
import { isWithin, normalizeIp, parseRanges } from './ip-ranges.ts';
import {
  type SecurityPreview,
  SecuritySettings,
  type SecuritySettingsInput,
} from './security-settings.entity.ts';
import { User, UserRole } from '../users/user.entity.ts';

/** The current policy, or the documented defaults until someone changes it. */
export function policyOf(em: EntityManager): Promise<SecuritySettings> {
  return loadSingleton(em, SecuritySettings);
}

export function securitySettings({ em }: ViewerContext): Promise<SecuritySettings> {
  return policyOf(em);
}

/** Previews the effects of saving. @throws Invalid for an invalid range */
export async function previewSecuritySettings(
  ctx: ViewerContext,
  input: SecuritySettingsInput,
): Promise<SecurityPreview> {
  const before = await policyOf(ctx.em);
  const changes = changesOf(input);
  const after = { ...before, ...changes };
  const { people, ...reach } = await impactOf(ctx, before, after);
  return {
    effects: effectsOf(before, after, reach),
    blocked: ownAddressProblem(ctx, changes) ?? null,
    yourAddress: normalizeIp(ctx.request.ip),
    affectedPeople: people,
  };
}

/**
 * Changes the policy, and ends sessions that exceed it. @throws Invalid for an invalid range, and for a list
 * without the administrator's own address
 */
export async function saveSecuritySettings(
  ctx: ViewerContext,
  input: SecuritySettingsInput,
): Promise<SecuritySettings> {
  requireFreshProof(ctx);
  const changes = changesOf(input);
  const problem = ownAddressProblem(ctx, changes);
  if (problem) throw new Invalid({ allowedIpRanges: problem });
  const ended = await ctx.em.transactional(async (em) => {
    await policyOf(em);
    const policy = await em.findOneOrFail(
      SecuritySettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const before = { ...policy };
    em.assign(policy, changes);
    const fields = changedFields(before, policy);
    if (fields.length === 0) return [];
    await em.flush();
    const ended = await endIdleSessions(em, before, policy);
    await record(em, ctx, {
      action: 'security.update',
      subject: 'Security policy',
      before: only(before, fields),
      after: only(policy, fields),
    });
    return ended;
  });
  publishSessionsEnded(ctx.app.pubsub, ended);
  return policyOf(ctx.em);
}

/** Requested changes, with normalized ranges. */
function changesOf(input: SecuritySettingsInput): Partial<Policy> {
  const changes = given(input);
  if (!changes.allowedIpRanges) return changes;
  const read = parseRanges(changes.allowedIpRanges);
  if ('problem' in read) throw new Invalid({ allowedIpRanges: read.problem });
  return { ...changes, allowedIpRanges: read.ranges };
}

/** Administrators can't lock themselves out. */
function ownAddressProblem(
  { request }: ViewerContext,
  { allowedIpRanges }: Partial<Policy>,
): string | undefined {
  if (!allowedIpRanges || isWithin(request.ip, allowedIpRanges)) return undefined;
  const address = normalizeIp(request.ip);
  return address === null
    ? "We don't know your IP address, so this list would lock you out"
    : `Your own address (${address}) isn't in this list, so you would lock yourself out`;
}

function only(policy: Policy, fields: readonly (keyof Policy)[]): Partial<Policy> {
  return Object.fromEntries(fields.map((field) => [field, policy[field]]));
}

const liveColumns = {
  user_id: tables.session.user_id,
  email: tables.user.email,
  role: tables.user.role,
  ip_address: tables.session.ip_address,
  idle: bool,
};

/** Who is affected by a policy change immediately, and how many people that is. */
export async function impactOf(
  { em, viewer, request }: ViewerContext,
  before: Policy,
  after: Policy,
): Promise<PolicyImpact & { people: number }> {
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
    address: normalizeIp(request.ip),
    people: new Set(reached).size,
  };
}

/** Active sessions, and whether they would stay active under another idle limit. */
function liveSessions(em: ViewerContext['em'], minutesNow: number, minutesThen: number) {
  return queryRows(
    em,
    liveColumns,
    `select session.user_id, "user".email, "user".role, session.ip_address,
            session.last_seen_at <= now() - make_interval(mins => ?) as idle
       from session join "user" on "user".id = session.user_id
      where session.expires_at > now() and session.last_seen_at > now() - make_interval(mins => ?)`,
    [minutesThen, minutesNow],
  );
}

/**
 * Deletes sessions that are idle for too long under either limit, within the caller's transaction, so that a
 * higher limit doesn't revive expired ones. @returns their IDs, to notify
 */
export async function endIdleSessions(
  em: ViewerContext['em'],
  { sessionTimeout: before }: Policy,
  { sessionTimeout: after }: Policy,
): Promise<string[]> {
  if (before === after) return [];
  const ended = await queryRows(
    em,
    { id: tables.session.id },
    `delete from session where last_seen_at <= now() - make_interval(mins => ?) returning id`,
    [Math.min(before, after)],
  );
  return ended.map(({ id }) => id);
}

/**
 * Allows administrators from any address again: the operator's way out when no one has an allowed address.
 * @returns the removed ranges
 */
export async function allowAnyAddress(em: EntityManager): Promise<string[]> {
  return em.transactional(async (em) => {
    const policy = await policyOf(em);
    await em.refresh(policy, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { allowedIpRanges } = policy;
    if (allowedIpRanges.length === 0) return [];
    policy.allowedIpRanges = [];
    await em.flush();
    const request = { id: 'operator', ip: null, userAgent: null };
    await record(
      em,
      { viewer: null, request },
      {
        action: 'security.reset',
        subject: 'Security policy',
        before: { allowedIpRanges },
        after: { allowedIpRanges: [] },
      },
    );
    return allowedIpRanges;
  });
}
