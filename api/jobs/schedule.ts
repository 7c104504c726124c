import { parseCronItems, type ParsedCronItem } from 'graphile-worker';
import type { Tasks } from '#api/wiring/jobs.ts';

/** Tasks that run by the clock (UTC), once per time however many workers there are. */
const schedule: { task: keyof Tasks & string; match: string }[] = [
  { task: 'remove-expired-sessions', match: '17 * * * *' },
  { task: 'remove-unverified-accounts', match: '29 2 * * *' },
  { task: 'remove-old-mails', match: '41 3 * * *' },
  { task: 'remove-old-uploads', match: '47 3 * * *' },
  { task: 'poll-halopsa-tickets', match: '* * * * *' },
  { task: 'refresh-all-halopsa-lists', match: '53 4 * * *' },
  { task: 'remove-old-timelines', match: '23 4 * * *' },
  { task: 'resume-deliveries', match: '* * * * *' },
  { task: 'remove-old-events', match: '33 3 * * *' },
  { task: 'remove-old-history', match: '5 3 * * *' },
  { task: 'remove-old-pushes', match: '27 * * * *' },
  { task: 'rest-controllers', match: '* * * * *' },
  { task: 'tidy-queue', match: '11 5 * * *' },
  { task: 'read-bounces', match: '7 * * * *' },
  { task: 'tell-trials', match: '* * * * *' },
  { task: 'note-platform-days', match: '2 * * * *' },
  { task: 'roll-up-metrics', match: '13 * * * *' },
  { task: 'remove-unowned-metrics', match: '43 2 * * *' },
  { task: 'reconcile-billing', match: '37 1 * * *' },
];

/** The schedule as the worker reads it. What was missed while nothing ran is not made up for: clean-ups need not be. */
export function scheduled(): ParsedCronItem[] {
  return parseCronItems(schedule.map((item) => ({ ...item, options: { maxAttempts: 3 } })));
}
