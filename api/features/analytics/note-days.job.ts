import type { App } from '#api/config/app.ts';
import { noteDays } from './figures.service.ts';

/** Each hour: the day that is over is noted for good. */
export async function notePlatformDays({ orm }: App, _payload: Record<string, never>): Promise<void> {
  await noteDays(orm.em.fork(), new Date());
}
