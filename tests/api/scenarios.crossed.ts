import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  type Row,
  ap,
  closedAfter,
  cloudOnly,
  consoleOf,
  cpu,
  down,
  later,
  lower,
  office,
  ofItem,
  ports,
  raisedAfter,
  raisedLateAfter,
  removedAfter,
  twoByCloud,
  twoConsoles,
  warehouse,
  wired,
} from './scenarios.shared.ts';

/** Networks on which several things happen at once, and a program that ends meanwhile, with the alerts that they must raise. */

const other = ({ network }: Pick<World, 'network'>) => network.console('Warehouse');
const ramp = ({ network }: Pick<World, 'network'>) => network.device('AP Ramp');
const consoleDown = (about: string, from: number, until: number) => ({
  about,
  type: ['console_offline'],
  raised: raisedAfter(from),
  closed: closedAfter(until),
});
const shadow = (world: World, status: string) =>
  consoleOf(world)
    .clearExtra()
    .listExtra({
      fields: {
        id: '245A4C0000F1',
        mac: '245A4C0000F1',
        name: 'Shadow',
        model: 'UDM Pro',
        shortname: 'UDMPRO',
        productLine: 'network',
        isConsole: true,
        isManaged: true,
        status,
      },
    });
const setKey = (apiKey: string, selected?: string) => async (world: World) => {
  const selectedSiteId = selected && world.network.console(selected).hostId;
  const change = { apiKey, ...(selectedSiteId && { selectedSiteId }) };
  const answer = await world.rounds.rest(`PUT /api/controllers/${world.controllerId}`, change);
  if (answer.status !== 200) throw new Error(`The key was refused: ${JSON.stringify(answer.body)}`);
};
const restart = (world: World) => world.rounds.restart();
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

const movedDown: Scenario[] = ofItem(9, [
  ...[twoConsoles, twoByCloud].map((keys): Row => ({
    title: `A device that changes its console while it is down keeps its one alert until it is up${keys === twoByCloud ? ', by the cloud alone too' : ''}`,
    keys,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse')],
      [9.5, (world) => other(world).device('AP Lobby').comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 9.5)],
    shows: [[8.5, { device: 'AP Lobby', state: ['offline'], rows: 1 }]],
    ends: 12,
  })),
  {
    title: 'A device that changes its console while it is down, and that both list, keeps its one alert',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse', { leavesRow: true })],
      [7, restart],
      [12.5, (world) => other(world).device('AP Lobby').comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 12.5)],
    shows: [[15, { device: 'AP Lobby', state: ['online'], rows: 1 }]],
    ends: 25,
  },
  {
    title:
      'A device that moves while it is down, to a console whose Network application restarts, keeps its alert',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => other(world).stopNetwork()],
      [5.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse')],
      [9.5, (world) => other(world).startNetwork()],
      [12.5, (world) => other(world).device('AP Lobby').comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 12.5)],
    ends: 15,
  },
  {
    title: 'A device that moves while it is down and is adopted again is one alert, and closes when it is up',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.5, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse').become('ADOPTING')],
      [8.5, (world) => other(world).device('AP Lobby').comeOnline()],
    ],
    alerts: [down('AP Lobby', 1.5, 8.5)],
    ends: 12,
  },
  {
    title: 'A device that is adopted while it is down is alerted',
    before: (world) =>
      consoleOf(world).addDevice({ name: 'AP New', state: 'OFFLINE', managed: false, mac: '245A4CBBBBBB' }),
    steps: [
      [3.5, ({ network }) => network.device('AP New').change({ managed: true })],
      [7.5, ({ network }) => network.device('AP New').comeOnline()],
    ],
    alerts: [down('AP New', 3.5, 7.5)],
    ends: 10,
  },
  {
    title: 'A device that fails in the middle of its adoption is alerted',
    steps: [
      [
        1.5,
        (world) => consoleOf(world).addDevice({ name: 'AP New', state: 'PENDING_ADOPTION', managed: false }),
      ],
      [3.5, ({ network }) => network.device('AP New').change({ managed: true }).become('ADOPTING')],
      [5.5, ({ network }) => network.device('AP New').become('OFFLINE')],
      [8.5, ({ network }) => network.device('AP New').become('GETTING_READY')],
      [10.5, ({ network }) => network.device('AP New').comeOnline()],
    ],
    alerts: [down('AP New', 5.5, 10.5)],
    ends: 13,
  },
  {
    title:
      'A device that fails and is replaced by another under its name: the old alert is closed as removed',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [
        5.5,
        (world) => {
          ap(world).remove();
          consoleOf(world).addDevice({ name: 'AP Lobby', mac: '245A4CAAAAAA' });
        },
      ],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: removedAfter(5.5), as: 'removed' }],
    ends: 26,
  },
]);

