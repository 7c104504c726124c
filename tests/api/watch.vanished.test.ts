import { describe, expect, test } from 'vitest';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import type { ConsoleReading, DeviceReading, UnlistedCounts } from '#api/features/unifi/reading.ts';
import { accessPoint, coreSwitch, office } from '#tests/support/network.ts';
import { minute, rule, Watching } from '#tests/support/watching.ts';

const { removed } = AlertResolution;
const none = { total: 0, offline: 0, gateway: 0, wired: 0, wifi: 0 };
const oneWifi = { ...none, total: 1, offline: 1, wifi: 1 };

const lobby = accessPoint();
const attic = accessPoint({ mac: 'AAAAAAAAAA02', name: 'AP Attic' });
const core = coreSwitch();
const down = (device: DeviceReading): DeviceReading => ({ ...device, state: 'offline' });

/** The office with these devices, and as many more in UniFi's counts. */
const counting = (
  unlisted: UnlistedCounts | undefined,
  devices: DeviceReading[],
  more: Partial<ConsoleReading> = {},
) => office({ devices, ...(unlisted && { unlisted }), ...more });

/** A watch that has seen everything well, and a rule of one minute. */
function watching(...before: ConsoleReading[]): Watching {
  const watch = new Watching(rule({ durationMinutes: 1 }));
  watch.see(0, ...(before.length ? before : [counting(none, [lobby, attic, core])]));
  return watch;
}

const open = ({ alerts }: Watching) => alerts.map(({ subject, unknownSince }) => [subject, unknownSince]);
const known = ({ known: { devices } }: Watching, mac: string) => devices.find((device) => device.mac === mac);
/** Kinds and resolutions of the changes of rounds from one minute to another. */
const changes = (watch: Watching, from: number, to: number, console: ConsoleReading) =>
  Array.from({ length: to - from + 1 }, (_, nth) => watch.see(from + nth, console)).flat();

describe('a device that leaves the list', () => {
  test('while the count of offline devices rises is offline', () => {
    const watch = watching();
    expect(watch.kinds(1, counting(oneWifi, [attic, core]))).toEqual(['hold']);
    watch.see(2, counting(oneWifi, [attic, core]));
    expect(watch.raised).toMatchObject([
      { type: AlertType.device_offline, severity: AlertSeverity.error, deviceName: 'AP Lobby' },
    ]);
    expect(known(watch, lobby.mac)).toMatchObject({ state: 'offline', stateReason: 'unlisted' });
    expect(changes(watch, 3, 600, counting(oneWifi, [attic, core]))).toEqual([]);
    expect(watch.kinds(601, counting(none, [lobby, attic, core]))).toEqual(['resolve']);
  });

  test('is offline after the count has caught up', () => {
    const watch = watching();
    expect(watch.see(1, counting(none, [attic, core]))).toEqual([]);
    expect(watch.kinds(2, counting(oneWifi, [attic, core]))).toEqual(['hold']);
  });

  test('stays in alert when it was offline before', () => {
    const watch = watching();
    watch.see(1, counting(none, [down(lobby), attic, core]));
    watch.see(2, counting(none, [down(lobby), attic, core]));
    expect(changes(watch, 3, 60, counting(oneWifi, [attic, core]))).toEqual([]);
    expect(open(watch)).toEqual([[lobby.mac, null]]);
  });

  test('is distinguished from devices that were never on the list', () => {
    const long = { total: 3, offline: 3, gateway: 0, wired: 1, wifi: 2 };
    const watch = watching(counting(long, [lobby, attic, core]));
    expect(changes(watch, 1, 14, counting(long, [attic, core]))).toEqual([]);
    const more = { ...long, total: 4, offline: 4, wifi: 3 };
    expect(watch.kinds(15, counting(more, [attic, core]))).toEqual(['hold']);
  });

  test('is offline if the counts identify it by its kind', () => {
    const watch = watching();
    const wired = { ...none, total: 1, offline: 1, wired: 1 };
    watch.see(1, counting(wired, [attic]));
    watch.see(2, counting(wired, [attic]));
    expect(watch.raised.map(({ deviceName }) => deviceName)).toEqual(['Core Switch']);
  });

  test('is offline if a count without kinds identifies it', () => {
    const watch = watching(counting({ offline: 0 }, [lobby, attic, core]));
    expect(watch.kinds(1, counting({ offline: 1 }, [attic, core]))).toEqual(['hold']);
  });

  test('is unknown while more devices are missing than the count says', () => {
    const watch = watching();
    expect(changes(watch, 1, 60, counting(oneWifi, [core]))).toEqual([]);
    expect(known(watch, lobby.mac)).toMatchObject({ state: 'unknown', stateReason: 'unlisted' });
  });

  test('counts as offline before one that was online when it left', () => {
    const watch = watching();
    watch.see(1, counting(none, [down(lobby), attic, core]));
    watch.see(2, counting(none, [down(lobby), attic, core]));
    changes(watch, 3, 30, counting(oneWifi, [core]));
    expect(open(watch)).toEqual([[lobby.mac, null]]);
    expect(known(watch, attic.mac)).toMatchObject({ leftAt: minute(18) });
  });

  test('is not offline because of the console alone, which still lists it', () => {
    const watch = watching();
    const still = { ...lobby, unlistedByCloud: true };
    expect(changes(watch, 1, 60, counting({ ...none, total: 1 }, [still, attic, core]))).toEqual([]);
    const gone = { ...down(lobby), unlistedByCloud: true };
    expect(watch.kinds(61, counting(oneWifi, [gone, attic, core]))).toEqual(['hold']);
    watch.see(62, counting(oneWifi, [gone, attic, core]));
    expect(watch.raised.map(({ deviceName }) => deviceName)).toEqual(['AP Lobby']);
  });

  test.each<[string, Partial<ConsoleReading>]>([
    ['its list was not read whole', { devicesListed: false }],
    ['its console is disconnected', { link: 'disconnected' }],
    ['nothing is known of its console', { link: 'unknown' }],
    ['no device is listed at all', { devices: [] }],
  ])('is unknown, and never removed, while %s', (_, more) => {
    const watch = watching();
    watch.rules = [rule({ durationMinutes: 9999 })];
    changes(watch, 1, 60, counting(oneWifi, [attic, core], more));
    expect(watch.raised).toEqual([]);
    expect(known(watch, lobby.mac)).toMatchObject({ state: 'unknown' });
    expect(known(watch, lobby.mac)?.leftAt).toBeUndefined();
  });
});

