import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  ap,
  closedAfter,
  cloudOnly,
  consoleOf,
  cpu,
  down,
  lower,
  ofItem,
  other,
  ports,
  raisedAfter,
  restart,
  type Row,
  twoConsoles,
  wired,
} from './scenarios.shared.ts';

/** What one device goes through between rounds that are a second to five minutes apart, or while the program is down. */

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

export const pace = [...oneRow, ...times];
