import type { CustomerContext } from '#api/graphql/context.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import type { SightSpan } from './metrics.types.ts';
import { SightStretch } from './sight-stretch.entity.ts';

/**
 * When a site could be seen in a time, in order. What is said of the controller itself counts only where it could not be
 * read: of its consoles nothing is known then.
 */
export async function sightsIn(
  { em }: CustomerContext,
  controller: Controller,
  siteId: string | null,
  { from, until }: { from: Date; until: Date },
): Promise<SightSpan[]> {
  const stretches = await em.find(
    SightStretch,
    {
      controller,
      began: { $lt: until },
      $and: [
        { $or: [{ until: null }, { until: { $gt: from } }] },
        { $or: [{ hostId: siteId ?? { $ne: '' } }, { hostId: '', seen: false }] },
      ],
    },
    { orderBy: { began: 'asc', hostId: 'asc' }, limit: mostSpans, disableIdentityMap: true },
  );
  // One that lasts reaches as far as somebody has looked.
  const reached = controller.lastRoundAt ?? until;
  return stretches.flatMap(({ began, until: ended, hostId, seen, problem }) => {
    const span = { from: latest(began, from), until: earliest(ended ?? latest(reached, began), until) };
    return span.until > span.from || !ended
      ? [{ ...span, siteId: hostId, seen, problem: problem ?? null }]
      : [];
  });
}

/** More could not be told apart in a strip. */
const mostSpans = 1000;

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);