describe('a device that its administrator removed', () => {
  /** Open alerts about the access point, offline since minute 1. */
  function inAlert(...before: ConsoleReading[]): Watching {
    const watch = watching(...before);
    const listed = counting(before.length ? undefined : none, [down(lobby), attic, core]);
    watch.see(1, listed);
    watch.see(2, listed);
    expect(watch.alerts).toHaveLength(1);
    return watch;
  }

  test('is missing from list and counts: its alert is closed as removed after 15 minutes', () => {
    const watch = inAlert();
    const without = counting(none, [attic, core]);
    expect(watch.kinds(3, without)).toEqual(['alter']);
    expect(changes(watch, 4, 17, without)).toEqual([]);
    expect(watch.see(18, without)).toEqual([{ kind: 'resolve', alertId: 'alert-1', resolution: removed }]);
    expect(changes(watch, 19, 60, without)).toEqual([]);
    expect(known(watch, lobby.mac)).toMatchObject({ state: 'unknown', leftAt: minute(18) });
  });

  test('is removed when it is missing from list and console if UniFi reports no counts', () => {
    const watch = inAlert(counting(undefined, [lobby, attic, core], { rowsListed: true }));
    const without = counting(undefined, [attic, core], { rowsListed: true });
    expect(changes(watch, 3, 18, without).at(-1)).toMatchObject({ kind: 'resolve', resolution: removed });
  });

  test.each<[string, ConsoleReading]>([
    ['neither counts nor console say so', counting(undefined, [attic, core])],
    ['the console could not be asked', counting(none, [attic, core], { rowsListed: false })],
    ['UniFi still counts it', counting({ ...none, total: 1 }, [attic, core])],
  ])('is not detected while %s', (_, without) => {
    const watch = inAlert(counting(undefined, [lobby, attic, core]));
    expect(changes(watch, 3, 120, without).map(({ kind }) => kind)).toEqual(['alter']);
    expect(watch.alerts).toHaveLength(1);
  });

  test('counts as removed even without readings in the meantime', () => {
    const watch = inAlert();
    watch.see(3, counting(none, [attic, core]));
    for (let at = 4; at < 30; at++) watch.see(at);
    expect(watch.kinds(30, counting(none, [attic, core]))).toEqual(['resolve']);
  });

  test('is not removed if it comes back in the meantime', () => {
    const watch = inAlert();
    changes(watch, 3, 16, counting(none, [attic, core]));
    watch.see(17, counting(none, [down(lobby), attic, core]));
    expect(known(watch, lobby.mac)?.missingSince).toBeUndefined();
    expect(changes(watch, 18, 32, counting(none, [attic, core])).map(({ kind }) => kind)).toEqual(['alter']);
    expect(watch.alerts).toHaveLength(1);
  });

  test('is watched again when it is adopted again', () => {
    const watch = inAlert();
    changes(watch, 3, 18, counting(none, [attic, core]));
    watch.see(40, counting(none, [down(lobby), attic, core]));
    expect(watch.kinds(41, counting(none, [down(lobby), attic, core]))).toEqual(['raise']);
    expect(known(watch, lobby.mac)?.leftAt).toBeUndefined();
  });
});

