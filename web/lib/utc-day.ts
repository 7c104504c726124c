/** The UTC day of a moment: `2026-11-22`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** "22 Nov 2026" of a UTC day (`2026-11-22`), in the reader's own format. */
export const dateOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
