import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  type Row,
  cloudOnly,
  office,
  twoConsoles,
  twoByCloud,
  cpu,
  raisedAfter,
  closedAfter,
  down,
  ap,
  wired,
  consoleOf,
  ofItem,
} from './scenarios.shared.ts';

/** Networks that restart, and the smaller traps, with the alerts that they must raise. */

/** What the connector answers while the Network application restarts. */
const refusals = [
  { status: 503, shape: 'edge' },
  { status: 503, shape: 'cloud' },
  { status: 401, shape: 'edge' },
  { status: 401, shape: 'cloud' },
  { status: 403, shape: 'cloud' },
] as const;

const twin = (world: World, fields: object, more: object = {}) =>
  consoleOf(world).listExtra({ mac: ap(world).device.mac, fields: { ...fields }, ...more });
const relay = (world: World, status: string) =>
  consoleOf(world)
    .clearExtra()
    .listExtra({ fields: { id: 'b2a7', name: 'Relay', model: 'UACC', status, isManaged: true } });
const notEver = { status: 'offline', startupTime: null };

export const restarts: Scenario[] = ofItem(7, [
  ...refusals.map((refusal): Row => ({
    title: `A Network application that restarts behind ${refusal.status} of the ${refusal.shape} raises nothing, and its figures are back at once`,
    rules: [{}, cpu],
    steps: [
      [2.5, (world) => consoleOf(world).stopNetwork(refusal)],
      [4.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [8.5, (world) => consoleOf(world).startNetwork()],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: [9.5, 11.1] }],
    shows: [
      [7.5, { controller: { isNot: ['error'], polled: true } }],
      [10.5, { controller: { status: ['online'], reason: false } }],
    ],
    ends: 12,
  })),
  ...refusals.slice(2).map((refusal): Row => ({
    title: `A connector that answers ${refusal.status} of the ${refusal.shape} for some minutes, with a valid key, is read again within two minutes`,
    rules: [{}, cpu],
    steps: [
      [2.5, (world) => consoleOf(world).failConnector(refusal)],
      [4.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [6.5, (world) => consoleOf(world).failConnector(undefined)],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: [7.5, 10.1] }],
    shows: [[5.5, { controller: { isNot: ['error'], polled: true } }]],
    ends: 11,
  })),
  ...[10, 40].map((every): Row => ({
    title: `A Network application that comes back is read in full within a minute, with rounds ${every} s apart`,
    rules: [cpu],
    every,
    steps: [
      [2.5, (world) => consoleOf(world).stopNetwork()],
      [4.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [8.4, (world) => consoleOf(world).startNetwork()],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: [9.4, 10.4 + every / 60] }],
    ends: 12,
  })),
  {
    title:
      'A Network application that restarts, while the cloud calls all its devices offline, raises no alert per device',
    steps: [
      [
        2.5,
        (world) => {
          consoleOf(world).stopNetwork();
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).cloudSays('offline');
        },
      ],
      [
        7.5,
        (world) => {
          consoleOf(world).startNetwork();
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).cloudSays(undefined);
        },
      ],
    ],
    may: ['Office'],
    shows: [
      [6.5, { device: 'AP Lobby', isNot: ['offline'] }],
      [10, { device: 'AP Lobby', state: ['online'] }],
    ],
    ends: 11,
  },
  {
    title: 'A device that fails while the Network application restarts is alerted after its return',
    steps: [
      [2.5, (world) => consoleOf(world).stopNetwork()],
      [4.5, (world) => ap(world).goOffline().cloudSays('online')],
      [6.5, (world) => [consoleOf(world).startNetwork(), ap(world).cloudSays(undefined)]],
    ],
    alerts: [{ about: 'AP Lobby', raised: [7.5, 9.5] }],
    ends: 10,
  },
  {
    title:
      'An open alert about a processor outlasts a restart of the Network application, and closes after it',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [4.5, (world) => consoleOf(world).stopNetwork()],
      [5.5, (world) => wired(world).load({ cpuPercent: 10 })],
      [8.5, (world) => consoleOf(world).startNetwork()],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(1.5), closed: [8.5, 10.1] }],
    ends: 12,
  },
  {
    title:
      'A controller that is added while the Network application restarts is read in full soon after its return',
    rules: [cpu],
    before: (world) => {
      consoleOf(world).stopNetwork();
      wired(world).load({ cpuPercent: 97 });
    },
    steps: [[4.5, (world) => consoleOf(world).startNetwork()]],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: [5.5, 7.1] }],
    ends: 9,
  },
  {
    title: 'An outage of the power that also restarts the Network application is alerted once it is back',
    steps: [
      [2.5, (world) => consoleOf(world).disconnect()],
      [4.5, (world) => consoleOf(world).reconnect().stopNetwork()],
      [5, (world) => wired(world).goOffline().cloudSays('online')],
      [7.5, (world) => [consoleOf(world).startNetwork(), wired(world).cloudSays(undefined)]],
    ],
    alerts: [
      { about: 'Office', type: ['console_offline'], raised: raisedAfter(2.5), closed: [4.5, 9.1] },
      { about: 'Switch', raised: [8.5, 10.5] },
    ],
    ends: 11,
  },
]);

