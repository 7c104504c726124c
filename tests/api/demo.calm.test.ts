import { describe, expect, it } from 'vitest';
import { headOffice, retail } from '#api/demo/unifi/network-demo.ts';
import { advance, liveNetwork } from '#api/demo/unifi/network-live.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import type { NetworkConsole, NetworkDevice } from '#api/demo/unifi/network-state.ts';
import { noon } from './demo.asking.ts';

const minute = 60_000;
/** The demo's own poll, milliseconds. */
const poll = 20_000;
const flapper = 'AP Aisle E (bad cable)';

/** What the rules of the demo ask of a device: the subject, how many minutes it has to hold, and whether it does. */
function questions(device: NetworkDevice, used: Set<string>): [string, number, boolean | undefined][] {
  const { mac, state, cpuPercent = 0, memoryPercent = 0, ports } = device;
  const known = state === 'ONLINE' || undefined;
  return [
    [`${mac} offline`, 1, state === 'OFFLINE' || (known && false)],
    [`${mac} cpu`, 1, known && cpuPercent > 85],
    [`${mac} memory`, 2, known && memoryPercent > 90],
    ...ports
      .map((port): [string, number, boolean | undefined] => [
        `${mac} port ${port.idx}`,
        1,
        known && port.state === 'DOWN',
      ])
      .filter(([subject]) => used.has(subject)),
  ];
}

/** Watches consoles for hours as the product would: alerts begun, those open at each poll, and what came back soon. */
function watch(consoles: NetworkConsole[], hours: number, move: (at: number) => void) {
  const devices = consoles.flatMap((console) => console.devices.map((device) => ({ console, device })));
  const used = new Set(
    devices.flatMap(({ device }) =>
      device.ports.filter(({ state }) => state === 'UP').map(({ idx }) => `${device.mac} port ${idx}`),
    ),
  );
  const since = new Map<string, number>();
  const open = new Map<string, NetworkConsole>();
  const ended = new Map<string, number>();
  const raised: { subject: string; at: number; console: NetworkConsole }[] = [];
  const cameBack = new Set<string>();
  const counts: Map<NetworkConsole, number>[] = [];
  for (let at = noon; at < noon + hours * 60 * minute; at += poll) {
    move(at);
    for (const { console, device } of devices) {
      for (const [subject, minutes, holds] of questions(device, used)) {
        if (holds === false) {
          since.delete(subject);
          if (open.delete(subject)) ended.set(subject, at);
        }
        if (!holds) continue;
        const start = since.get(subject) ?? at;
        since.set(subject, start);
        if (at - start < minutes * minute || open.has(subject)) continue;
        open.set(subject, console);
        raised.push({ subject, at, console });
        if (at - (ended.get(subject) ?? -Infinity) < 25 * minute) cameBack.add(`${device.name} ${subject}`);
      }
    }
    const count = new Map(consoles.map((console) => [console, 0]));
    for (const console of open.values()) count.set(console, (count.get(console) ?? 0) + 1);
    counts.push(count);
  }
  return { raised, cameBack: [...cameBack], counts };
}

describe('Six hours of the demo', () => {
  const network = makeNetwork({
    now: () => noon,
    keys: [
      { value: 'head office', consoles: headOffice },
      { value: 'retail', consoles: retail },
    ],
  });
  const consoles = [...network.consoles];
  const [first, second] = [consoles[0]!, network.key('retail').key.consoles[0]!];
  liveNetwork(network);
  const { raised, cameBack, counts } = watch(consoles, 6, (at) => advance(network, at));

  it('have one flapping device, with a name that says why, and nothing else returns within 25 minutes', () => {
    expect(first.devices.filter(({ badCable }) => badCable).map(({ name }) => name)).toEqual([flapper]);
    expect(cameBack).toEqual([`${flapper} ${network.device(flapper).device.mac} offline`]);
  });

  it('show a visitor of the first console a new alert and a recovery every minute', () => {
    const starts = raised.filter(({ subject, console }) => console === first && subject.endsWith('offline'));
    const gaps = starts.slice(1).map(({ at }, nth) => at - starts[nth]!.at);
    expect(starts.length).toBeGreaterThan(6 * 60);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(minute);
  });

  it('raise alerts of every rule, and keep a handful open where visitors look', () => {
    const kinds = new Set(raised.map(({ subject }) => subject.split(' ')[1]));
    expect([...kinds].toSorted()).toEqual(['cpu', 'memory', 'offline', 'port']);
    for (const console of [first, second]) {
      // The first minutes fill up.
      const open = counts.slice(6).map((count) => count.get(console)!);
      expect(Math.min(...open)).toBeGreaterThanOrEqual(2);
      expect(Math.max(...open)).toBeLessThanOrEqual(10);
    }
  });

  it('let the flapping device rest between its spells, for longer than it takes to be stable', () => {
    const times = raised.filter(({ subject }) => subject.startsWith(network.device(flapper).device.mac));
    const gaps = times.slice(1).map(({ at }, nth) => at - times[nth]!.at);
    expect(gaps.filter((gap) => gap < 10 * minute).length).toBeGreaterThan(50);
    expect(gaps.filter((gap) => gap > 45 * minute)).toHaveLength(1);
  });
});

it('continue after a restart: a recovered device does not fail again', () => {
  const build = (now: number) =>
    liveNetwork(makeNetwork({ now: () => now, keys: [{ value: 'head office', consoles: headOffice }] }));
  const states = (at: number, start: number) => {
    const network = build(start);
    advance(network, at);
    const { devices } = network.consoles[0]!;
    return devices.filter(({ badCable }) => !badCable).map(({ name, state }) => `${name} ${state}`);
  };
  const later = noon + 17 * minute;
  expect(states(later, later)).toEqual(states(later, noon));
});
