import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  ap,
  cloudOnly,
  consoleOf,
  cpu,
  down,
  office,
  ofItem,
  other,
  raisedLateAfter,
  ramp,
  restart,
  type Row,
  twoConsoles,
  wired,
} from './scenarios.shared.ts';

/** Readings and programs that are interrupted: a Network application that restarts, UniFi that asks to wait, a list that changes while it is read, and a program that is killed. */

const cable = { name: 'Cable', condition: 'client_disconnect' };
interface Page {
  totalCount: number;
  count: number;
  data: object[];
}
/** As each first page is read, an entry in front of all others is removed, so that the second page begins one too late. */
const shrinking = (world: World, list: string, from: number, until: number) =>
  world.unifi.faults.add({
    path: new RegExp(`/${list}\\?offset=0&`),
    until: world.minute(until),
    respond: (body) => {
      const page = body as Page;
      const ghost = { id: `ghost ${from}`, name: 'Ghost', type: 'VPN' };
      return { ...page, totalCount: page.totalCount + 1, data: [ghost] };
    },
  });

const restarting: Scenario[] = ofItem(7, [
  {
    title:
      'Of two consoles, one updates its firmware and restarts its Network application: only its own outage is alerted',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => other(world).disconnect('updating')],
      [5.5, (world) => other(world).reconnect().stopNetwork()],
      [6.2, (world) => ramp(world).startUpdating()],
      [6.5, (world) => ap(world).goOffline()],
      [8.5, (world) => other(world).startNetwork()],
      [12.5, (world) => [ramp(world).comeOnline(), ap(world).comeOnline()]],
    ],
    alerts: [down('AP Lobby', 6.5, 12.5)],
    may: ['Warehouse'],
    shows: [
      [4.5, { device: 'AP Ramp', state: ['unknown'] }],
      [7.5, { device: 'AP Ramp', state: ['unknown'] }],
      [14.5, { device: 'AP Ramp', state: ['online'] }],
    ],
    ends: 16,
  },
  {
    title:
      'A Network application that restarts while the cloud drops its devices from the list, and counts them as offline, raises no alert per device',
    steps: [
      [
        2.5,
        (world) => {
          consoleOf(world).stopNetwork();
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).vanish();
        },
      ],
      [
        8.5,
        (world) => {
          consoleOf(world).startNetwork();
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).comeOnline();
        },
      ],
    ],
    shows: [
      [7.5, { device: 'AP Lobby', state: ['unknown'] }],
      [11, { device: 'AP Lobby', state: ['online'] }],
    ],
    ends: 12,
  },
  {
    title:
      'A Network application that restarts behind 401, while the cloud drops its devices from the list, raises no alert per device',
    steps: [
      [
        2.5,
        (world) => {
          consoleOf(world).failConnector({ status: 401, shape: 'edge' });
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).vanish();
        },
      ],
      [
        8.5,
        (world) => {
          consoleOf(world).failConnector(undefined);
          for (const name of ['AP Lobby', 'Switch']) world.network.device(name).comeOnline();
        },
      ],
    ],
    shows: [[11, { device: 'AP Lobby', state: ['online'] }]],
    ends: 12,
  },
  {
    title:
      'A device that leaves every list while the Network application restarts is alerted after its return',
    steps: [
      [2.5, (world) => consoleOf(world).stopNetwork()],
      [4.5, (world) => ap(world).vanishEverywhere()],
      [7.5, (world) => consoleOf(world).startNetwork()],
    ],
    alerts: [{ about: 'AP Lobby', raised: raisedLateAfter(7.5) }],
    ends: 15,
  },
  {
    title:
      'A Network application that restarts with rounds 300 s apart raises nothing, and an outage after it is alerted',
    every: 300,
    steps: [
      [6, (world) => [consoleOf(world).stopNetwork(), ap(world).cloudSays('offline')]],
      [17, (world) => [consoleOf(world).startNetwork(), ap(world).cloudSays(undefined)]],
      [27, (world) => ap(world).goOffline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [30, 40.5] }],
    ends: 45,
  },
  {
    title:
      'A program that ends while the Network application restarts raises nothing, and has its figures back',
    rules: [{}, cpu],
    steps: [
      [2.5, (world) => [consoleOf(world).stopNetwork(), ap(world).cloudSays('offline')]],
      [4.2, restart],
      [6.5, (world) => [consoleOf(world).startNetwork(), ap(world).cloudSays(undefined)]],
      [7.2, restart],
      [7.3, (world) => wired(world).load({ cpuPercent: 97 })],
    ],
    alerts: [{ about: 'Switch', type: ['high_cpu'], raised: [8.3, 10.5] }],
    ends: 12,
  },
  {
    title: 'Two restarts of the Network application within minutes raise nothing between them',
    steps: [
      [2.5, (world) => [consoleOf(world).stopNetwork(), ap(world).cloudSays('offline')]],
      [4.5, (world) => [consoleOf(world).startNetwork(), ap(world).become('OFFLINE')]],
      [5.2, (world) => consoleOf(world).stopNetwork({ status: 403, shape: 'cloud' })],
      [7.5, (world) => consoleOf(world).startNetwork()],
      [7.8, (world) => [ap(world).comeOnline(), ap(world).cloudSays(undefined)]],
    ],
    shows: [[10, { device: 'AP Lobby', state: ['online'] }]],
    ends: 12,
  },
]);

