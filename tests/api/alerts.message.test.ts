import { expect, test } from 'vitest';
import { AlertResolution, AlertType } from '#api/features/alerts/alert.enums.ts';
import { messageOf, pastMessageOf, summaryOf, type AlertParts } from '#api/features/alerts/message.ts';
import { isoTime, knownZone, momentWords, reader } from '#api/lib/local-time.ts';

const since = new Date('2026-11-20T20:18:10Z');
const lobby: AlertParts = {
  type: AlertType.device_offline,
  deviceName: 'AP Lobby',
  siteName: 'HQ',
  since,
  timestamp: new Date('2026-11-20T20:19:00Z'),
};

const message = (alert: Partial<AlertParts>, zone = 'UTC', now = '2026-11-20T20:20:00Z') =>
  messageOf({ ...lobby, ...alert }, reader(zone, new Date(now)));

const past = (alert: Partial<AlertParts>, zone = 'UTC', until = '2026-11-20T20:21:20Z') =>
  pastMessageOf(
    { ...lobby, ...alert, resolution: AlertResolution.recovered, resolvedAt: new Date(until) },
    { timeZone: zone },
  );

const cpu = { type: AlertType.high_cpu, value: 97.2, threshold: 85 };
const port = { type: AlertType.port_down, port: 7 };
const printer = { type: AlertType.client_disconnect, deviceName: 'Printer', uplinkName: 'Switch 2' };
const console = { type: AlertType.console_offline, deviceName: 'HQ' };

test.each([
  [{}, 'AP Lobby (HQ) has been offline since 20:18 UTC'],
  [{ deviceName: 'HQ' }, 'HQ has been offline since 20:18 UTC'],
  [{ deviceName: null, deviceMac: 'AAAAAAAAAAAA' }, 'AAAAAAAAAAAA (HQ) has been offline since 20:18 UTC'],
  [{ networkSite: 'Depot' }, 'AP Lobby (Depot, HQ) has been offline since 20:18 UTC'],
  [port, 'Port 7 on AP Lobby (HQ) has been down since 20:18 UTC'],
  [printer, 'Printer (HQ) has been disconnected from Switch 2 since 20:18 UTC'],
  [{ ...printer, uplinkName: null }, 'Printer (HQ) has been disconnected since 20:18 UTC'],
  [console, 'Console HQ has been unreachable since 20:18 UTC'],
  [
    { ...console, deviceCount: 1 },
    'Console HQ has been unreachable since 20:18 UTC, so the state of 1 device is unknown',
  ],
  [cpu, 'CPU on AP Lobby (HQ) has been above 85% since 20:18 UTC (now 97%)'],
  [{ affectedCount: 1 }, 'AP Lobby (HQ) has been offline since 20:18 UTC, and 1 device behind it'],
  [{ affectedCount: 0 }, 'AP Lobby (HQ) has been offline since 20:18 UTC'],
  [
    { ...port, affectedCount: 17 },
    'Port 7 on AP Lobby (HQ) has been down since 20:18 UTC, and 17 devices behind it',
  ],
])('The message of %j is made from the parts of the alert', (alert, sentence) =>
  expect(message(alert)).toBe(sentence),
);

test.each([
  [{}, 'Offline since 20:18 UTC'],
  [{ networkSite: 'Depot' }, 'Offline in Depot since 20:18 UTC'],
  [port, 'Port 7 down since 20:18 UTC'],
  [{ affectedCount: 17 }, 'Offline since 20:18 UTC'],
  [printer, 'Disconnected from Switch 2 since 20:18 UTC'],
  [{ ...console, deviceCount: 3 }, 'Unreachable since 20:18 UTC, so the state of 3 devices is unknown'],
  [cpu, 'CPU above 85% since 20:18 UTC (now 97%)'],
  [
    { resolution: AlertResolution.recovered, resolvedAt: new Date('2026-11-20T20:21:20Z') },
    'Offline from 20:18 to 20:21 UTC',
  ],
  [{ flappingSince: since, calmSince: new Date('2026-11-20T20:21:20Z') }, 'Offline from 20:18 to 20:21 UTC'],
])('The summary of %j says what is wrong, without the device and its place', (alert, words) =>
  expect(
    summaryOf(
      { ...lobby, ...alert } as Parameters<typeof summaryOf>[0],
      reader('UTC', new Date('2026-11-20T20:20:00Z')),
    ),
  ).toBe(words),
);

