import { fleet } from '#api/demo/unifi/network-build.ts';
import type { Scenario } from '#tests/support/scenario.ts';
import {
  type Row,
  cloudOnly,
  twoConsoles,
  twoByCloud,
  raisedAfter,
  closedAfter,
  raisedLateAfter,
  removedAfter,
  down,
  ap,
  wired,
  consoleOf,
  later,
  ramp,
  restart,
  ofItem,
} from './scenarios.shared.ts';

/** Networks whose lists are long, late, torn or shorter than before, and which alerts they must raise. */

export const vanished: Scenario[] = ofItem(5, [
  {
    title: 'A device in alert that UniFi drops from the list and still counts as offline stays in alert',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).vanish()],
    ],
    alerts: [down('AP Lobby', 1.5)],
    shows: [[29, { device: 'AP Lobby', isNot: ['online'] }]],
    ends: 30,
  },
  {
    title: 'A device that leaves the list while the count of offline devices rises is alerted',
    keys: cloudOnly,
    steps: [
      [2.5, (world) => ap(world).vanish()],
      [9.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(2.5), closed: closedAfter(9.5) }],
    shows: [[8.5, { device: 'AP Lobby', isNot: ['online'] }]],
    ends: 12,
  },
  {
    title: 'A device that leaves the cloud’s list, and that its console lists as offline, is alerted',
    steps: [[2.5, (world) => ap(world).vanish()]],
    alerts: [{ about: 'AP Lobby', raised: raisedAfter(2.5) }],
    ends: 6,
  },
  {
    title: 'A device that leaves both lists while the count of offline devices rises is alerted',
    steps: [[2.5, (world) => ap(world).vanishEverywhere()]],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(2.5) }],
    ends: 10,
  },
  {
    title: 'Two devices that leave the list at the same time are both alerted',
    keys: cloudOnly,
    steps: [[2.5, (world) => [ap(world).vanish(), wired(world).vanish()]]],
    alerts: ['AP Lobby', 'Switch'].map((about) => ({ about, raised: raisedLateAfter(2.5) })),
    ends: 10,
  },
  {
    title:
      'Of two devices that leave the list, the one that the counts call offline is alerted and the removed one is not',
    keys: cloudOnly,
    steps: [[2.5, (world) => [ap(world).vanish(), wired(world).remove()]]],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(2.5) }],
    ends: 10,
  },
  {
    title: 'A device that its administrator removes while it is online raises nothing',
    steps: [[2.5, (world) => ap(world).remove()]],
    ends: 8,
  },
  {
    title:
      'A device that its administrator removes while it is online raises nothing, by the cloud alone either',
    keys: cloudOnly,
    steps: [[2.5, (world) => ap(world).remove()]],
    ends: 8,
  },
  ...[
    { keys: undefined, seen: 'list, counts and connector' },
    { keys: cloudOnly, seen: 'list and counts' },
  ].map(({ keys, seen }): Row => ({
    title: `The alert of a device that is gone from ${seen} is closed as removed`,
    keys,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).remove()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: removedAfter(5.5), as: 'removed' }],
    ends: 27,
  })),
  {
    title: 'The alert of a device that left the list first and was removed days later is closed as removed',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => ap(world).vanish()],
      [10.5, (world) => ap(world).remove()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: removedAfter(10.5), as: 'removed' }],
    ends: 32,
  },
  {
    title: 'A device that is removed while its console is away keeps its alert until the console is back',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => consoleOf(world).disconnect()],
      [5.5, (world) => ap(world).remove()],
      [12.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts: [
      { ...down('AP Lobby', 1.5), closed: removedAfter(12.5), as: 'removed' },
      { about: 'Office', type: ['console_offline'], raised: raisedAfter(4.5), closed: closedAfter(12.5) },
    ],
    ends: 34,
  },
  {
    title: 'A device that is missing from a list which was not read whole is not taken for removed',
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [1.5, ({ network }) => network.device('AP Ramp').goOffline()],
      [4.5, ({ unifi }) => unifi.faults.add({ path: later('devices'), respond: 500 })],
    ],
    alerts: [down('AP Ramp', 1.5)],
    ends: 30,
  },
  {
    title: 'A device that was removed and adopted again is watched like any other',
    steps: [
      [2.5, (world) => ap(world).remove()],
      [6.5, (world) => void consoleOf(world).addDevice({ name: 'AP Lobby', mac: '245A4CAAAAAA' })],
      [8.5, ({ network }) => network.device('245A4CAAAAAA').goOffline()],
    ],
    alerts: [down('AP Lobby', 8.5)],
    ends: 12,
  },
  {
    title: 'A count of offline devices that rises while every device is listed raises nothing',
    keys: cloudOnly,
    before: (world) =>
      consoleOf(world).addDevice({ name: 'AP Attic', state: 'OFFLINE', managed: true, listed: false }),
    steps: [
      [3.5, (world) => consoleOf(world).addDevice({ name: 'AP Cellar', state: 'OFFLINE', listed: false })],
    ],
    may: ['AP Attic', 'AP Cellar'],
    shows: [[7.5, { device: 'AP Lobby', state: ['online'] }]],
    ends: 8,
  },
  {
    title: 'A site without statistics says nothing of a device that left the list: its alert stays open',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => consoleOf(world).trap('nullStatistics')],
      [5.5, (world) => ap(world).vanish()],
    ],
    alerts: [down('AP Lobby', 1.5)],
    ends: 30,
  },
]);

