import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  type Row,
  cloudOnly,
  closedAfter,
  consoleOf,
  down,
  ap,
  later,
  lower,
  ofItem,
  raisedAfter,
  raisedLateAfter,
  removedAfter,
  twoByCloud,
  twoConsoles,
  wired,
} from './scenarios.shared.ts';

/** Networks on which more than one thing happens, with the alerts that they must raise. */

/** A self-hosted server, which is no device of its own. */
const server = (...names: string[]) => [
  {
    value: 'test-key',
    connector: false,
    consoles: [{ name: 'Server', kind: 'network-server' as const, devices: names.map((name) => ({ name })) }],
  },
];
const device = (name: string) => (world: Pick<World, 'network'>) => world.network.device(name);
const gateway = ({ network }: World) => network.console('Office').device('Office');
/** Changes what a list of the cloud holds before it is delivered. */
const listing = (world: World, path: string, until: number, respond: (body: Body) => void) =>
  world.unifi.faults.add({
    path,
    until: world.minute(until),
    respond: (body) => {
      respond(body as Body);
      return body;
    },
  });
interface Body {
  data: { statistics: { counts: Record<string, number> }; devices: object[] }[];
}
/** The site counts one access point more as offline, or one less. */
const countOffline = (by: number) => (body: Body) => {
  for (const name of ['offlineDevice', 'offlineWifiDevice']) body.data[0]!.statistics.counts[name]! += by;
};

const gateways: Scenario[] = ofItem(1, [
  {
    title: 'A gateway that its own console reports as interrupted is down, although the console is connected',
    steps: [
      [2.5, (world) => gateway(world).become('CONNECTION_INTERRUPTED').cloudSays('online')],
      [6.5, (world) => gateway(world).become('ONLINE')],
    ],
    alerts: [down('Office', 2.5, 6.5)],
    ends: 9,
  },
  {
    title: 'An unrecognized state of a gateway is shown as unknown, and raises nothing',
    steps: [[2.5, (world) => gateway(world).become('HIBERNATING').cloudSays('online')]],
    shows: [[4.5, { device: 'Office', state: ['unknown'] }]],
    ends: 6,
  },
  {
    title:
      'A gateway that only a late row of the cloud calls offline raises nothing while its console is connected',
    keys: cloudOnly,
    steps: [[2.5, (world) => gateway(world).cloudSays('offline')]],
    ends: 6,
  },
  {
    title:
      'A device that is interrupted stays down while its connector fails and the cloud still says online',
    steps: [
      [1.5, (world) => ap(world).become('CONNECTION_INTERRUPTED').cloudSays('online')],
      [5.5, (world) => consoleOf(world).failConnector({ status: 500 })],
      [9.5, (world) => [ap(world).become('ONLINE'), consoleOf(world).failConnector(undefined)]],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: [9.5, 11.1] }],
    ends: 14,
  },
  {
    title: 'A device that is interrupted, offline and interrupted again has one alert',
    steps: [
      [1.5, (world) => ap(world).become('CONNECTION_INTERRUPTED')],
      [4.5, (world) => ap(world).become('OFFLINE')],
      [7.5, (world) => ap(world).become('CONNECTION_INTERRUPTED')],
      [9.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [down('AP Lobby', 1.5, 9.5)],
    ends: 12,
  },
  {
    title: 'An impaired device whose state becomes unrecognized keeps its alert until it is online',
    steps: [
      [1.5, (world) => ap(world).become('U5G_INCORRECT_TOPOLOGY')],
      [4.5, (world) => ap(world).become('HIBERNATING')],
      [7.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ about: 'AP Lobby', severity: lower, raised: raisedAfter(1.5), closed: closedAfter(7.5) }],
    ends: 10,
  },
  {
    title: 'The alert of a device that is being deleted and then gone is closed as removed',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).become('DELETING')],
      [6.5, (world) => ap(world).remove()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: removedAfter(6.5), as: 'removed' }],
    ends: 26,
  },
  {
    title: 'The alert of a device that was reset and waits to be adopted again is closed as removed',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).become('PENDING_ADOPTION').change({ managed: false })],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: removedAfter(5.5), as: 'removed' }],
    ends: 24,
  },
]);

