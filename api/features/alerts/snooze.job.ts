import type { App } from '#api/config/app.ts';
import { endSnoozeOf } from './snooze.service.ts';

/** Ends a snooze at its time. Run twice, or after the snooze was changed, it does nothing. */
export async function endSnooze(
  app: App,
  { teamId, alertId, until }: { teamId: string; alertId: string; until: string },
): Promise<void> {
  await app.orm.em.fork().transactional((em) => endSnoozeOf(em, teamId, alertId, new Date(until)));
}
