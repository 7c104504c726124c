import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { record } from '../audit/audit.service.ts';
import { policyOf } from './security.service.ts';

/**
 * Lets administrators in from any address again: the operator's way when nobody is left at an allowed one.
 * @returns the ranges that were dropped
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
