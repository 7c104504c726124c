import type { Window } from '#web/features/maintenance/window-words.ts';

export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

export const weekly: Window = {
  id: 'w1',
  name: 'Backups',
  controllerId: null,
  siteId: null,
  siteName: null,
  deviceMac: null,
  deviceName: null,
  customerIds: [],
  tags: [],
  limitedTo: null,
  places: [],
  repeats: 'weekly',
  timeZone: 'Europe/London',
  startsAt: '2026-01-04T02:00',
  minutes: 120,
  weekdays: [7],
  lastDay: null,
  endedAt: null,
  createdBy: 'Alice Archer',
  activeUntil: null,
  nextStart: inHours(30),
  nextEnd: inHours(32),
};
