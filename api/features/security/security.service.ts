import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { ringSessions } from '#api/live/sessions.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import { changedFields, effectsOf, type Policy } from './effects.ts';
import { isWithin, plainAddress, readRanges } from './ip-ranges.ts';
import { endIdleSessions, reachOf } from './reach.ts';
import type { SecurityPreview } from './security-preview.ts';
import { SecuritySettings } from './security-settings.entity.ts';
import type { SecuritySettingsInput } from './security-settings.input.ts';

/** The policy as it stands now; the documented defaults until somebody changes it. */
export function policyOf(em: EntityManager): Promise<SecuritySettings> {
  return loadSingleton(em, SecuritySettings);
}

/** For administrators: the policy as it stands now. */
export function securitySettings({ em }: CustomerContext): Promise<SecuritySettings> {
  return policyOf(em);
}

/** What saving would do; nothing is changed. @throws Invalid for a line that is no range */
export async function previewSecuritySettings(
  ctx: CustomerContext,
  input: SecuritySettingsInput,
): Promise<SecurityPreview> {
  const before = await policyOf(ctx.em);
  const wishes = wishesOf(input);
  const after = { ...before, ...wishes };
  const { people, ...reach } = await reachOf(ctx, before, after);
  return {
    effects: effectsOf(before, after, reach),
    blocked: ownAddressProblem(ctx, wishes) ?? null,
    yourAddress: plainAddress(ctx.request.ip),
    affectedPeople: people,
  };
}

/**
 * Changes the policy, and ends what is over under it.
 * @throws Invalid for a line that is no range, and for a list without the address that saves it
 */
export async function saveSecuritySettings(
  ctx: CustomerContext,
  input: SecuritySettingsInput,
): Promise<SecuritySettings> {
  requireFreshProof(ctx);
  const wishes = wishesOf(input);
  const problem = ownAddressProblem(ctx, wishes);
  if (problem) throw new Invalid({ allowedIpRanges: problem });
  const ended = await ctx.em.transactional(async (em) => {
    const policy = await em.findOneOrFail(
      SecuritySettings,
      { id: 1 },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    const before = { ...policy };
    em.assign(policy, wishes);
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
  ringSessions(ctx.app.bell, ended);
  return policyOf(ctx.em);
}

/** What was really asked for, the ranges tidied. */
function wishesOf(input: SecuritySettingsInput): Partial<Policy> {
  const wishes = given(input);
  if (!wishes.allowedIpRanges) return wishes;
  const read = readRanges(wishes.allowedIpRanges);
  if ('problem' in read) throw new Invalid({ allowedIpRanges: read.problem });
  return { ...wishes, allowedIpRanges: read.ranges };
}

/** An administrator never shuts the door behind themselves. */
function ownAddressProblem(
  { request }: CustomerContext,
  { allowedIpRanges }: Partial<Policy>,
): string | undefined {
  if (!allowedIpRanges || isWithin(request.ip, allowedIpRanges)) return undefined;
  const address = plainAddress(request.ip);
  return address === null
    ? 'Your own address is not known, so this list would shut you out'
    : `Your own address (${address}) is not in this list: you would shut yourself out`;
}

function only(policy: Policy, fields: readonly (keyof Policy)[]): Partial<Policy> {
  return Object.fromEntries(fields.map((field) => [field, policy[field]]));
}
