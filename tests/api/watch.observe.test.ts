import { describe, expect, test } from 'vitest';
import type { ClientReading, ConsoleReading, DeviceReading, Reading } from '#api/features/unifi/reading.ts';
import type { Known } from '#api/features/watch/evaluate/types.ts';
import { infer } from '#api/features/watch/evaluate/infer.ts';
import { observe } from '#api/features/watch/evaluate/observe.ts';
import { accessPoint, coreSwitch, office, ports, printer } from '#tests/support/network.ts';
import { minute } from '#tests/support/watching.ts';

const nothing: Known = { devices: [], clients: [] };
const look = (known: Known, reading: Reading, watchClients = true) =>
  observe(known, infer(known, reading), watchClients);
const seen = (known: Known, at: number, ...consoles: ConsoleReading[]) =>
  look(known, { at: minute(at), consoles });
const withDevice = (changes: Partial<DeviceReading> = {}) => office({ devices: [accessPoint(changes)] });
const withClients = (...clients: ClientReading[]) => office({ clients });

const lobby = {
  hostId: 'HOST:1',
  mac: 'AAAAAAAAAAAA',
  name: 'AP Lobby',
  model: 'U6 Pro',
  role: 'access_point' as const,
  isConsole: false,
  state: 'online' as const,
  stateSince: minute(0),
  upPorts: [],
};
const knownLobby: Known = { devices: [lobby], clients: [] };

describe('the stored state of a device', () => {
  test('starts with its first reading', () => {
    expect(seen(nothing, 0, withDevice()).devices).toEqual([lobby]);
  });

  test('is not written when nothing changed', () => {
    expect(seen(knownLobby, 1, withDevice())).toEqual(nothing);
    const unknown = { ...lobby, state: 'unknown' as const, stateReason: 'unread' as const };
    expect(seen({ ...knownLobby, devices: [unknown] }, 1)).toEqual(nothing);
  });

  test.each([
    [{ name: 'AP Hall' }, { name: 'AP Hall' }],
    [{ name: '' }, { name: 'U6 Pro' }],
    [{ name: 'a\u0000b' }, { name: 'a b' }],
    [{ role: 'switch' as const }, { role: 'switch' }],
    [{ isConsole: true }, { isConsole: true }],
    [{ model: 'U7' }, { model: 'U7' }],
    [{ state: 'offline' as const }, { state: 'offline', stateSince: minute(9) }],
    [{ state: 'busy' as const }, { state: 'busy', stateSince: minute(9) }],
    [{ state: 'unknown' as const }, { state: 'unknown', stateSince: minute(9) }],
    [{ reportedState: 'Online' }, { reportedState: 'Online' }],
    [
      { state: 'unknown' as const, stateReason: 'unrecognized' as const, reportedState: 'DREAMING' },
      {
        state: 'unknown',
        stateSince: minute(9),
        stateReason: 'unrecognized',
        reportedState: 'DREAMING',
      },
    ],
    [{ ports: ports('up', 'down', 'up') }, { upPorts: [1, 3], downPorts: [] }],
  ])('is written once: %j', (change, written) => {
    const { devices } = seen(knownLobby, 9, withDevice(change));
    expect(devices).toEqual([{ ...lobby, ...written }]);
    expect(seen({ devices, clients: [] }, 10, withDevice(change))).toEqual(nothing);
  });

  test('keeps a model that UniFi leaves out', () => {
    expect(seen(knownLobby, 1, withDevice({ model: undefined }))).toEqual(nothing);
  });

  test('keeps that a port was once up', () => {
    const devices = [{ ...lobby, upPorts: [2, 5] }];
    const reading = withDevice({ ports: ports('up', 'down', 'unknown') });
    expect(seen({ devices, clients: [] }, 1, reading).devices).toEqual([
      { ...lobby, upPorts: [1, 2, 5], downPorts: [2] },
    ]);
  });

  test('ignores the ports of a device that is not online', () => {
    const reading = withDevice({ state: 'offline', ports: ports('up') });
    expect(seen(knownLobby, 1, reading).devices).toMatchObject([{ state: 'offline', upPorts: [] }]);
  });

  test.each([
    ['the poll failed', 'unread', []],
    ['its list was not read whole', 'unread', [office({ devicesListed: false })]],
    ['it vanished from the list', 'unlisted', [office()]],
    [
      'its console is disconnected',
      'console_offline',
      [{ ...withDevice({ reportedState: 'ONLINE' }), link: 'disconnected' as const }],
    ],
  ])('is unknown, and kept, when %s: %s', (_, stateReason, consoles) => {
    const unknown = { ...lobby, state: 'unknown', stateReason, stateSince: minute(7) };
    const known = { ...knownLobby, devices: [{ ...lobby, reportedState: 'ONLINE' }] };
    expect(seen(known, 7, ...consoles).devices).toEqual([unknown]);
  });

  test('says that it has left when it is no longer adopted', () => {
    const left = { ...lobby, state: 'unknown', stateReason: 'unlisted', leftAt: minute(7) };
    const { devices } = seen(knownLobby, 7, withDevice({ adopted: false }));
    expect(devices).toEqual([{ ...left, stateSince: minute(7) }]);
    expect(seen({ devices, clients: [] }, 8, withDevice({ adopted: false }))).toEqual(nothing);
    expect(seen({ devices, clients: [] }, 9, withDevice()).devices).toEqual([
      { ...lobby, stateSince: minute(9) },
    ]);
  });

  test('does not exist for a device that was never adopted', () => {
    expect(seen(nothing, 0, withDevice({ adopted: false }))).toEqual(nothing);
  });

  test('is at its new console after it moved, and says that it left the old one', () => {
    const moved = office({ hostId: 'HOST:2', devices: [accessPoint()] });
    const { devices } = seen(knownLobby, 3, office(), moved);
    expect(devices).toEqual([
      {
        ...lobby,
        state: 'unknown',
        stateReason: 'unlisted',
        stateSince: minute(3),
        leftAt: minute(3),
      },
      { ...lobby, hostId: 'HOST:2', stateSince: minute(3) },
    ]);
    expect(seen({ devices, clients: [] }, 4, office(), moved)).toEqual(nothing);
  });

  test('follows the link if it is the console itself', () => {
    const reading = withDevice({ isConsole: true, state: 'offline' });
    expect(seen(nothing, 0, reading).devices).toMatchObject([{ state: 'online' }]);
  });
});

