import type { CustomerContext } from '#api/context.ts';
import { Invalid } from '#api/errors.ts';
import type { Controller } from '../controllers/controller.entity.ts';
import { allowed } from '../packages/limits.ts';
import { Team } from '../teams/team.entity.ts';
import { rawDays, spanOf, type Span } from './span.ts';

const day = 86_400_000;

/** What a team is shown of what it asks for. @throws Invalid for a period that is none */
export async function spanFor(
  { em, viewer, app }: CustomerContext,
  controller: Pick<Controller, 'pollSeconds'>,
  wish: { from?: Date | null; until?: Date | null },
  { mostSampled = rawDays * day, leastSeconds = 0 } = {},
): Promise<Span> {
  const now = new Date();
  const team = await em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] });
  const days = allowed(team.package, 'retention');
  const span = spanOf(wish, {
    now,
    reachesBack: days === null ? null : new Date(now.getTime() - days * day),
    leastSeconds: Math.max(leastSeconds, controller.pollSeconds ?? app.config.pollIntervalSeconds),
    mostSampled,
  });
  if ('wrong' in span) throw new Invalid(span.wrong);
  return span;
}
