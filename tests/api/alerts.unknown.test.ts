import { describe, expect, test } from 'vitest';
import {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import type { DeviceReading } from '#api/features/unifi/reading.ts';
import { accessPoint, coreSwitch, office, ports, printer } from '#tests/support/network.ts';
import { minute, rule, Watching } from '#tests/support/watching.ts';

const { recovered } = AlertResolution;
const { high_cpu } = AlertCondition;

const up = accessPoint();
const down = accessPoint({ state: 'offline' });
const seeing = (...devices: DeviceReading[]) => office({ devices });

/** A watch with one open alert about the access point, raised at minute 5. */
function inAlert(...rules: ReturnType<typeof rule>[]) {
  const watch = new Watching(...(rules.length ? rules : [rule()]));
  watch.see(0, seeing(down));
  watch.see(5, seeing(down));
  return watch;
}

describe('an unknown state', () => {
  const unknowns: [string, ReturnType<typeof office>[]][] = [
    ['a failed poll', []],
    ['a console that gave no list', [office({ devicesListed: false })]],
    ['a device that vanished from the list', [seeing(coreSwitch())]],
    ['an unknown state', [seeing(accessPoint({ state: 'unknown' }))]],
    [
      'a state that we don’t recognize',
      [seeing(accessPoint({ state: 'unknown', stateReason: 'unrecognized', reportedState: 'DREAMING' }))],
    ],
    ['UPDATING', [seeing(accessPoint({ state: 'busy' }))]],
    ['a frozen report', [office({ link: 'disconnected', devices: [up] })]],
  ];

  test.each(unknowns)('%s neither raises nor resolves', (_, consoles) => {
    const watch = inAlert();
    expect(watch.see(6, ...consoles).filter((change) => change.kind !== 'hold')).toEqual([
      { kind: 'alter', alertId: 'alert-1', severity: AlertSeverity.error, unknownSince: minute(6) },
    ]);
    watch.rules = [rule({ durationMinutes: 9999 })];
    expect(watch.see(7, ...consoles)).toEqual([]);
    expect(watch.alerts).toHaveLength(1);
    const again = watch.see(8, seeing(down)).filter((change) => change.kind !== 'clear');
    expect(again).toMatchObject([{ kind: 'alter', alertId: 'alert-1', unknownSince: null }]);
  });

  test.each(unknowns.slice(0, -1))('%s alone raises nothing', (_, consoles) => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    watch.see(0, seeing(up, coreSwitch()));
    for (let at = 1; at < 10; at++) expect(watch.see(at, ...consoles)).toEqual([]);
  });

  test('is assumed for a console too: without a reported link nothing is raised', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    for (let at = 0; at < 5; at++)
      expect(watch.see(at, office({ link: 'unknown', devices: [up] }))).toEqual([]);
  });

  test('a device that was never adopted is not judged', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    for (let at = 0; at < 5; at++) expect(watch.see(at, seeing({ ...down, adopted: false }))).toEqual([]);
  });

  test('an alert about a device that is no longer adopted ends as removed', () => {
    expect(inAlert().see(6, seeing({ ...down, adopted: false }))).toEqual([
      { kind: 'resolve', alertId: 'alert-1', resolution: AlertResolution.removed },
    ]);
  });
});

describe('a disconnected console', () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    accessPoint({ mac: at.toString(16).toUpperCase().padStart(12, '0'), cpuPercent: 99, ports: ports('up') }),
  );
  const gateway = accessPoint({ mac: 'DDDDDDDDDDDD', name: 'Head Office', role: 'gateway', isConsole: true });
  const frozen = many.map((device) => ({ ...device, state: 'offline' as const, ports: ports('down') }));
  const everything = Object.values(AlertCondition).map((condition) =>
    rule({ id: condition, condition, durationMinutes: 1, threshold: condition === high_cpu ? '100%' : null }),
  );
  const offline = { ...gateway, state: 'offline' as const };
  const lost = office({ link: 'disconnected', devices: [offline, ...frozen], clients: [] });

  function cutOff() {
    const watch = new Watching(...everything);
    watch.see(0, office({ devices: [gateway, ...many], clients: [printer({ uplinkMac: many[0]!.mac })] }));
    expect(watch.kinds(1, lost)).toEqual(['hold']);
    expect(watch.kinds(2, lost)).toEqual(['raise']);
    return watch;
  }

  test('raises one alert for all its devices', () => {
    expect(cutOff().raised).toEqual([
      {
        ruleId: 'device_offline',
        subject: 'console/HOST:1',
        type: AlertType.console_offline,
        severity: AlertSeverity.critical,
        deviceName: 'Head Office',
        deviceCount: 500,
        siteId: 'HOST:1',
        siteName: 'Head Office',
        since: minute(1),
      },
    ]);
  });

  test('covers devices that it no longer lists', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    watch.see(0, seeing(gateway, up, coreSwitch()));
    watch.see(1, office({ link: 'disconnected' }));
    watch.see(2, office({ link: 'disconnected' }));
    expect(watch.messages).toEqual([
      'Console Head Office has been unreachable since 14:01 UTC, so the state of 2 devices is unknown',
    ]);
  });

  test('recovers without a storm', () => {
    const watch = cutOff();
    expect(watch.see(3, office({ devices: [gateway, ...many] }))).toEqual([
      { kind: 'resolve', alertId: 'alert-1', resolution: recovered },
    ]);
  });

  test('keeps its alert when it has left the account', () => {
    const watch = cutOff();
    expect(watch.kinds(3, office({ hostId: 'HOST:2' }))).toEqual(['alter']);
    expect(watch.alerts).toHaveLength(1);
  });

  test('is up while its link is, whatever its own row says', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    expect(watch.kinds(0, seeing(offline))).toEqual([]);
    expect(watch.kinds(1, office({ link: 'unknown', devices: [offline] }))).toEqual(['hold']);
  });
});
