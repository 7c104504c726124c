/** `14:02 UTC` on the day that is meant, else `2026-11-20 14:02 UTC`. */
export function momentWords(moment: Date, day: Date): string {
  const [date, minute] = [moment.toISOString().slice(0, 10), moment.toISOString().slice(11, 16)];
  return date === day.toISOString().slice(0, 10) ? `${minute} UTC` : `${date} ${minute} UTC`;
}
