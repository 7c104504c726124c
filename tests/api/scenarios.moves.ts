import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  ap,
  closedAfter,
  cloudOnly,
  consoleOf,
  down,
  office,
  ofItem,
  other,
  raisedAfter,
  ramp,
  removedAfter,
  restart,
  type Row,
  twoByCloud,
  twoConsoles,
  warehouse,
} from './scenarios.shared.ts';

/** Devices and consoles that move, leave and return, and keys that are replaced. */

const consoleDown = (about: string, from: number, until: number) => ({
  about,
  type: ['console_offline'],
  raised: raisedAfter(from),
  closed: closedAfter(until),
});
const setKey = (apiKey: string, selected?: string) => async (world: World) => {
  const selectedSiteId = selected && world.network.console(selected).hostId;
  const change = { apiKey, ...(selectedSiteId && { selectedSiteId }) };
  const answer = await world.rounds.rest(`PUT /api/controllers/${world.controllerId}`, change);
  if (answer.status !== 200) throw new Error(`The key was refused: ${JSON.stringify(answer.body)}`);
};

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

export const moves = [...movedDown, ...keysChanged, ...lost];
