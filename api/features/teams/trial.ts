/** Days that a new team watches without a subscription (DECISIONS section 7). */
export const trialDays = 14;

/** When the trial of a team that begins at `now` is over. */
export function endOfTrial(now: number): Date {
  return new Date(now + trialDays * 86_400_000);
}
