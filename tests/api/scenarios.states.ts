import { fleet } from '#api/demo/unifi/network-build.ts';
import type { Scenario } from '#tests/support/scenario.ts';
import {
  type Row,
  cloudOnly,
  raisedAfter,
  closedAfter,
  down,
  lower,
  ap,
  consoleOf,
  ofItem,
} from './scenarios.shared.ts';

/** Networks whose devices and consoles change their state, and which alerts they must raise. */

export const states: Scenario[] = [
  ...(
    [
      ['AP Lobby', ['error']],
      ['Switch', ['critical']],
    ] as const
  ).map(([name, severity]): Scenario => ({
    item: 1,
    title: `${name} is down when the console reports it as interrupted, although the cloud still says online`,
    steps: [
      [2.5, ({ network }) => network.device(name).become('CONNECTION_INTERRUPTED').cloudSays('online')],
      [6.5, ({ network }) => network.device(name).become('ONLINE')],
    ],
    alerts: [{ ...down(name, 2.5, 6.5), severity: [...severity] }],
    shows: [[4.5, { device: name, state: ['offline'] }]],
    ends: 9,
  })),
  {
    item: 1,
    title: 'A device that the console reports as offline is down, although the cloud still says online',
    steps: [[2.5, (world) => ap(world).goOffline().cloudSays('online')]],
    alerts: [down('AP Lobby', 2.5)],
    ends: 6,
  },
  {
    item: 1,
    title: 'A device that the console reports as online is up, although the cloud still says offline',
    steps: [[2.5, (world) => ap(world).cloudSays('offline')]],
    shows: [[4.5, { device: 'AP Lobby', state: ['online'] }]],
    ends: 6,
  },
  ...['ISOLATED', 'U5G_INCORRECT_TOPOLOGY'].map((state): Scenario => ({
    item: 1,
    title: `A device that the console reports as ${state} is impaired, at a lower severity than offline`,
    steps: [
      [2.5, (world) => ap(world).become(state).cloudSays('online')],
      [6.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ about: 'AP Lobby', severity: lower, raised: raisedAfter(2.5), closed: closedAfter(6.5) }],
    shows: [
      [4.5, { device: 'AP Lobby', isNot: ['online', 'offline', 'unknown'] }],
      [8, { device: 'AP Lobby', state: ['online'] }],
    ],
    ends: 9,
  })),
  {
    item: 1,
    title: 'A device that the cloud alone calls isolated is impaired',
    keys: cloudOnly,
    steps: [
      [2.5, (world) => ap(world).cloudSays('isolated')],
      [6.5, (world) => ap(world).cloudSays('online')],
    ],
    alerts: [{ about: 'AP Lobby', severity: lower, raised: raisedAfter(2.5), closed: closedAfter(6.5) }],
    shows: [[4.5, { device: 'AP Lobby', isNot: ['online', 'offline', 'unknown'] }]],
    ends: 9,
  },
  ...[
    'connectionInterrupted',
    'disconnected',
    'CONNECTION_INTERRUPTED',
    'connection-interrupted',
    'Disconnected',
    ' OFFLINE ',
  ].map((word): Scenario => ({
    item: 1,
    title: `A device that the cloud alone calls “${word}” is down`,
    keys: cloudOnly,
    steps: [
      [2.5, (world) => ap(world).cloudSays(word)],
      [5.5, (world) => ap(world).cloudSays('online')],
    ],
    alerts: [down('AP Lobby', 2.5, 5.5)],
    shows: [[4.5, { device: 'AP Lobby', state: ['offline'] }]],
    ends: 7,
  })),
  {
    item: 1,
    title: 'An unrecognized state from the console is shown as unknown, never as online, and raises nothing',
    steps: [[2.5, (world) => ap(world).become('HIBERNATING').cloudSays('online')]],
    shows: [[4.5, { device: 'AP Lobby', state: ['unknown'] }]],
    ends: 7,
  },
  ...['hibernating', ''].map((word): Scenario => ({
    item: 1,
    title: `A cloud that says “${word}” of a device makes it unknown, never online, and raises nothing`,
    keys: cloudOnly,
    steps: [[2.5, (world) => ap(world).cloudSays(word)]],
    shows: [[4.5, { device: 'AP Lobby', state: ['unknown'] }]],
    ends: 7,
  })),
  {
    item: 1,
    title: 'An open alert outlasts an unrecognized state, and closes when the device is online',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => ap(world).become('HIBERNATING')],
      [7.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [down('AP Lobby', 1.5, 7.5)],
    ends: 10,
  },
  {
    item: 1,
    title: 'Devices that are adopted, made ready or deleted are neither up nor down for some minutes',
    keys: [{ value: 'test-key', consoles: fleet({ devices: 4 }) }],
    steps: [
      [
        2.5,
        ({ network }) =>
          ['PENDING_ADOPTION', 'ADOPTING', 'GETTING_READY', 'DELETING'].forEach((state, at) =>
            network.device(`Device 1.${at + 1}`).become(state),
          ),
      ],
    ],
    shows: [[4.5, { device: 'Device 1.2', isNot: ['online', 'offline'] }]],
    ends: 8,
  },
  {
    item: 1,
    title: 'A device that is isolated and then goes offline is alerted as offline, in one alert',
    steps: [
      [2.5, (world) => ap(world).become('ISOLATED')],
      [6.5, (world) => ap(world).become('OFFLINE')],
      [12.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ about: 'AP Lobby', severity: lower, raised: raisedAfter(2.5), closed: closedAfter(12.5) }],
    shows: [[10, { open: 'AP Lobby', severity: ['error'] }]],
    ends: 15,
  },
  {
    item: 1,
    title: 'A device that was offline and is back isolated keeps an alert of lower severity',
    steps: [
      [2.5, (world) => ap(world).become('OFFLINE')],
      [6.5, (world) => ap(world).become('ISOLATED')],
      [12.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ about: 'AP Lobby', severity: ['error'], raised: raisedAfter(2.5), closed: closedAfter(12.5) }],
    shows: [[10, { open: 'AP Lobby', severity: lower }]],
    ends: 15,
  },
  {
    item: 1,
    title: 'A device that is interrupted for less than its rule’s duration raises nothing',
    rules: [{ duration: 3 }],
    steps: [
      [2.5, (world) => ap(world).become('CONNECTION_INTERRUPTED')],
      [4.5, (world) => ap(world).become('ONLINE')],
    ],
    ends: 8,
  },
  {
    item: 4,
    title: 'States of a connected console do not expire while the date of its device group is quiet',
    keys: cloudOnly,
    before: (world) => consoleOf(world).goQuiet(),
    steps: [[13.5, (world) => ap(world).goOffline()]],
    alerts: [down('AP Lobby', 13.5)],
    shows: [
      [12.5, { device: 'AP Lobby', state: ['online'] }],
      [12.5, { controller: { status: ['online'], reason: false } }],
      [15.5, { device: 'Switch', state: ['online'] }],
    ],
    ends: 17,
  },
  {
    item: 4,
    title: 'An outage is alerted although the date of its device group is hours old',
    keys: cloudOnly,
    before: (world) => consoleOf(world).dateGroup(world.minute(-360)),
    steps: [
      [2.5, (world) => ap(world).goOffline()],
      [6.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 2.5, 6.5)],
    ends: 9,
  },
  {
    item: 4,
    title: 'A rule of fifteen minutes is not paused when the date of the group turns ten minutes old',
    keys: cloudOnly,
    rules: [{ duration: 15 }],
    before: (world) => consoleOf(world).goQuiet(),
    steps: [[1.5, (world) => ap(world).goOffline()]],
    alerts: [{ about: 'AP Lobby', raised: [16.5, 18] }],
    ends: 20,
  },
  {
    item: 4,
    title:
      'A console of which UniFi does not say whether it is connected, with an old report, proves nothing',
    keys: cloudOnly,
    before: (world) => consoleOf(world).dateGroup(world.minute(-60)),
    steps: [[2.5, (world) => consoleOf(world).sayState(null)]],
    shows: [
      [2.4, { device: 'AP Lobby', state: ['online'] }],
      [4.5, { device: 'AP Lobby', state: ['unknown'] }],
    ],
    ends: 6,
  },
];