export const smaller: Scenario[] = ofItem(9, [
  {
    title: 'Figures of an old heartbeat are no measurement: nothing is raised from them',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).stopHeartbeats(world.minute(-30)).load({ cpuPercent: 97 })],
      [7.5, (world) => wired(world).resumeHeartbeats()],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(7.5) }],
    ends: 11,
  },
  {
    title: 'Figures of an old heartbeat close nothing',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).load({ cpuPercent: 97 })],
      [4.5, (world) => wired(world).stopHeartbeats(world.minute(-30)).load({ cpuPercent: 5 })],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(1.5) }],
    ends: 10,
  },
  {
    title: 'Figures of an old heartbeat close nothing, also on a console with a single device',
    keys: [{ value: 'test-key', consoles: [{ name: 'Office', devices: [] }] }],
    rules: [cpu],
    steps: [
      [1.5, ({ network }) => network.device('Office').load({ cpuPercent: 97 })],
      [
        4.5,
        ({ network, minute }) => network.device('Office').stopHeartbeats(minute(-30)).load({ cpuPercent: 5 }),
      ],
    ],
    alerts: [{ about: 'Office', type: ['high_cpu'], raised: raisedAfter(1.5) }],
    ends: 12,
  },
  {
    title:
      'A console whose clock is set back by half an hour has its processors judged again two rounds later',
    rules: [cpu],
    before: (world) => consoleOf(world).skewClock(1_800_000),
    steps: [
      [2.5, (world) => consoleOf(world).skewClock(0)],
      [4.5, (world) => wired(world).load({ cpuPercent: 97 })],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(4.5) }],
    ends: 8,
  },
  {
    title: 'A console whose clock is half an hour behind has its processors judged all the same',
    rules: [cpu],
    before: (world) => consoleOf(world).skewClock(-1_800_000),
    steps: [[2.5, (world) => wired(world).load({ cpuPercent: 97 })]],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(2.5) }],
    ends: 6,
  },
  {
    title: 'A console whose clock is half an hour ahead has its processors judged all the same',
    rules: [cpu],
    before: (world) => consoleOf(world).skewClock(1_800_000),
    steps: [[2.5, (world) => wired(world).load({ cpuPercent: 97 })]],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: raisedAfter(2.5) }],
    ends: 6,
  },
  {
    title: 'A device that updates for ten minutes raises nothing',
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [11.5, (world) => ap(world).comeOnline()],
    ],
    ends: 14,
  },
  ...[undefined, cloudOnly].map((keys): Row => ({
    title: `A device that updates for longer than fifteen minutes is alerted${keys ? ', by the cloud alone too' : ''}`,
    keys,
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [22.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [16.4, 20], closed: closedAfter(22.5) }],
    ends: 25,
  })),
  {
    title: 'A device that updates and comes back in between is not counted as updating all the time',
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [9.5, (world) => ap(world).comeOnline()],
      [11.5, (world) => ap(world).startUpdating()],
      [20.5, (world) => ap(world).comeOnline()],
    ],
    ends: 22,
  },
  ...[true, false].map((first): Row => ({
    title: `Of a MAC that is listed twice in one group, the fresher row wins when it comes ${first ? 'last' : 'first'}`,
    keys: cloudOnly,
    steps: [
      [1.5, (world) => twin(world, notEver, { first })],
      [5.5, (world) => ap(world).goOffline()],
    ],
    alerts: [down('AP Lobby', 5.5)],
    shows: [[4.5, { device: 'AP Lobby', state: ['online'] }]],
    ends: 9,
  })),
  {
    title: 'Of a MAC that is listed in two groups of a console, the row of the fresher group wins',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => twin(world, { status: 'offline' }, { updatedAt: world.minute(-30) })],
      [5.5, (world) => ap(world).goOffline()],
    ],
    alerts: [down('AP Lobby', 5.5)],
    shows: [[4.5, { device: 'AP Lobby', state: ['online'], rows: 1 }]],
    ends: 9,
  },
  {
    title: 'A device without a MAC is shown and counted, and alerted when it goes offline',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => relay(world, 'online')],
      [5.5, (world) => relay(world, 'offline')],
      [9.5, (world) => relay(world, 'online')],
    ],
    alerts: [down('Relay', 5.5, 9.5)],
    shows: [
      [4.5, { device: 'Relay', state: ['online'] }],
      [4.5, { summary: { totalDevices: 4 } }],
      [8.5, { device: 'Relay', state: ['offline'] }],
    ],
    ends: 12,
  },
  ...[true, false].map((leavesRow): Row => ({
    title: `A device that moved to another console${leavesRow ? ', which its old one still lists as offline,' : ''} is listed once and raises nothing`,
    keys: twoByCloud,
    steps: [[2.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse', { leavesRow })]],
    shows: [
      [5.5, { device: 'AP Lobby', state: ['online'], rows: 1 }],
      [5.5, { summary: { totalDevices: 5, offlineDevices: 0 } }],
    ],
    ends: 8,
  })),
  {
    title: 'The alert of a device that moved closes when its new console sees it online',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse').comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 5.5)],
    ends: 8,
  },
  {
    title: 'The summary counts no device that has been removed',
    steps: [[2.5, (world) => ap(world).remove()]],
    shows: [
      [2.4, { summary: { totalDevices: 3, onlineDevices: 3 } }],
      [23, { summary: { totalDevices: 2, onlineDevices: 2, unknownDevices: 0 } }],
    ],
    ends: 23.5,
  },
  {
    title:
      'An account whose lists are all empty is unknown, with a reason, and neither raises nor closes anything',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => consoleOf(world).leaveAccount()],
    ],
    alerts: [down('AP Lobby', 1.5)],
    may: ['Office'],
    shows: [
      [6.5, { controller: { isNot: ['online'], reason: true, polled: true } }],
      [6.5, { device: 'Switch', state: ['unknown'] }],
    ],
    ends: 8,
  },
  ...[60, 10, 5].flatMap((every) =>
    ([429, 500] as const).map((respond): Row => ({
      title: `A UniFi cloud that answers ${respond} for 20 seconds delays an alert by less than 35, with rounds ${every} s apart`,
      every,
      steps: [
        [
          1.999,
          (world) => {
            ap(world).goOffline();
            world.unifi.faults.add({
              path: '/v1/',
              respond,
              retryAfter: null,
              until: world.minute(2) + 20_000,
            });
          },
        ],
      ],
      // Without the fault it would be raised at 3.
      alerts: [{ about: 'AP Lobby', raised: [3, 3 + 35 / 60] }],
      ends: 5,
    })),
  ),
  {
    title: 'The version of UniFi OS is not shown as that of the Network application',
    keys: [
      {
        value: 'test-key',
        consoles: [{ ...office, osVersion: '5.1.12', networkVersion: '10.3.55', traps: ['noControllers'] }],
        connector: false,
      },
    ],
    selected: 'Office',
    shows: [[1.5, { controller: { version: null } }]],
    ends: 2,
  },
  {
    title: 'The version of the Network application is shown where UniFi reports it',
    selected: 'Office',
    shows: [[1.5, { controller: { version: '10.3.55' } }]],
    ends: 2,
  },
]);
