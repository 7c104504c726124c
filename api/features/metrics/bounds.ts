import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { chargeRows, rowsPerPoint } from '#api/security/request-rate/row-cost.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import { allowed } from '../packages/limits.ts';
import { Team } from '../teams/team.entity.ts';
import { rawDays, spanOf, type Span } from './span.ts';

const day = 86_400_000;

/** What a team is shown of what it asks for. @throws Invalid for a period that is none */
export async function spanFor(
  ctx: CustomerContext,
  controller: Pick<Controller, 'pollSeconds'>,
  wish: { from?: Date | null; until?: Date | null },
  { mostSampled = rawDays * day, leastSeconds = 0 } = {},
): Promise<Span> {
  const { em, viewer } = ctx;
  const now = new Date();
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  const span = spanOf(wish, {
    now,
    reachesBack: days === null ? null : new Date(now.getTime() - days * day),
    leastSeconds: Math.max(leastSeconds, pollSecondsOf(ctx, controller)),
    mostSampled,
  });
  if ('wrong' in span) throw new Invalid(span.wrong);
  return span;
}

const secondsPerHour = 3600;

/** Charges for the samples that a span of so many devices or lines is summed up from. @throws TooMany */
export function chargeSamples(
  ctx: CustomerContext,
  { from, until, source }: Span,
  { series, everySeconds }: { series: number; everySeconds: number },
): void {
  const seconds = (until.getTime() - from.getTime()) / 1000;
  const samples = (series * seconds) / (source === 'hours' ? secondsPerHour : everySeconds);
  chargeRows(ctx, samples, rowsPerPoint.summedUp);
}

/** Seconds between two samples of a device. */
export const pollSecondsOf = (
  { app }: CustomerContext,
  { pollSeconds }: Pick<Controller, 'pollSeconds'>,
): number => pollSeconds ?? app.config.pollIntervalSeconds;