const waits: Scenario[] = ofItem(6, [
  ...['sites', 'devices'].map((list): Row => ({
    title: `A list of ${list} that asks to wait for a minute, again and again, beside others that answer, does not hide an outage`,
    steps: [
      [
        1.5,
        ({ unifi, minute }) =>
          unifi.faults.add({ path: `/v1/${list}`, respond: 429, retryAfter: '60', until: minute(9.5) }),
      ],
      [2.5, (world) => ap(world).goOffline()],
      [6.5, (world) => consoleOf(world).disconnect()],
    ],
    alerts: [down('AP Lobby', 2.5), { about: 'Office', type: ['console_offline'], raised: [7.5, 10.5] }],
    shows: [[5.5, { controller: { polled: true } }]],
    ends: 12,
  })),
  {
    title:
      'A list of devices that asks to wait, without a connector, leaves states unknown and raises nothing',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => wired(world).goOffline()],
      [
        4.5,
        ({ unifi, minute }) =>
          unifi.faults.add({ path: '/v1/devices', respond: 429, retryAfter: '20', until: minute(8.5) }),
      ],
      [5.5, (world) => ap(world).goOffline()],
    ],
    alerts: [down('Switch', 1.5), { about: 'AP Lobby', raised: [9.5, 11.5] }],
    shows: [
      [7, { device: 'AP Lobby', state: ['unknown'] }],
      [7, { controller: { reason: true, polled: true } }],
    ],
    ends: 13,
  },
  {
    title:
      'A connector that asks to wait for ten minutes leaves one console to the cloud, and the other whole',
    keys: twoConsoles,
    steps: [
      [
        1.5,
        ({ unifi, minute }) =>
          unifi.faults.add({ console: 'Office', respond: 429, retryAfter: '600', until: minute(3) }),
      ],
      [
        3.5,
        (world) => [ap(world).goOffline(), ramp(world).become('CONNECTION_INTERRUPTED').cloudSays('online')],
      ],
      [7.5, (world) => [ap(world).comeOnline(), ramp(world).become('ONLINE')]],
    ],
    alerts: [down('AP Lobby', 3.5, 7.5), down('AP Ramp', 3.5, 7.5)],
    ends: 10,
  },
  {
    title: 'Pages of clients that shrink while they are read prove no client absent',
    keys: [
      {
        value: 'test-key',
        consoles: [
          {
            ...office,
            clients: [
              { name: 'Till', uplink: 'Switch', mac: '020000000010' },
              { name: 'Door', uplink: 'Switch', mac: '020000000020' },
            ],
          },
        ],
      },
    ],
    largestPage: 1,
    rules: [cable],
    steps: [[3.5, (world) => shrinking(world, 'clients', 3.5, 9.5)]],
    ends: 12,
  },
  {
    title: 'Pages of devices that shrink while they are read prove no device removed',
    largestPage: 1,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [3.5, (world) => [ap(world).vanish(), shrinking(world, 'devices', 3.5, 30)]],
    ],
    alerts: [down('AP Lobby', 1.5)],
    ends: 32,
  },
]);

/** The program is killed in the round that is due then; another node goes on when the claim runs out. */
const killed = (minute: number, path: string): NonNullable<Scenario['steps']>[number] => [
  minute - 0.001,
  (world) => world.rounds.roundKilled(world.controllerId, new Date(world.minute(minute)), path),
];
const sound = ({ rounds }: World) => rounds.isSound();

const kills: Scenario[] = ofItem(
  0,
  [
    { path: '/v1/hosts', when: 'while it reads the lists' },
    { path: '/devices/', when: 'after it has judged the lists' },
  ].flatMap(({ path, when }): Row[] => [
    {
      title: `A program that is killed ${when}, in each round of an outage and its end, raises and closes once`,
      steps: [
        [2.5, (world) => ap(world).goOffline()],
        killed(3, path),
        killed(4, path),
        [7.5, (world) => ap(world).comeOnline()],
        killed(8, path),
        killed(9, path),
        [10.5, sound],
      ],
      alerts: [down('AP Lobby', 2.5, 7.5)],
      ends: 11,
    },
    {
      title: `A program that is killed ${when} keeps the time for which a rule has held, and forgets one that ended`,
      rules: [{ duration: 3 }],
      steps: [
        [2.5, (world) => [ap(world).goOffline(), wired(world).goOffline()]],
        killed(3, path),
        killed(4, path),
        [4.5, (world) => wired(world).comeOnline()],
        killed(5, path),
        killed(6, path),
        [9.5, sound],
      ],
      alerts: [{ about: 'AP Lobby', raised: [5.5, 7] }],
      ends: 10,
    },
    {
      title: `A program that is killed ${when}, while the Network application restarts, misses nothing and closes nothing`,
      rules: [{}, cpu],
      steps: [
        [1.5, (world) => ap(world).goOffline()],
        [4.5, (world) => consoleOf(world).stopNetwork()],
        killed(5, '/v1/hosts'),
        [5.5, (world) => wired(world).load({ cpuPercent: 97 })],
        killed(6, '/v1/hosts'),
        [7.5, (world) => consoleOf(world).startNetwork()],
        killed(8, '/v1/hosts'),
        killed(9, path),
        [12.5, sound],
      ],
      alerts: [down('AP Lobby', 1.5), { about: 'Switch', type: ['high_cpu'], raised: [8.5, 11.5] }],
      ends: 13,
    },
  ]),
);

export const interrupted = [...restarting, ...waits, ...kills];
