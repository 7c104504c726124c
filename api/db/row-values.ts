/** A time of a row: raw statements give texts. */
export function dateOf(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value);
}
