import { describe, expect, test } from 'vitest';
import { AlertCondition, AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import type { DeviceReading } from '#api/features/unifi/reading.ts';
import { accessPoint, coreSwitch, office, ports, printer } from '#tests/support/network.ts';
import { rule, Watching } from '#tests/support/watching.ts';

const { high_cpu, high_memory, low_disk, high_bandwidth, port_down, client_disconnect } = AlertCondition;

const up = accessPoint();
const down = accessPoint({ state: 'offline' });
const seeing = (...devices: DeviceReading[]) => office({ devices });

describe('a measured value that was not due in this round', () => {
  const late = seeing(accessPoint({ deferred: 'call_budget' }));

  test('neither resets the duration nor makes the alert unknown', () => {
    const watch = new Watching(rule({ condition: high_cpu, durationMinutes: 2 }));
    expect(watch.kinds(0, seeing(accessPoint({ cpuPercent: 97 })))).toEqual(['hold']);
    expect(watch.kinds(1, late)).toEqual([]);
    expect(watch.kinds(2, seeing(accessPoint({ cpuPercent: 98 })))).toEqual(['raise']);
    expect(watch.kinds(3, late)).toEqual([]);
    expect(watch.kinds(4, seeing(accessPoint({ cpuPercent: 20 })))).toEqual(['resolve']);
  });

  test('is still unknown when the device is down', () => {
    const watch = new Watching(rule({ condition: high_cpu }));
    watch.see(0, seeing(accessPoint({ cpuPercent: 97 })));
    expect(watch.kinds(1, seeing(accessPoint({ deferred: 'call_budget', state: 'offline' })))).toEqual([
      'pause',
    ]);
  });
});

describe('a measured value', () => {
  test.each([
    [
      high_cpu,
      { cpuPercent: 97.2 },
      'CPU on AP Lobby (Head Office) has been above 90% since 14:00 UTC (now 97%)',
    ],
    [
      high_memory,
      { memoryPercent: 90.4 },
      'Memory on AP Lobby (Head Office) has been above 90% since 14:00 UTC (now 90.4%)',
    ],
    [
      low_disk,
      { diskFreePercent: 3 },
      'Free disk space on AP Lobby (Head Office) has been below 10% since 14:00 UTC (now 3%)',
    ],
    [
      high_bandwidth,
      { uplinkBps: 896e6 },
      'Uplink traffic on AP Lobby (Head Office) has been above 100 MB/s since 14:00 UTC (now 112 MB/s)',
    ],
  ])('%s raises past its default threshold', (condition, values, message) => {
    const watch = inAlertOf(condition, values);
    expect(watch.raised).toMatchObject([{ type: condition }]);
    expect(watch.messages).toEqual([message]);
    expect(watch.raised[0]!.value).toBe(condition === high_bandwidth ? 112e6 : Object.values(values)[0]);
    expect(watch.raised[0]!.threshold).toBe(
      condition === high_bandwidth ? 100e6 : condition === low_disk ? 10 : 90,
    );
  });

  test.each([
    [high_cpu, { cpuPercent: 90 }],
    [high_memory, { memoryPercent: 90 }],
    [low_disk, { diskFreePercent: 10 }],
    [high_bandwidth, { uplinkBps: 800e6 }],
    [high_cpu, {}],
    [high_cpu, { cpuPercent: NaN }],
    [low_disk, {}],
    [high_cpu, { cpuPercent: 99, state: 'offline' as const }],
    [low_disk, { diskFreePercent: 0, state: 'busy' as const }],
  ])('%s raises nothing at %j', (condition, values) => {
    expect(inAlertOf(condition, values).raised).toEqual([]);
  });

  test.each([{}, { cpuPercent: 5, state: 'offline' as const }, { cpuPercent: NaN }])(
    'that is missing (%j) leaves an alert open',
    (values) => {
      const watch = inAlertOf(high_cpu, { cpuPercent: 99 });
      expect(watch.kinds(6, seeing(accessPoint(values)))).toEqual(['alter']);
      expect(watch.kinds(7, seeing(accessPoint({ cpuPercent: 5 })))).toEqual(['resolve']);
    },
  );

  test('is compared with the threshold of each rule', () => {
    const watch = new Watching(
      rule({ id: 'at 50', condition: high_cpu, threshold: '50%' }),
      rule({ id: 'at 80', condition: high_cpu, threshold: '80' }),
      rule({ id: 'unreadable', condition: high_cpu, threshold: 'lots' }),
    );
    watch.see(0, seeing(accessPoint({ cpuPercent: 60 })));
    expect(watch.pending.map((condition) => condition.ruleId)).toEqual(['at 50']);
  });

  function inAlertOf(condition: AlertCondition, values: Partial<DeviceReading>) {
    const watch = new Watching(rule({ condition }));
    watch.see(0, seeing(accessPoint(values)));
    watch.see(5, seeing(accessPoint(values)));
    return watch;
  }
});

describe('a port', () => {
  const portRule = rule({ condition: port_down, durationMinutes: 1 });
  const withPorts = (...states: Parameters<typeof ports>) => seeing(coreSwitch({ ports: ports(...states) }));

  test('that was never up raises nothing', () => {
    const watch = new Watching(portRule);
    for (let at = 0; at < 5; at++) expect(watch.see(at, withPorts('down', 'up'))).toEqual([]);
  });

  test('raises when it goes down, and resolves when it is up again', () => {
    const watch = new Watching(portRule);
    watch.see(0, withPorts('down', 'down', 'up'));
    expect(watch.kinds(1, withPorts('down', 'down', 'down'))).toEqual(['hold']);
    watch.see(2, withPorts('down', 'down', 'down'));
    expect(watch.raised).toMatchObject([
      {
        subject: 'BBBBBBBBBBBB/port/3',
        severity: AlertSeverity.error,
        deviceMac: 'BBBBBBBBBBBB',
        port: 3,
      },
    ]);
    expect(watch.messages).toEqual(['Port 3 on Core Switch (Head Office) has been down since 14:01 UTC']);
    expect(watch.kinds(3, withPorts('up', 'down', 'up'))).toEqual(['resolve']);
  });

  test.each([
    ['an unknown port', withPorts('unknown')],
    ['a device that lists no ports', seeing(coreSwitch())],
    ['an offline device', seeing(coreSwitch({ state: 'offline', ports: ports('down') }))],
  ])('in an unknown state (%s) neither raises nor resolves', (_, console) => {
    const watch = new Watching(portRule);
    watch.see(0, withPorts('up'));
    expect(watch.see(1, console)).toEqual([]);
    watch.see(2, withPorts('down'));
    watch.see(3, withPorts('down'));
    expect(watch.kinds(4, console)).toEqual(['alter']);
    expect(watch.alerts).toHaveLength(1);
  });
});

describe('a wired client', () => {
  const clientRule = rule({ condition: client_disconnect, durationMinutes: 1 });
  const present = office({ devices: [coreSwitch(), up], clients: [printer()] });
  const gone = office({ devices: [coreSwitch(), up], clients: [] });

  function seen() {
    const watch = new Watching(clientRule);
    watch.see(0, present);
    return watch;
  }

  test('that disconnects raises, and resolves when it is back', () => {
    const watch = seen();
    expect(watch.kinds(1, gone)).toEqual(['hold']);
    watch.see(2, gone);
    expect(watch.raised).toMatchObject([
      {
        subject: 'client/CCCCCCCCCCCC',
        severity: AlertSeverity.info,
        deviceName: 'Printer',
        deviceMac: 'CCCCCCCCCCCC',
        uplinkName: 'Core Switch',
      },
    ]);
    expect(watch.messages).toEqual([
      'Printer (Head Office) has been disconnected from Core Switch since 14:01 UTC',
    ]);
    expect(watch.kinds(3, present)).toEqual(['resolve']);
  });

  test('that moved to another device does not raise', () => {
    const moved = office({
      devices: [coreSwitch(), up],
      clients: [printer({ uplinkMac: up.mac, wired: false })],
    });
    expect(seen().see(1, moved)).toEqual([]);
  });

  test.each([
    ['the client list is not whole', office({ devices: [coreSwitch()] })],
    ['its switch is offline', office({ devices: [coreSwitch({ state: 'offline' })], clients: [] })],
    ['its switch is updating', office({ devices: [coreSwitch({ state: 'busy' })], clients: [] })],
    ['its switch vanished', office({ clients: [] })],
    ['its console is disconnected', { ...gone, link: 'disconnected' as const }],
    ['the link of its console is unknown', { ...gone, link: 'unknown' as const }],
  ])('does not raise while %s', (_, console) => {
    expect(seen().see(1, console)).toEqual([]);
  });
});

describe('a message', () => {
  const messageAbout = (device: Partial<DeviceReading>, consoleName = 'Head Office', since = 0) => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    for (const at of [since, 2]) {
      watch.see(at, office({ name: consoleName, devices: [{ ...down, ...device }] }));
    }
    return watch.messages[0];
  };

  test.each([
    [{ name: '' }, 'U6 Pro (Head Office) has been offline since 14:00 UTC'],
    [{ name: ' \u0000 ', model: '' }, 'AAAAAAAAAAAA (Head Office) has been offline since 14:00 UTC'],
    [{ name: 'Büro  1 📡' }, 'Büro  1 📡 (Head Office) has been offline since 14:00 UTC'],
    [{ name: '<b>x</b>\n"; --' }, '<b>x</b> "; -- (Head Office) has been offline since 14:00 UTC'],
    [{ name: 'a\u202eb\ud800c' }, 'a b c (Head Office) has been offline since 14:00 UTC'],
    [{ name: '📡'.repeat(300) }, `${'📡'.repeat(99)}… (Head Office) has been offline since 14:00 UTC`],
    [{ siteName: 'Warehouse' }, 'AP Lobby (Warehouse, Head Office) has been offline since 14:00 UTC'],
    [{ name: 'Head Office' }, 'Head Office has been offline since 14:00 UTC'],
  ])('stays intact with the name %j', (device, message) => {
    expect(messageAbout(device)).toBe(message);
  });

  test('includes the date if the condition began on another day', () => {
    expect(messageAbout({}, '', -24 * 60)).toBe(
      'AP Lobby (HOST:1) has been offline since 19 Nov 2026, 14:00 UTC',
    );
  });
});
