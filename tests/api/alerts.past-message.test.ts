import { expect, test } from 'vitest';
import { messageOf, type Occurrence } from '#api/features/alerts/message.ts';
import { AlertType } from '#api/features/alerts/alert.enums.ts';
import { pastMessage } from '#api/features/alerts/past-message.ts';

const since = new Date('2026-11-20T20:18:10Z');

function past(occurrence: Partial<Occurrence>, until = '2026-11-20T20:21:20Z'): string {
  const all = { type: AlertType.device_offline, name: 'AP Lobby', consoleName: 'HQ', since, at: since };
  return pastMessage({ message: messageOf({ ...all, ...occurrence }), since }, new Date(until));
}

test.each([
  [{}, 'AP Lobby at HQ was offline from 20:18 to 20:21 UTC (3 min)'],
  [{ at: new Date('2026-11-21T00:10:00Z') }, 'AP Lobby at HQ was offline from 20:18 to 20:21 UTC (3 min)'],
  [{ name: 'What is up' }, 'What is up at HQ was offline from 20:18 to 20:21 UTC (3 min)'],
  [
    { type: AlertType.console_offline, name: 'HQ', deviceCount: 3 },
    'Console HQ was unreachable from 20:18 to 20:21 UTC (3 min)',
  ],
  [
    { type: AlertType.port_down, port: 7 },
    'Port 7 of AP Lobby at HQ was down from 20:18 to 20:21 UTC (3 min)',
  ],
  [
    { type: AlertType.client_disconnect, name: 'Printer', uplinkName: 'Switch 2' },
    'Printer at HQ was disconnected from Switch 2 from 20:18 to 20:21 UTC (3 min)',
  ],
])('%j is told in the past once it is over', (occurrence, told) => expect(past(occurrence)).toBe(told));

test('What was measured stays in the sentence', () => {
  const measured = { value: 95, threshold: 90 };
  expect(past({ type: AlertType.high_cpu, measured })).toMatch(
    /^CPU .*of AP Lobby at HQ was at 95 ?%, above 90 ?%, from 20:18 to 20:21 UTC \(3 min\)$/,
  );
});

test.each([
  ['2026-11-20T20:18:40Z', 'from 20:18 to 20:18 UTC (30 s)'],
  ['2026-11-20T22:18:10Z', 'from 20:18 to 22:18 UTC (2 h)'],
  ['2026-11-22T21:20:00Z', 'from 2026-11-20 20:18 to 2026-11-22 21:20 UTC (2 d 1 h)'],
])('Over at %s: %s', (until, span) => expect(past({}, until)).toBe(`AP Lobby at HQ was offline ${span}`));

test('A sentence of another form keeps its words', () => {
  expect(pastMessage({ message: 'Something odd', since }, new Date('2026-11-20T20:21:20Z'))).toBe(
    'Something odd, from 20:18 to 20:21 UTC (3 min)',
  );
});