const keysChanged: Scenario[] = ofItem(5, [
  {
    title:
      'A key of another account that sees one of the two consoles keeps its alerts, and closes those of the other later',
    keys: [...twoByCloud, { value: 'second-key', sees: ['Office'], connector: false }],
    steps: [
      [1.5, (world) => [ap(world).goOffline(), ramp(world).goOffline()]],
      [5.5, setKey('second-key')],
      [9.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [
      { ...down('AP Lobby', 1.5), closed: closedAfter(9.5) },
      { ...down('AP Ramp', 1.5), closed: [5.5, 70], as: 'removed' },
    ],
    shows: [[8, { device: 'AP Ramp', state: ['unknown'] }]],
    ends: 75,
  },
  {
    title: 'A key of another account, to whose console the devices have moved, keeps their alerts',
    keys: [
      { value: 'test-key', consoles: [office] },
      { value: 'second-key', consoles: [warehouse] },
    ],
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [5.2, ({ network }) => network.moveDevice('AP Lobby', 'Warehouse')],
      [5.5, setKey('second-key', 'Warehouse')],
      [9.5, (world) => other(world).device('AP Lobby').comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: closedAfter(9.5) }],
    shows: [[12, { device: 'AP Lobby', state: ['online'], rows: 1 }]],
    ends: 14,
  },
  {
    title: 'A key that was revoked and replaced closes what has recovered meanwhile, and keeps the rest',
    keys: [...twoConsoles, { value: 'second-key', sees: ['Office', 'Warehouse'] }],
    steps: [
      [1.5, (world) => [ap(world).goOffline(), ramp(world).goOffline()]],
      [4.5, ({ network }) => network.key('test-key').revoke()],
      [8.5, (world) => ap(world).comeOnline()],
      [10.5, setKey('second-key')],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: closedAfter(10.5) }, down('AP Ramp', 1.5)],
    shows: [[14, { controller: { status: ['online'], reason: false } }]],
    ends: 30,
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

const oneRow: Scenario[] = ofItem(9, [
  ...[undefined, cloudOnly].map((keys): Row => ({
    title: `The standby of a pair of gateways that is down is alerted, though its console is connected${keys ? ', by the cloud alone too' : ''}`,
    keys,
    steps: [
      [0.5, (world) => shadow(world, 'online')],
      [2.5, (world) => shadow(world, 'offline')],
      [6.5, (world) => shadow(world, 'online')],
    ],
    alerts: [down('Shadow', 2.5, 6.5)],
    shows: [
      [4.5, { device: 'Shadow', state: ['offline'] }],
      [4.5, { device: 'Office', state: ['online'] }],
    ],
    ends: 9,
  })),
  {
    title:
      'A gateway that fails and whose standby takes over is alerted, although their console stays connected',
    keys: cloudOnly,
    steps: [
      [0.5, (world) => shadow(world, 'online')],
      [
        2.5,
        (world) => {
          consoleOf(world).device('Office').goOffline();
          consoleOf(world).change({ mac: '245A4C0000F1' });
        },
      ],
      [6.5, (world) => consoleOf(world).device('Office').comeOnline()],
    ],
    alerts: [down('Office', 2.5, 6.5)],
    shows: [[4.5, { device: 'Shadow', state: ['online'] }]],
    ends: 9,
  },
  {
    title:
      'Of a MAC that two groups list, a stale row that says online does not hide an outage, also over a restart',
    keys: cloudOnly,
    steps: [
      [
        1.5,
        (world) =>
          consoleOf(world).listExtra({
            mac: ap(world).device.mac,
            fields: { status: 'online' },
            updatedAt: world.minute(-30),
          }),
      ],
      [3.5, (world) => ap(world).goOffline()],
      [4.2, restart],
      [7.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [down('AP Lobby', 3.5, 7.5)],
    ends: 10,
  },
  {
    title: 'An update that goes on while its console is away is alerted once fifteen minutes of it were seen',
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [8.5, (world) => consoleOf(world).disconnect()],
      [10.5, (world) => consoleOf(world).reconnect()],
      [25.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [
      consoleDown('Office', 8.5, 10.5),
      { about: 'AP Lobby', raised: [16.5, 22], closed: closedAfter(25.5) },
    ],
    ends: 28,
  },
  {
    title: 'Short faults of the cloud do not start an overdue update anew each time',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      ...[5.5, 10.5, 15.5].map((at): [number, (world: World) => unknown] => [
        at,
        ({ unifi, minute }) => unifi.faults.add({ path: '/v1/devices', respond: 500, until: minute(at + 1) }),
      ]),
      [26.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [16.5, 23], closed: closedAfter(26.5) }],
    ends: 29,
  },
  {
    title:
      'An overdue update keeps its alert while the program ends and starts again, and closes when it is over',
    steps: [
      [1.5, (world) => ap(world).startUpdating()],
      [19.2, restart],
      [22.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ about: 'AP Lobby', raised: [16.4, 19], closed: closedAfter(22.5) }],
    ends: 25,
  },
  {
    title: 'Figures that were frozen before the controller was added are no measurement',
    rules: [cpu],
    before: (world) => {
      for (const name of ['Office', 'Switch', 'AP Lobby'])
        world.network.device(name).stopHeartbeats(world.minute(-30)).load({ cpuPercent: 97 });
    },
    ends: 9,
  },
  {
    title:
      'A console whose clock jumps ahead while a device is frozen has neither of them alerted by mistake',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).stopHeartbeats(world.minute(-30)).load({ cpuPercent: 97 })],
      [
        3.5,
        (world) => [consoleOf(world).skewClock(1_800_000), wired(world).stopHeartbeats(world.minute(-60))],
      ],
      [
        6.5,
        (world) => [consoleOf(world).skewClock(-1_800_000), wired(world).stopHeartbeats(world.minute(0))],
      ],
      [9.2, restart],
      [10.5, (world) => ap(world).load({ cpuPercent: 98 })],
    ],
    alerts: [{ about: 'AP Lobby', type: ['high_cpu'], raised: raisedAfter(10.5) }],
    ends: 14,
  },
]);

const times: Scenario[] = ofItem(1, [
  ...[60, 300].map((every): Row => ({
    title: `A device that is isolated, interrupted and online again between two rounds ${every} s apart raises nothing`,
    every,
    steps: [
      [(every / 60) * 2.2, (world) => ap(world).become('ISOLATED')],
      [(every / 60) * 2.5, (world) => ap(world).become('CONNECTION_INTERRUPTED')],
      [(every / 60) * 2.8, (world) => ap(world).comeOnline()],
    ],
    ends: (every / 60) * 6,
  })),
  {
    title:
      'A device that is interrupted, seen with rounds 1 s apart, is alerted after a minute and closed at once',
    every: 1,
    steps: [
      [1.5, (world) => ap(world).become('CONNECTION_INTERRUPTED').cloudSays('online')],
      [3.2, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), raised: [2.5, 2.8], closed: [3.2, 3.5] }],
    ends: 4,
  },
  {
    title: 'A console that is lost and a device that fails, with rounds 300 s apart, are alerted and closed',
    every: 300,
    keys: twoConsoles,
    steps: [
      [
        6,
        (world) => [
          other(world).disconnect(),
          ap(world).become('CONNECTION_INTERRUPTED').cloudSays('online'),
        ],
      ],
      [21, (world) => [other(world).reconnect(), ap(world).become('ONLINE')]],
    ],
    alerts: [
      { about: 'Warehouse', type: ['console_offline'], raised: [10, 15.5], closed: [21, 25.5] },
      { ...down('AP Lobby', 6), raised: [10, 15.5], closed: [21, 25.5] },
    ],
    ends: 31,
  },
  {
    title: 'A device that is removed, with rounds 300 s apart, has its alert closed as removed',
    every: 300,
    steps: [
      [6, (world) => ap(world).goOffline()],
      [21, (world) => ap(world).remove()],
    ],
    alerts: [{ ...down('AP Lobby', 6), raised: [10, 15.5], closed: [36, 46], as: 'removed' }],
    ends: 50,
  },
  {
    title:
      'A device that is impaired, then down, over a restart of the program, is one alert whose severity rises',
    steps: [
      [1.5, (world) => ap(world).become('ISOLATED')],
      [4.2, restart],
      [5.5, (world) => ap(world).become('CONNECTION_INTERRUPTED')],
      [6.2, restart],
      [10.5, (world) => ap(world).become('ONLINE')],
    ],
    alerts: [{ about: 'AP Lobby', severity: lower, raised: raisedAfter(1.5), closed: closedAfter(10.5) }],
    shows: [[9, { open: 'AP Lobby', severity: ['error'] }]],
    ends: 13,
  },
  {
    title:
      'A device that fails before the program ends for ten minutes is alerted after it was seen down again',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [
        2.2,
        ({ rounds, controllerId, minute }) =>
          rounds.rows('update controller set next_poll_at = ? where id = ?', [
            new Date(minute(12.5)),
            controllerId,
          ]),
      ],
      [2.3, restart],
    ],
    alerts: [{ about: 'AP Lobby', raised: [12.5, 15] }],
    ends: 18,
  },
  {
    title:
      'A device that recovers while the program is down has its alert closed in the first round after it',
    rules: [{}, ports],
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [
        4.2,
        ({ rounds, controllerId, minute }) =>
          rounds.rows('update controller set next_poll_at = ? where id = ?', [
            new Date(minute(14.5)),
            controllerId,
          ]),
      ],
      [4.3, restart],
      [9, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), closed: [14.4, 15] }],
    ends: 18,
  },
  {
    title: 'A round that is cut short after its lists were judged raises and closes everything once',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [2.2, (world) => world.rounds.roundCutShort(world.controllerId, new Date())],
      [2.3, restart],
      [3.5, (world) => world.rounds.roundCutShort(world.controllerId, new Date())],
      [3.6, restart],
      [6.5, (world) => ap(world).comeOnline()],
      [6.6, (world) => world.rounds.roundCutShort(world.controllerId, new Date())],
      [6.7, restart],
    ],
    alerts: [down('AP Lobby', 1.5, 6.5)],
    ends: 10,
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