const missing: Scenario[] = ofItem(5, [
  {
    title: 'A device that leaves the list a round after the count of offline devices has risen is alerted',
    keys: cloudOnly,
    steps: [
      [2.5, (world) => listing(world, '/v1/sites', 3.5, countOffline(1))],
      [3.5, (world) => ap(world).vanish()],
    ],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(3.5) }],
    ends: 12,
  },
  {
    title: 'A device that leaves the list a round before the count of offline devices rises is alerted',
    keys: cloudOnly,
    steps: [[2.5, (world) => [ap(world).vanish(), listing(world, '/v1/sites', 3.5, countOffline(-1))]]],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(2.5) }],
    ends: 12,
  },
  {
    title:
      'The only device of a server that leaves the list while the count of offline devices rises is alerted',
    keys: server('AP One'),
    steps: [[2.5, (world) => device('AP One')(world).vanish()]],
    alerts: [{ about: 'AP One', raised: raisedLateAfter(2.5) }],
    ends: 12,
  },
  {
    title: 'The alert of the only device of a server is closed as removed once list and counts are empty',
    keys: server('AP One'),
    steps: [
      [1.5, (world) => device('AP One')(world).goOffline()],
      [5.5, (world) => device('AP One')(world).remove()],
    ],
    alerts: [{ ...down('AP One', 1.5), closed: removedAfter(5.5), as: 'removed' }],
    ends: 30,
  },
  {
    title: 'A list of devices that is empty while the counts are not proves nothing',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => listing(world, '/v1/devices', 60, (body) => (body.data[0]!.devices = []))],
    ],
    alerts: [down('AP Lobby', 1.5)],
    may: ['Office'],
    shows: [[6, { device: 'Switch', isNot: ['online'] }]],
    ends: 30,
  },
  {
    title:
      'Of two offline devices of one kind, one leaves the list and the other is removed: only its alert is closed',
    keys: server('AP A', 'AP B', 'AP C'),
    steps: [
      [1.5, (world) => [device('AP A')(world).goOffline(), device('AP B')(world).goOffline()]],
      [4.5, (world) => device('AP A')(world).vanish()],
      [6.5, (world) => device('AP B')(world).remove()],
    ],
    alerts: [down('AP A', 1.5), { ...down('AP B', 1.5), closed: removedAfter(6.5), as: 'removed' }],
    ends: 30,
  },
  {
    title: 'A device that leaves the list as another comes back is alerted, though the count stays the same',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => wired(world).goOffline()],
      [4.5, (world) => [wired(world).comeOnline(), ap(world).vanish()]],
    ],
    alerts: [down('Switch', 1.5, 4.5), { about: 'AP Lobby', raised: raisedLateAfter(4.5) }],
    ends: 10,
  },
  {
    title: 'A device that leaves the list while its console is away is alerted once the console is back',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => consoleOf(world).disconnect()],
      [3.5, (world) => ap(world).vanish()],
      [5.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts: [
      { about: 'Office', type: ['console_offline'], raised: raisedAfter(1.5), closed: closedAfter(5.5) },
      { about: 'AP Lobby', raised: raisedLateAfter(5.5) },
    ],
    ends: 12,
  },
  {
    title: 'The alert of a device without a MAC is closed as removed, though the counts never held it',
    keys: cloudOnly,
    steps: [
      [
        1.5,
        (world) => consoleOf(world).listExtra({ fields: { id: 'b2a7', name: 'Relay', status: 'offline' } }),
      ],
      [5.5, (world) => consoleOf(world).clearExtra()],
    ],
    alerts: [{ ...down('Relay', 1.5), closed: removedAfter(5.5), as: 'removed' }],
    ends: 26,
  },
  {
    title: 'The alert of a console that was down and left the account is closed as removed',
    keys: twoConsoles,
    steps: [
      [1.5, ({ network }) => network.console('Warehouse').disconnect()],
      [5.5, ({ network }) => network.console('Warehouse').leaveAccount()],
    ],
    alerts: [{ about: 'Warehouse', raised: raisedAfter(1.5), closed: [5.5, 70], as: 'removed' }],
    ends: 75,
  },
]);

