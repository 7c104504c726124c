import { describe, expect, test } from 'vitest';
import { decideStorm, type Traffic } from '#api/features/notifications/storm.ts';

const at = new Date('2026-11-20T23:00:00Z');
const inMinutes = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

describe('A storm', () => {
  const calm: Traffic = {
    due: 0,
    urgent: 0,
    recent: 0,
    lastSummary: null,
    summariesSent: 0,
    firstWaitingAt: null,
    hasPendingSummary: false,
  };
  const ago = (minutes: number, summariesSent = 1) => ({
    lastSummary: inMinutes(-minutes),
    firstWaitingAt: inMinutes(-minutes + 0.5),
    summariesSent,
  });
  test.each<[string, Partial<Traffic>, object]>([
    ['four are four messages', { due: 4 }, { single: 4, others: 'none' }],
    ['of five, one is summarised', { due: 5 }, { single: 4, others: 'summarise', continues: false }],
    ['those of the last minute count', { due: 2, recent: 3 }, { single: 1, others: 'summarise' }],
    [
      'a summary is followed by the next a minute later',
      { due: 3, recent: 4, ...ago(0.5) },
      { single: 0, others: { at: inMinutes(0.5) } },
    ],
    ['that goes on is told by summaries alone', { due: 1, ...ago(1) }, { single: 0, others: 'summarise' }],
    ['goes on with its last summary', { due: 7, ...ago(1) }, { others: 'summarise', continues: true }],
    ['is told of after two minutes more', { due: 7, ...ago(1, 2) }, { others: { at: inMinutes(1) } }],
    ['then after five', { due: 7, ...ago(1, 3) }, { others: { at: inMinutes(4) } }],
    ['then every ten', { due: 7, ...ago(1, 9) }, { others: { at: inMinutes(9) } }],
    [
      'tells critical alerts at once',
      { due: 6, urgent: 2, ...ago(0.5) },
      { single: 2, others: { at: inMinutes(0.5) } },
    ],
    ['of critical alerts alone waits for nothing', { due: 2, urgent: 2, ...ago(0.5) }, { others: 'none' }],
    ['tells four of them at most', { due: 9, urgent: 9, recent: 1, ...ago(0.5) }, { single: 3 }],
    ['that abates after long lets single messages through', { due: 3, ...ago(10, 4) }, { others: 'none' }],
    ['that does not goes on', { due: 5, ...ago(10, 4) }, { single: 0, others: 'summarise', continues: true }],
    [
      'without news for ten minutes is over',
      { due: 6, summariesSent: 1, lastSummary: inMinutes(-11), firstWaitingAt: inMinutes(0) },
      { single: 4, others: 'summarise', continues: false },
    ],
    [
      'that ended lets single messages through',
      { due: 1, summariesSent: 1, lastSummary: inMinutes(-11), firstWaitingAt: inMinutes(0) },
      { single: 1, others: 'none' },
    ],
    [
      'joins the summary that is not out yet',
      { due: 3, recent: 3, hasPendingSummary: true },
      { single: 1, others: 'join' },
    ],
  ])('%s', (_, traffic, decision) => {
    expect(decideStorm({ ...calm, ...traffic }, at)).toMatchObject(decision);
  });
});