const lost: Scenario[] = ofItem(8, [
  {
    title:
      'A console that sleeps and then leaves the account takes its alerts along in a bounded time, as removed',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ramp(world).goOffline()],
      [5.5, (world) => other(world).disconnect('sleeping')],
      [10.5, (world) => other(world).leaveAccount()],
    ],
    alerts: [{ ...down('AP Ramp', 1.5), closed: [10.5, 75], as: 'removed' }],
    may: ['Warehouse'],
    shows: [
      [9, { device: 'AP Ramp', state: ['unknown'] }],
      [14, { device: 'AP Ramp', state: ['unknown'] }],
    ],
    ends: 78,
  },
  {
    title: 'A console that leaves the account for some minutes and returns keeps the alerts of its devices',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ramp(world).goOffline()],
      [5.5, (world) => other(world).leaveAccount()],
      [9.2, restart],
      [30.5, (world) => other(world).returnToAccount()],
      [34.5, (world) => ramp(world).comeOnline()],
    ],
    alerts: [down('AP Ramp', 1.5, 34.5)],
    ends: 37,
  },
  {
    title: 'A console that is disconnected, then sleeping, keeps its alert until it is connected',
    keys: cloudOnly,
    steps: [
      [1.5, (world) => consoleOf(world).disconnect()],
      [5.5, (world) => consoleOf(world).sayState('sleeping')],
      [7.2, restart],
      [10.5, (world) => consoleOf(world).reconnect()],
    ],
    alerts: [consoleDown('Office', 1.5, 10.5)],
    shows: [
      [8, { device: 'AP Lobby', state: ['unknown'] }],
      [8, { controller: { isNot: ['online'], reason: true } }],
    ],
    ends: 13,
  },
  {
    title:
      'A console that fails and is replaced while one of its devices is down keeps the alert of the device',
    keys: twoConsoles,
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => consoleOf(world).disconnect()],
      [8.5, (world) => [consoleOf(world).replace(), consoleOf(world).reconnect()]],
      [12.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [
      down('AP Lobby', 1.5, 12.5),
      {
        about: 'Office',
        type: ['console_offline'],
        raised: raisedAfter(4.5),
        closed: [8.5, 75],
        as: 'removed',
      },
    ],
    ends: 78,
  },
  {
    title: 'A console that is gone from the list leaves nothing below it online',
    keys: twoConsoles,
    selected: 'Warehouse',
    steps: [[2.5, (world) => other(world).leaveAccount()]],
    shows: [
      [4.5, { device: 'AP Ramp', state: ['unknown'] }],
      [4.5, { controller: { isNot: ['online'], reason: true, polled: true } }],
    ],
    ends: 6,
  },
  ...[twoConsoles, twoByCloud].map((keys): Row => ({
    title: `Of two consoles, one that is gone from the list is unknown at once, with a reason, until it is removed after an hour${keys === twoByCloud ? ', by the cloud alone too' : ''}`,
    keys,
    steps: [
      [1.5, (world) => ramp(world).goOffline()],
      [4.5, (world) => other(world).leaveAccount()],
      [7.5, (world) => ap(world).goOffline()],
    ],
    alerts: [{ ...down('AP Ramp', 1.5), closed: [64.5, 67], as: 'removed' }, down('AP Lobby', 7.5)],
    shows: [
      [4.4, { controller: { status: ['online'], reason: false } }],
      [5.5, { device: 'AP Ramp', state: ['unknown'], why: 'console_gone' }],
      [5.5, { controller: { status: ['unknown'], says: 'Warehouse', polled: true } }],
      [60.5, { controller: { status: ['unknown'], says: 'Warehouse' } }],
      [67.5, { controller: { status: ['online'], reason: false } }],
    ],
    ends: 68,
  })),
  {
    title: 'A console that is gone from the list and returns within the hour is read as before',
    keys: twoConsoles,
    steps: [
      [2.5, (world) => other(world).leaveAccount()],
      [8.5, (world) => other(world).returnToAccount()],
      [10.5, (world) => ramp(world).goOffline()],
    ],
    alerts: [down('AP Ramp', 10.5)],
    shows: [
      [3.5, { controller: { status: ['unknown'], says: 'Warehouse' } }],
      [9.5, { controller: { status: ['online'], reason: false } }],
      [9.5, { device: 'AP Ramp', state: ['online'] }],
    ],
    ends: 13,
  },
  {
    title:
      'The alert of a Network Server that has left the account, and whose devices have moved, closes as removed',
    keys: [
      {
        value: 'test-key',
        consoles: [office, { name: 'Warehouse', kind: 'network-server', devices: [{ name: 'AP Ramp' }] }],
        connector: false,
      },
    ],
    steps: [
      [1.5, (world) => other(world).disconnect()],
      [4.5, ({ network }) => network.moveDevice('AP Ramp', 'Office')],
      [7.5, (world) => other(world).leaveAccount()],
    ],
    alerts: [
      {
        about: 'Warehouse',
        type: ['console_offline'],
        raised: raisedAfter(1.5),
        closed: [67.5, 70],
        as: 'removed',
      },
    ],
    ends: 71,
  },
]);

const counts: Scenario[] = ofItem(5, [
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

export const crossed = [
  ...restarting,
  ...movedDown,
  ...keysChanged,
  ...waits,
  ...oneRow,
  ...times,
  ...kills,
  ...lost,
  ...counts,
];