export const consoles: Scenario[] = ofItem(8, [
  ...['offline', 'sleeping', 'updating', 'Rebooting', null].map((word): Row => ({
    title: `A console that ${word === null ? 'UniFi says nothing of' : `UniFi calls “${word}”`}, behind a connector that times out, is down or unknown, and so are its devices`,
    selected: 'Office',
    steps: [
      [2.5, (world) => consoleOf(world).disconnect(word)],
      [14.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts:
      word === 'offline'
        ? [
            {
              about: 'Office',
              type: ['console_offline'],
              raised: raisedAfter(2.5),
              closed: closedAfter(14.5),
            },
          ]
        : [],
    may: ['Office'],
    shows: [
      [5.5, { device: 'AP Lobby', state: ['unknown'] }],
      [5.5, { controller: { isNot: ['online'], reason: true } }],
      [13.5, { device: 'AP Lobby', state: ['unknown'] }],
      [18, { device: 'AP Lobby', state: ['online'] }],
      [18, { controller: { status: ['online'], reason: false } }],
    ],
    ends: 19,
  })),
  {
    title: 'A console without a reported state, behind a connector that times out, has no device online',
    selected: 'Office',
    steps: [[2.5, (world) => consoleOf(world).trap('nullReportedState').failConnector({ status: 408 })]],
    may: ['Office'],
    shows: [
      [5.5, { device: 'AP Lobby', state: ['unknown'] }],
      [5.5, { controller: { isNot: ['online'], reason: true } }],
    ],
    ends: 6,
  },
  {
    title: 'A console that UniFi calls “CONNECTED” is watched like any other',
    steps: [
      [0.5, (world) => consoleOf(world).sayState('CONNECTED')],
      [2.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 2.5, 5.5)],
    shows: [[7, { controller: { status: ['online'], reason: false } }]],
    ends: 8,
  },
  {
    title: 'A console in an unrecognized state, whose connector answers, is watched through it',
    steps: [
      [0.5, (world) => consoleOf(world).sayState('hibernating')],
      [2.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 2.5, 5.5)],
    shows: [[4.5, { device: 'Switch', state: ['online'] }]],
    ends: 8,
  },
  {
    title: 'A connector that times out beside a connected console leaves its devices to the cloud',
    steps: [
      [1.5, (world) => consoleOf(world).failConnector({ status: 408 })],
      [3.5, (world) => ap(world).goOffline()],
    ],
    alerts: [down('AP Lobby', 3.5)],
    ends: 7,
  },
]);