export const pages: Scenario[] = [
  {
    item: 3,
    title: 'An account of 20,000 devices on 100 consoles is watched, though a full page is over 10 MB',
    keys: [{ value: 'test-key', connector: false, consoles: fleet({ consoles: 100, devices: 200 }) }],
    steps: [[1.5, ({ network }) => network.device('Device 57.100').goOffline()]],
    alerts: [down('Device 57.100', 1.5)],
    shows: [[3.5, { summary: { totalDevices: 20_100, offlineDevices: 1, unknownDevices: 0 } }]],
    ends: 3.6,
  },
  ...['hosts', 'sites', 'devices'].map((list): Scenario => ({
    item: 3,
    title: `An account whose list of ${list} is over 10 MB on large pages is read in smaller ones`,
    before: ({ unifi }) =>
      unifi.faults.add({ path: `/v1/${list}`, respond: 'huge', overPageSize: list === 'devices' ? 3 : 20 }),
    keys: twoByCloud,
    steps: [
      [2.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 2.5, 5.5)],
    shows: [[4.5, { controller: { status: ['online'], reason: false } }]],
    ends: 7,
  })),
  {
    item: 3,
    title: 'A device list that no page size makes small enough leaves states unknown, and says so',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, ({ unifi }) => unifi.faults.add({ path: '/v1/devices', respond: 'huge' })],
    ],
    alerts: [down('AP Lobby', 1.5)],
    shows: [
      [6.5, { device: 'Switch', state: ['unknown'] }],
      [6.5, { controller: { reason: true, polled: true } }],
    ],
    ends: 7,
  },
  ...[
    { selected: 'Warehouse', which: 'the selected console' },
    { selected: undefined, which: 'one of two consoles' },
  ].map(({ selected, which }): Scenario => ({
    item: 6,
    title: `A second page of consoles that fails leaves ${which} unknown, with a reason, and raises nothing`,
    keys: twoConsoles,
    selected,
    largestPage: 1,
    steps: [
      [
        2.5,
        ({ unifi, minute }) => unifi.faults.add({ path: later('hosts'), respond: 500, until: minute(8.5) }),
      ],
      [3.5, ({ network }) => network.device('AP Ramp').goOffline()],
    ],
    alerts: [down('AP Ramp', 8.5)],
    shows: [
      [6.5, { device: 'AP Ramp', state: ['unknown'] }],
      [6.5, { controller: { ...(selected && { isNot: ['online'] }), reason: true, polled: true } }],
      [12, { controller: { status: ['online'], reason: false } }],
    ],
    ends: 12.5,
  })),
  {
    item: 6,
    title: 'A second page of consoles that fails hides nothing of the first',
    keys: twoConsoles,
    largestPage: 1,
    steps: [
      [1.5, ({ unifi }) => unifi.faults.add({ path: later('hosts'), respond: 502 })],
      [2.5, (world) => ap(world).goOffline()],
      [6.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 2.5, 6.5)],
    ends: 9,
  },
  {
    item: 6,
    title: 'A second page of devices that fails leaves its devices unknown, and those of the first watched',
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [
        2.5,
        ({ unifi, minute }) => unifi.faults.add({ path: later('devices'), respond: 500, until: minute(8.5) }),
      ],
      [3.5, ({ network }) => [network.device('AP Ramp').goOffline(), network.device('AP Lobby').goOffline()]],
    ],
    alerts: [down('AP Lobby', 3.5), down('AP Ramp', 8.5)],
    shows: [
      [6.5, { device: 'AP Ramp', state: ['unknown'] }],
      [6.5, { controller: { reason: true } }],
    ],
    ends: 12,
  },
  {
    item: 6,
    title: 'A second page of devices that fails is made up for by the console’s own list',
    keys: twoConsoles,
    largestPage: 1,
    steps: [
      [1.5, ({ unifi }) => unifi.faults.add({ path: later('devices'), respond: 500 })],
      [2.5, ({ network }) => network.device('AP Ramp').goOffline()],
    ],
    alerts: [down('AP Ramp', 2.5)],
    ends: 6,
  },
  {
    item: 6,
    title: 'A second page of sites that fails neither raises nor closes anything',
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [1.5, ({ network }) => network.device('AP Ramp').goOffline()],
      [4.5, ({ network }) => network.device('AP Ramp').vanish()],
      [5.5, ({ unifi }) => unifi.faults.add({ path: later('sites'), respond: 500 })],
    ],
    alerts: [down('AP Ramp', 1.5)],
    ends: 30,
  },
  {
    item: 6,
    title: 'Device lists that fail altogether leave every device unknown, with a reason',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, ({ unifi }) => unifi.faults.add({ path: '/v1/devices', respond: 500 })],
    ],
    alerts: [down('AP Lobby', 1.5)],
    shows: [
      [7.5, { device: 'Switch', state: ['unknown'] }],
      [7.5, { controller: { reason: true, polled: true } }],
    ],
    ends: 8,
  },
];

