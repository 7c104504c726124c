import type { Scenario } from '#tests/support/scenario.ts';
import {
  twoConsoles,
  cpu,
  ports,
  raisedAfter,
  closedAfter,
  down,
  ap,
  wired,
  consoleOf,
  ofItem,
} from './scenarios.shared.ts';

/** Outages, flapping and figures of ordinary networks, and which alerts they must raise. */

export const ordinary: Scenario[] = ofItem(0, [
  {
    title: 'A device that goes offline is alerted after its rule’s duration, and closed when it is back',
    steps: [
      [2.5, (world) => ap(world).goOffline()],
      [6.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 2.5, 6.5), severity: ['error'] }],
    shows: [[4.5, { device: 'AP Lobby', state: ['offline'] }]],
    ends: 9,
  },
  {
    title: 'A device that is offline for less than its rule’s duration raises nothing',
    rules: [{ duration: 4 }],
    steps: [
      [2.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).comeOnline()],
    ],
    ends: 10,
  },
  {
    title: 'A device that flaps keeps one alert instead of raising many',
    steps: [1, 5, 9, 13].flatMap((minute) => [
      [minute + 0.5, (world) => ap(world).goOffline()],
      [minute + 2.7, (world) => ap(world).comeOnline()],
    ]),
    alerts: [down('AP Lobby', 1.5, 3.7), { about: 'AP Lobby', raised: [6.5, 8] }],
    ends: 18,
  },
  {
    title: 'A console that loses the cloud raises one alert, and none for the devices behind it',
    steps: [
      [2.5, (world) => consoleOf(world).disconnect()],
      [6.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts: [
      { about: 'Office', type: ['console_offline'], raised: raisedAfter(2.5), closed: closedAfter(6.5) },
    ],
    shows: [
      [4.5, { device: 'AP Lobby', state: ['unknown'] }],
      [8.5, { device: 'AP Lobby', state: ['online'] }],
    ],
    ends: 10,
  },
  {
    title: 'A device that failed while its console was away is alerted once the console is back',
    steps: [
      [1.5, (world) => consoleOf(world).disconnect()],
      [3.5, (world) => ap(world).goOffline()],
      [5.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts: [
      { about: 'Office', type: ['console_offline'], raised: raisedAfter(1.5), closed: closedAfter(5.5) },
      down('AP Lobby', 5.5),
    ],
    ends: 9,
  },
  {
    title: 'One of two consoles that is away hides nothing of the other',
    keys: twoConsoles,
    steps: [
      [1.5, ({ network }) => network.console('Warehouse').disconnect()],
      [2.5, (world) => ap(world).goOffline()],
    ],
    alerts: [
      { about: 'Warehouse', type: ['console_offline'], raised: raisedAfter(1.5) },
      down('AP Lobby', 2.5),
    ],
    ends: 6,
  },
  {
    title: 'A UniFi cloud that is down for ten minutes raises nothing and closes nothing',
    steps: [
      [1.5, (world) => wired(world).goOffline()],
      [4.5, ({ unifi, minute }) => unifi.faults.add({ path: '/v1/', respond: 500, until: minute(14.5) })],
    ],
    alerts: [{ ...down('Switch', 1.5), severity: ['critical'] }],
    shows: [[10, { controller: { status: ['error'], reason: true, polled: true } }]],
    ends: 18,
  },
  {
    title: 'A UniFi cloud that answers web pages instead of lists raises nothing and closes nothing',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, ({ unifi, minute }) => unifi.faults.add({ path: '/v1/', respond: 'html', until: minute(7.5) })],
      [7.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: [7.5, 14] }],
    ends: 15,
  },
  {
    title: 'A key that was revoked raises nothing, closes nothing and is no longer used',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, ({ network }) => network.key('test-key').revoke()],
    ],
    alerts: [down('AP Lobby', 1.5)],
    shows: [[8, { controller: { status: ['error'], reason: true } }]],
    ends: 9,
  },
  {
    title: 'A port that was up is alerted while it is down, and an unused one never',
    rules: [ports],
    before: (world) => wired(world).portUp(3).portDown(4),
    steps: [
      [2.5, (world) => wired(world).portDown(3)],
      [6.5, (world) => wired(world).portUp(3)],
    ],
    alerts: [{ about: 'Switch', type: ['port_down'], raised: raisedAfter(2.5), closed: closedAfter(6.5) }],
    ends: 9,
  },
  {
    title: 'A processor that is busy is alerted, and closed when it is calm',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [6.5, (world) => wired(world).load({ cpuPercent: 20 })],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(1.5), closed: closedAfter(6.5) }],
    ends: 9,
  },
  {
    title: 'A processor that is not measured raises nothing and closes nothing',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [4.5, (world) => wired(world).load({ cpuPercent: undefined })],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(1.5) }],
    ends: 8,
  },
  {
    title: 'A console that was replaced under the same name raises nothing about its devices',
    steps: [[2.5, (world) => consoleOf(world).replace()]],
    may: ['Office'],
    ends: 7,
  },
  {
    title: 'A device that was renamed keeps its alert',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => ap(world).change({ name: 'AP Foyer' })],
      [6.5, ({ network }) => network.device('AP Foyer').comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: closedAfter(6.5) }],
    ends: 9,
  },
]);
