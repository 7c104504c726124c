/** A time in a row. Raw queries return text. */
export function dateOf(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value);
}