describe('the stored state of clients', () => {
  const known = { hostId: 'HOST:1', mac: 'CCCCCCCCCCCC', name: 'Printer', uplinkMac: 'BBBBBBBBBBBB' };
  const knownPrinter: Known = { devices: [], clients: [known] };

  test('exists only for wired ones, and only when a rule needs it', () => {
    const reading = {
      at: minute(0),
      consoles: [withClients(printer(), printer({ mac: 'EEEEEEEEEEEE', wired: false }))],
    };
    expect(look(nothing, reading).clients).toEqual([known]);
    expect(look(nothing, reading, false).clients).toEqual([]);
  });

  test.each([
    ['it is there as before', withClients(printer())],
    ['it is gone', withClients()],
    ['the list could not be read', office()],
    ['it went to Wi-Fi', withClients(printer({ wired: false, uplinkMac: 'AAAAAAAAAAAA' }))],
    ['UniFi does not say where it hangs', withClients(printer({ uplinkMac: undefined }))],
  ])('is not written when %s', (_, console) => {
    expect(seen(knownPrinter, 1, console)).toEqual(nothing);
  });

  test.each([
    [{ name: 'Copier' }, { name: 'Copier' }],
    [{ name: '' }, { name: 'CCCCCCCCCCCC' }],
    [{ uplinkMac: 'AAAAAAAAAAAA' }, { uplinkMac: 'AAAAAAAAAAAA' }],
  ])('is written once: %j', (change, written) => {
    const { clients } = seen(knownPrinter, 1, withClients(printer(change)));
    expect(clients).toEqual([{ ...known, ...written }]);
    expect(seen({ devices: [], clients }, 2, withClients(printer(change)))).toEqual(nothing);
  });
});

test('is written once for a reading of 2,000 devices in which one changed', () => {
  const many = Array.from({ length: 2000 }, (_, at) => coreSwitch({ mac: String(at).padStart(12, '0') }));
  const before = seen(nothing, 0, office({ devices: many }));
  expect(before.devices).toHaveLength(2000);
  const after = seen(before, 1, office({ devices: [{ ...many[0]!, state: 'offline' }, ...many.slice(1)] }));
  expect(after.devices).toEqual([{ ...before.devices[0], state: 'offline', stateSince: minute(1) }]);
});
