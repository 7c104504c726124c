const DAY = 24 * 60 * 60_000;
/** How far back the dashboard's sums reach, in days (the api says the same of its answer). */
const REACH = 30;

/** A share of 0 to 100 with one decimal, rounded down: 99.97 is not 100. */
export const uptimeText = (percent: number): string =>
  percent >= 100 ? '100' : (Math.floor(percent * 10) / 10).toFixed(1);

/** Which time a sum is about: the whole reach, or what there is of it. */
export function periodText(measuredSince: Date, now: Date): string {
  const age = (now.getTime() - measuredSince.getTime()) / DAY;
  if (age >= REACH - 1) return `last ${REACH} days`;
  if (measuredSince.toDateString() === now.toDateString()) return 'since today';
  const day = measuredSince.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
  return `since ${day.replaceAll(' ', '\u00a0')}`;
}