/** Devices that are gone from the list, next to counts that lag behind it or say otherwise. */
export const counts: Scenario[] = ofItem(5, [
  {
    title: 'A device that leaves the list three rounds before any count of its site changes is alerted then',
    keys: cloudOnly,
    steps: [
      [
        2.5,
        (world) => {
          ap(world).vanish();
          world.unifi.faults.add({
            path: '/v1/sites',
            until: world.minute(5.5),
            respond: (body) => {
              const { counts } = (body as { data: { statistics: { counts: Record<string, number> } }[] })
                .data[0]!.statistics;
              for (const name of ['offlineDevice', 'offlineWifiDevice', 'totalDevice', 'wifiDevice'])
                counts[name]! -= 1;
              return body;
            },
          });
        },
      ],
    ],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(5.5) }],
    ends: 14,
  },
  {
    title:
      'A device that comes back before its count falls, as another leaves the list, is online and the other alerted',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).vanish()],
      [
        6.5,
        (world) => {
          ap(world).comeOnline();
          world.unifi.faults.add({
            path: '/v1/sites',
            until: world.minute(9.5),
            respond: (body) => {
              const { counts } = (body as { data: { statistics: { counts: Record<string, number> } }[] })
                .data[0]!.statistics;
              for (const name of ['offlineDevice', 'offlineWifiDevice']) counts[name]! += 1;
              return body;
            },
          });
        },
      ],
      [9.5, (world) => wired(world).vanish()],
    ],
    alerts: [
      { about: 'AP Lobby', raised: raisedLateAfter(1.5), closed: closedAfter(6.5) },
      { about: 'Switch', raised: raisedLateAfter(9.5) },
    ],
    shows: [[9, { device: 'AP Lobby', state: ['online'] }]],
    ends: 16,
  },
  {
    title:
      'A device that leaves the list, over a restart of the program, keeps its alert, and closes as removed later',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).vanish()],
      [6.2, restart],
      [9.5, (world) => ap(world).remove()],
      [18.2, restart],
    ],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(1.5), closed: removedAfter(9.5), as: 'removed' }],
    ends: 32,
  },
  {
    title: 'A page of consoles that is empty in the middle of the account proves no console gone',
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [1.5, (world) => ramp(world).goOffline()],
      [
        4.5,
        ({ unifi, minute }) =>
          unifi.faults.add({
            path: later('hosts'),
            until: minute(80),
            respond: (body) => ({ ...(body as object), data: [], nextToken: 'more' }),
          }),
      ],
    ],
    alerts: [down('AP Ramp', 1.5)],
    shows: [[7, { controller: { reason: true, polled: true } }]],
    ends: 82,
  },
]);
