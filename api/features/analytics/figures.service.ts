import type { EntityManager } from '@mikro-orm/postgresql';
import { daysAfter, dayOf, type Period } from './period.ts';
import { PlatformDay } from './platform-day.entity.ts';
import { reckon, type DayFigures } from './reckon.ts';

/**
 * Each day of a period: as it was noted when it was over, else reckoned from what is there.
 * @param period may begin before anything was there
 */
export async function figuresOf(em: EntityManager, { from, to }: Period, now: Date): Promise<DayFigures[]> {
  const noted = await em.find(PlatformDay, { day: { $gte: from, $lte: to } }, { orderBy: { day: 'asc' } });
  const known = new Map(noted.map((one) => [one.day, figuresIn(one)]));
  const missing = firstMissing({ from, to }, known);
  const reckoned = missing ? await reckon(em, missing, to, now) : [];
  for (const one of reckoned) if (!known.has(one.day)) known.set(one.day, one);
  return [...known.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function figuresIn(noted: PlatformDay): DayFigures {
  const { day, users, activeSubscriptions, revenue, activeControllers, alerts } = noted;
  return { day, users, activeSubscriptions, revenue, activeControllers, alerts };
}

function firstMissing({ from, to }: Period, known: ReadonlyMap<string, unknown>): string | undefined {
  for (let day = from; day <= to; day = daysAfter(day, 1)) if (!known.has(day)) return day;
  return undefined;
}

/**
 * Notes the days that are over since the last that was noted; at first only the one before. What was there before that stays
 * reckoned.
 */
export async function noteDays(em: EntityManager, now: Date): Promise<void> {
  const yesterday = daysAfter(dayOf(now), -1);
  const [last] = await em.find(PlatformDay, {}, { orderBy: { day: 'desc' }, limit: 1 });
  const from = last ? daysAfter(last.day, 1) : yesterday;
  if (from > yesterday) return;
  const rows = await reckon(em, from, yesterday, now);
  await em.upsertMany(PlatformDay, rows, { onConflictFields: ['day'], onConflictAction: 'ignore' });
}