const refusals: Scenario[] = ofItem(6, [
  ...[500, 429].map((respond): Row => ({
    title: `A second page of devices that answers ${respond} for 20 seconds delays an alert by less than 35`,
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [
        1.999,
        (world) => {
          device('AP Ramp')(world).goOffline();
          const until = world.minute(2) + 20_000;
          world.unifi.faults.add({ path: later('devices'), respond, retryAfter: null, until });
        },
      ],
    ],
    alerts: [{ about: 'AP Ramp', raised: [3, 3 + 35 / 60] }],
    ends: 6,
  })),
  ...['devices', 'sites'].map((list): Row => ({
    title: `A list of ${list} that answers 401 beside consoles that are listed does not end the watch`,
    keys: cloudOnly,
    steps: [
      [
        1.5,
        ({ unifi, minute }) => unifi.faults.add({ path: `/v1/${list}`, respond: 401, until: minute(4.5) }),
      ],
      [3.5, (world) => ap(world).goOffline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [4.5, 7] }],
    shows: [[3, { controller: { polled: true } }]],
    ends: 9,
  })),
  {
    title: 'A list of consoles that answers 403 for some minutes delays an alert and loses none',
    keys: cloudOnly,
    steps: [
      [1.5, ({ unifi, minute }) => unifi.faults.add({ path: '/v1/hosts', respond: 403, until: minute(4.2) })],
      [3.5, (world) => ap(world).goOffline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [5, 7] }],
    ends: 9,
  },
]);

const moved: Scenario[] = ofItem(9, [
  ...[undefined, 'Warehouse'].map((selected): Row => ({
    title: `A device that moved, and that its old console still lists, is alerted at its new one${selected ? ', also where only that is watched' : ''}`,
    keys: twoByCloud,
    selected,
    steps: [
      [2.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse', { leavesRow: true })],
      [5.5, ({ network }) => network.console('Warehouse').device('AP Lobby').goOffline()],
      [9.5, ({ network }) => network.console('Warehouse').device('AP Lobby').comeOnline()],
    ],
    alerts: [down('AP Lobby', 5.5, 9.5)],
    ends: 12,
  })),
  {
    title:
      'A device that moved is not alerted by the row it left behind while the list of its new console fails',
    keys: twoByCloud,
    largestPage: 1,
    steps: [
      [1.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse', { leavesRow: true })],
      [
        4.5,
        ({ unifi, minute }) => unifi.faults.add({ path: later('devices'), respond: 500, until: minute(8.5) }),
      ],
    ],
    shows: [[7, { device: 'AP Lobby', state: ['unknown'] }]],
    ends: 11,
  },
  {
    title: 'A device that moved is not alerted by the row it left behind while its new console is away',
    keys: twoByCloud,
    steps: [
      [1.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse', { leavesRow: true })],
      [4.5, ({ network }) => network.console('Warehouse').disconnect()],
      [9.5, ({ network }) => network.console('Warehouse').reconnect()],
    ],
    alerts: [
      { about: 'Warehouse', type: ['console_offline'], raised: raisedAfter(4.5), closed: closedAfter(9.5) },
    ],
    ends: 12,
  },
  {
    title:
      'Of a MAC that is listed twice in one group, the row that was adopted last wins, also when it is down',
    keys: cloudOnly,
    steps: [
      [
        1.5,
        (world) =>
          consoleOf(world).listExtra({
            mac: ap(world).device.mac,
            fields: {
              adoptionTime: '2020-01-01T00:00:00Z',
              startupTime: '2020-01-02T00:00:00Z',
              status: 'online',
            },
          }),
      ],
      [4.5, (world) => ap(world).goOffline()],
      [8.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 4.5, 8.5)],
    ends: 12,
  },
  {
    title: 'Rows whose MAC is empty, null or no MAC at all are shown and counted',
    keys: cloudOnly,
    steps: [
      [
        1.5,
        (world) => {
          for (const [name, mac] of Object.entries({ Null: null, Empty: '', Odd: 'unknown' }))
            consoleOf(world).listExtra({ fields: { id: `id-${name}`, mac, name, status: 'online' } });
        },
      ],
    ],
    shows: [
      ...['Null', 'Empty', 'Odd'].map((name): [number, { device: string; state: string[] }] => [
        3,
        { device: name, state: ['online'] },
      ]),
      [3, { summary: { totalDevices: 6 } }],
    ],
    ends: 4,
  },
  {
    title: 'An update that is overdue and ends with the device down is one alert, whose severity rises',
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [20.5, (world) => ap(world).goOffline()],
      [25.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [16.4, 20], closed: closedAfter(25.5) }],
    shows: [[24, { open: 'AP Lobby', severity: ['error'] }]],
    ends: 28,
  },
  {
    title: 'An alert about an offline device outlasts an update, and closes after it',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, (world) => ap(world).startUpdating()],
      [12.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 12.5)],
    ends: 15,
  },
]);

export const combined = [...gateways, ...missing, ...refusals, ...moved];