describe('a console that left the account', () => {
  const other = office({ hostId: 'HOST:2', name: 'Branch', devices: [coreSwitch({ mac: 'BBBBBBBBBB02' })] });

  test('ends its alerts after an hour', () => {
    const watch = watching(counting(none, [lobby, core]), other);
    watch.see(1, office({ link: 'disconnected' }), other);
    watch.see(2, office({ link: 'disconnected' }), other);
    expect(watch.raised).toMatchObject([{ type: AlertType.console_offline }]);
    expect(changes(watch, 3, 62, other).map(({ kind }) => kind)).toEqual(['alter']);
    expect(watch.see(63, other)).toEqual([{ kind: 'resolve', alertId: 'alert-1', resolution: removed }]);
    expect(known(watch, lobby.mac)).toMatchObject({ leftAt: minute(63) });
    expect(changes(watch, 64, 70, other)).toEqual([]);
  });

  test('is not detected while the list of consoles is empty', () => {
    const watch = watching(counting(none, [lobby, core]), other);
    for (let at = 1; at < 200; at++) watch.see(at);
    expect(known(watch, lobby.mac)?.leftAt).toBeUndefined();
  });
});

describe('a device that was moved to another console', () => {
  const branch = (...devices: DeviceReading[]) => office({ hostId: 'HOST:2', name: 'Branch', devices });
  const at = (watch: Watching) =>
    watch.known.devices.flatMap(({ mac, hostId, leftAt }) => (mac === lobby.mac && !leftAt ? [hostId] : []));

  test('exists once, where it is now, whatever its old console still lists', () => {
    const watch = watching(counting(none, [lobby, core]), branch());
    for (let minutes = 1; minutes < 30; minutes++) {
      expect(watch.see(minutes, counting(none, [down(lobby), core]), branch(lobby))).toEqual([]);
    }
    expect(at(watch)).toEqual(['HOST:2']);
    watch.see(30, counting(none, [lobby, core]), branch());
    expect(at(watch)).toEqual(['HOST:1']);
  });

  test('stays where it was while only a console that lost the cloud lists it', () => {
    const watch = watching(counting(none, [lobby, core]), branch());
    watch.see(1, counting(undefined, [core]), { ...branch(lobby), link: 'disconnected' });
    expect(at(watch)).toContain('HOST:1');
  });
});

describe('an update', () => {
  const updating = accessPoint({ state: 'busy', stateReason: 'updating', reportedState: 'UPDATING' });
  const busy = (...devices: DeviceReading[]) => office({ devices });

  test('of up to 15 minutes raises nothing', () => {
    const watch = watching(busy(lobby));
    expect(changes(watch, 1, 15, busy(updating))).toEqual([]);
    expect(watch.see(16, busy(lobby))).toEqual([]);
  });

  test('of more than 15 minutes raises an alert of an impaired device, from its start', () => {
    const watch = watching(busy(lobby));
    changes(watch, 1, 15, busy(updating));
    expect(watch.kinds(16, busy(updating))).toEqual(['hold']);
    expect(watch.kinds(17, busy(updating))).toEqual(['raise']);
    expect(watch.raised).toMatchObject([
      {
        type: AlertType.device_impaired,
        severity: AlertSeverity.warning,
        since: minute(1),
        impairment: 'update_overdue',
      },
    ]);
    expect(known(watch, lobby.mac)).toMatchObject({ state: 'impaired', stateReason: 'update_overdue' });
    expect(changes(watch, 18, 90, busy(updating))).toEqual([]);
    expect(watch.kinds(91, busy(lobby))).toEqual(['resolve']);
  });

  test('waits for a rule with a duration of more than 15 minutes', () => {
    const watch = watching(busy(lobby));
    watch.rules = [rule({ durationMinutes: 30 })];
    expect(changes(watch, 1, 30, busy(updating)).map(({ kind }) => kind)).toEqual(['hold']);
    expect(watch.kinds(31, busy(updating))).toEqual(['raise']);
  });

  test('does not include time in which its state was unknown', () => {
    const watch = watching(busy(lobby));
    changes(watch, 1, 10, busy(updating));
    for (let at = 11; at < 60; at++) watch.see(at);
    expect(changes(watch, 60, 64, busy(updating))).toEqual([]);
    expect(watch.kinds(65, busy(updating))).toEqual(['hold']);
  });

  test('starts over after the device was in another state', () => {
    const watch = watching(busy(lobby));
    changes(watch, 1, 14, busy(updating));
    watch.see(15, busy(lobby));
    expect(changes(watch, 16, 30, busy(updating))).toEqual([]);
  });

  test('of a device that was down keeps its alert, and shows the current problem', () => {
    const watch = watching(busy(lobby));
    watch.see(1, busy(down(lobby)));
    watch.see(2, busy(down(lobby)));
    const kinds = changes(watch, 3, 18, busy(updating)).map(({ kind }) => kind);
    expect(kinds).toEqual(['alter', 'ease']);
    expect(watch.alerts).toMatchObject([{ type: AlertType.device_impaired, unknownSince: null }]);
  });
});
