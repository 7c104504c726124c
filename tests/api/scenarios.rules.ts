import { vi } from 'vitest';
import type { Scenario, World } from '#tests/support/scenario.ts';
import {
  cloudOnly,
  closedAfter,
  cpu,
  down,
  ap,
  ofItem,
  ports,
  raisedAfter,
  removedAfter,
  wired,
} from './scenarios.shared.ts';

/** Figures and rules that change while alerts are open or wait, and the alerts that must follow. */

const changeRule = (input: Record<string, unknown>) => async (world: World) => {
  const [rule] = await world.rounds.rows<{ id: string }>('select id from alert_rule');
  const { status } = await world.rounds.rest(`PUT /api/alert-rules/${rule!.id}`, input);
  if (status !== 200) throw new Error(`The rule was not changed: ${status}`);
};
const raisedBy = (minutes: number, from: number): Scenario['alerts'] => [
  { about: 'AP Lobby', raised: [from + minutes, from + minutes + 1.5] },
];

const figures: Scenario[] = ofItem(0, [
  {
    title: 'An alert about a port outlasts an outage of its switch, and closes when the port is up',
    rules: [ports, {}],
    before: (world) => wired(world).portUp(3),
    steps: [
      [1.5, (world) => wired(world).portDown(3)],
      [4.5, (world) => wired(world).goOffline()],
      [7.5, (world) => wired(world).comeOnline()],
      [9.5, (world) => wired(world).portUp(3)],
    ],
    alerts: [
      { about: 'Switch', type: ['port_down'], raised: raisedAfter(1.5), closed: closedAfter(9.5) },
      down('Switch', 4.5, 7.5),
    ],
    ends: 12,
  },
  {
    title: 'The alert about the processor of a device that is removed is closed as removed',
    rules: [cpu],
    steps: [
      [1.5, (world) => wired(world).load({ cpuPercent: 99 })],
      [4.5, (world) => wired(world).remove()],
    ],
    alerts: [
      {
        about: 'Switch',
        type: ['high_cpu'],
        raised: raisedAfter(1.5),
        closed: removedAfter(4.5),
        as: 'removed',
      },
    ],
    ends: 26,
  },
]);

const rules: Scenario[] = ofItem(0, [
  {
    title: 'A device that was down before its controller was added is alerted, and closed when it is back',
    before: (world) => ap(world).goOffline(),
    steps: [[4.5, (world) => ap(world).comeOnline()]],
    alerts: [{ about: 'AP Lobby', raised: [0.9, 2.5], closed: closedAfter(4.5) }],
    ends: 8,
  },
  {
    title: 'An account whose rounds take longer than several intervals has its rules judged in time',
    keys: cloudOnly,
    every: 5,
    before: ({ network }) => (network.step = (now) => void vi.setSystemTime(now + 6000)),
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5), raised: [2.5, 3.5], closed: [4.5, 5.5] }],
    ends: 7,
  },
  {
    title: 'A rule that is switched off while it waits begins again when it is switched on',
    rules: [{ duration: 4 }],
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [3.5, changeRule({ isActive: false })],
      [7.5, changeRule({ isActive: true })],
    ],
    alerts: raisedBy(4, 7.5),
    ends: 15,
  },
  {
    title:
      'A rule that is switched off closes its alert as no longer watched, and raises it when it is on again',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [4.5, changeRule({ isActive: false })],
      [7.5, changeRule({ isActive: true })],
      [12.5, (world) => ap(world).comeOnline()],
    ],
    alerts: [{ ...down('AP Lobby', 1.5, 4.5), as: 'no_longer_watched' }, down('AP Lobby', 7.5, 12.5)],
    ends: 16,
  },
  {
    title: 'A rule whose duration grows while it waits raises its alert after the new one',
    rules: [{ duration: 2 }],
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [2.5, changeRule({ duration: 6 })],
    ],
    alerts: raisedBy(6, 1.5),
    ends: 11,
  },
  {
    title: 'A rule whose duration shrinks while it waits raises its alert in the next round',
    rules: [{ duration: 30 }],
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [6.5, changeRule({ duration: 2 })],
    ],
    alerts: [{ about: 'AP Lobby', raised: [6.5, 8] }],
    ends: 11,
  },
  {
    title: 'A rule that is deleted closes its alert as no longer watched',
    steps: [
      [1.5, (world) => ap(world).goOffline()],
      [
        4.5,
        async (world) => {
          const [rule] = await world.rounds.rows<{ id: string }>('select id from alert_rule');
          await world.rounds.rest(`DELETE /api/alert-rules/${rule!.id}`);
        },
      ],
    ],
    alerts: [{ ...down('AP Lobby', 1.5, 4.5), as: 'no_longer_watched' }],
    ends: 8,
  },
]);

export const changing = [...figures, ...rules];