test('A measured value counts as current for a few minutes only', () => {
  expect(message(cpu, 'UTC', '2026-11-20T20:40:00Z')).toBe(
    'CPU on AP Lobby (HQ) has been above 85% since 20:18 UTC (97% at 20:19 UTC)',
  );
});

test.each([
  ['Europe/Berlin', 'AP Lobby (HQ) has been offline since 21:18 CET'],
  ['America/Denver', 'AP Lobby (HQ) has been offline since 13:18 MST'],
  ['Asia/Kolkata', 'AP Lobby (HQ) has been offline since 01:48 IST'],
  ['Asia/Tokyo', 'AP Lobby (HQ) has been offline since 05:18 GMT+9'],
])('In %s the message shows the time in that zone, and names it', (zone, sentence) =>
  expect(message({}, zone)).toBe(sentence),
);

test('An alert that began on another day in the reader’s zone shows the date', () => {
  const midnight = '2026-11-20T23:30:00Z';
  expect(message({}, 'UTC', midnight)).toBe('AP Lobby (HQ) has been offline since 20:18 UTC');
  expect(message({}, 'Europe/Berlin', midnight)).toBe(
    'AP Lobby (HQ) has been offline since 20 Nov 2026, 21:18 CET',
  );
});

test.each([
  [{}, 'AP Lobby (HQ) was offline from 20:18 to 20:21 UTC (3 min)'],
  [
    { deviceName: 'What has been offline since' },
    'What has been offline since (HQ) was offline from 20:18 to 20:21 UTC (3 min)',
  ],
  [{ ...console, deviceCount: 3 }, 'Console HQ was unreachable from 20:18 to 20:21 UTC (3 min)'],
  [port, 'Port 7 on AP Lobby (HQ) was down from 20:18 to 20:21 UTC (3 min)'],
  [
    { affectedCount: 17 },
    'AP Lobby (HQ) was offline from 20:18 to 20:21 UTC (3 min), and 17 devices behind it',
  ],
  [printer, 'Printer (HQ) was disconnected from Switch 2 from 20:18 to 20:21 UTC (3 min)'],
  [cpu, 'CPU on AP Lobby (HQ) was above 85% from 20:18 to 20:21 UTC (3 min), measured at 97%'],
])('%j is in the past tense once it is over', (alert, sentence) => expect(past(alert)).toBe(sentence));

test.each([
  ['UTC', '2026-11-20T20:18:40Z', 'from 20:18 to 20:18 UTC (30 s)'],
  ['UTC', '2026-11-20T22:18:10Z', 'from 20:18 to 22:18 UTC (2 h)'],
  ['UTC', '2026-11-22T21:20:00Z', 'from 20 Nov 2026, 20:18 to 22 Nov 2026, 21:20 UTC (2 d 1 h)'],
  ['Asia/Tokyo', '2026-11-20T22:18:10Z', 'from 05:18 to 07:18 GMT+9 (2 h)'],
])('In %s, over at %s: %s', (zone, until, span) =>
  expect(past({}, zone, until)).toBe(`AP Lobby (HQ) was offline ${span}`),
);

test('A period over the end of summer time names both zones', () => {
  const summer = { since: new Date('2026-10-25T00:30:00Z') };
  expect(past(summer, 'Europe/Berlin', '2026-10-25T01:30:00Z')).toBe(
    'AP Lobby (HQ) was offline from 02:30 CEST to 02:30 CET (1 h)',
  );
});

test('An alert without a measured recovery has no message in the past tense', () => {
  const left = { ...lobby, resolution: AlertResolution.no_longer_watched, resolvedAt: since };
  expect(pastMessageOf(left, { timeZone: 'UTC' })).toBeNull();
});

test('Times are right before and after a clock change', () => {
  const at = (moment: string, zone: string) => momentWords(new Date(moment), reader(zone, new Date(moment)));
  expect(at('2026-03-29T00:59:59Z', 'Europe/London')).toBe('00:59 GMT');
  expect(at('2026-03-29T01:00:00Z', 'Europe/London')).toBe('02:00 BST');
  expect(at('2026-06-01T00:00:00Z', 'Asia/Kathmandu')).toBe('05:45 GMT+5:45');
});

test('A time in a file includes its offset', () => {
  expect(isoTime(since, 'UTC')).toBe('2026-11-20T20:18:10.000Z');
  expect(isoTime(since, 'America/St_Johns')).toBe('2026-11-20T16:48:10.000-03:30');
});

test.each(['Europe/Nowhere', '+01:00', '', 'x'.repeat(65), "UTC'--", 7, null])(
  '%j is not a time zone',
  (name) => expect(knownZone(name)).toBeUndefined(),
);
