import { describe, expect, it } from 'vitest';
import { AlertCondition, AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import type { DeviceReading } from '#api/features/unifi/reading.ts';
import {
  ap,
  behindFloor,
  core,
  floor,
  lobby,
  open,
  reported,
  seen,
  watchingFloor,
} from '../support/floor.ts';
import { coreSwitch, office } from '../support/network.ts';
import { rule, Watching } from '../support/watching.ts';

/** Long and odd outages: what is down is reported, once, by its own alert or in the list of another one. */

const everything = [core, floor, lobby, ...behindFloor];

describe('A device that is down is never hidden', () => {
  it('when the switch between it and its cause is being adopted or updated', () => {
    const watch = watchingFloor();
    const dark = seen({ down: everything });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([core]);
    const between = seen({
      down: everything,
      as: { [floor]: { state: 'busy', stateReason: 'getting_ready' } },
    });
    for (let minute = 6; minute < 120; minute++) watch.see(minute, between);
    expect(reported(watch)).toEqual(expect.arrayContaining(behindFloor));
  });

  it('when the switch between it and its cause is removed from UniFi', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 6; minute++) watch.see(minute, seen({ down: everything }));
    const without = seen({ down: everything, as: { [floor]: { adopted: false } } });
    for (let minute = 6; minute < 120; minute++) watch.see(minute, without);
    expect(reported(watch)).toEqual(expect.arrayContaining(behindFloor));
  });

  it('when the console was unreachable for some minutes in the second day of an outage', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    for (let hour = 1; hour < 26; hour++) watch.see(hour * 60, dark);
    expect(reported(watch)).toEqual([...behindFloor, floor]);
    for (let minute = 0; minute < 30; minute++)
      watch.see(26 * 60 + minute, office({ link: 'unknown', devicesListed: false }));
    for (let minute = 30; minute < 120; minute++) watch.see(26 * 60 + minute, dark);
    expect(reported(watch)).toEqual([...behindFloor, floor]);
  });

  it('when it turns from offline to isolated on the second day of an outage', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    for (let hour = 1; hour < 26; hour++) watch.see(hour * 60, dark);
    const isolated = seen({
      down: [floor, ...behindFloor],
      as: { [ap(1)]: { state: 'impaired', stateReason: 'isolated' } },
    });
    for (let minute = 0; minute < 120; minute++) watch.see(26 * 60 + minute, isolated);
    expect(reported(watch)).toEqual([...behindFloor, floor]);
  });

  it('when a flapping neighbour contradicts its cause again and again', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 6; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    for (let minute = 6; minute < 120; minute++)
      watch.see(minute, seen({ down: minute % 4 === 0 ? [floor, ...behindFloor] : [floor, ap(1), ap(2)] }));
    expect(open(watch)).toEqual(expect.arrayContaining([ap(1), ap(2)]));
  });

  it('when its cause comes back for four minutes again and again', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 6; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    for (let minute = 6; minute < 180; minute++)
      watch.see(minute, seen({ down: minute % 6 < 4 ? [ap(1)] : [floor, ...behindFloor] }));
    expect(open(watch)).toEqual(expect.arrayContaining([ap(1)]));
  });

  it('when its console was unreachable during the rule duration', () => {
    const watch = watchingFloor({ durationMinutes: 15 });
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 12; minute++) watch.see(minute, dark);
    watch.see(12, office({ link: 'unknown', devicesListed: false }));
    for (let minute = 13; minute < 60; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
    expect(reported(watch)).toEqual([...behindFloor, floor]);
  });

  it('when it turns from isolated to offline during the duration', () => {
    const watch = watchingFloor({ durationMinutes: 15 });
    const isolated = { state: 'impaired', stateReason: 'isolated' } as const;
    for (let minute = 2; minute < 10; minute++)
      watch.see(minute, seen({ down: [floor, ...behindFloor], as: { [ap(1)]: isolated } }));
    for (let minute = 10; minute < 60; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual([floor]);
    expect(reported(watch)).toEqual([...behindFloor, floor]);
  });

  it('when failures spread upwards over eight minutes', () => {
    const watch = watchingFloor();
    const last: string[] = [];
    for (let minute = 2; minute < 40; minute++) {
      const down = [...behindFloor, ...(minute >= 6 ? [floor] : []), ...(minute >= 10 ? [core, lobby] : [])];
      watch.see(minute, seen({ down }));
      if (minute >= 12) {
        const missing = behindFloor.filter((mac) => !reported(watch).includes(mac));
        if (missing.length > 0) last.push(`${minute}: ${missing.join()}`);
      }
    }
    expect(last).toEqual([]);
  });
  it('when failures spread upwards, with one alert about the last of them', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 40; minute++) {
      const down = [...behindFloor, ...(minute >= 6 ? [floor] : []), ...(minute >= 10 ? [core, lobby] : [])];
      watch.see(minute, seen({ down }));
    }
    expect(open(watch)).toEqual([core]);
  });
});

describe('The list of affected devices', () => {
  it('is empty once a flapping cause and all behind it are up', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    for (const minute of [2, 3, 4]) watch.see(minute, dark);
    for (const minute of [5, 6]) watch.see(minute, seen());
    for (const minute of [7, 8, 9]) watch.see(minute, dark);
    expect(watch.alerts[0]!.flappingSince).not.toBeNull();
    for (const minute of [10, 11, 12, 13]) watch.see(minute, seen());
    expect(reported(watch)).toEqual([floor]);
  });

  it('forgets a device that was removed from UniFi', () => {
    const watch = watchingFloor();
    for (const minute of [2, 3, 4]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    for (let minute = 5; minute < 60; minute++)
      watch.see(minute, seen({ down: [floor, ...behindFloor], as: { [ap(1)]: { adopted: false } } }));
    expect(reported(watch)).toEqual([ap(2), ap(3), floor]);
  });

  it('leaves the severity of its cause alone while one of them restarts', () => {
    const watch = watchingFloor();
    // AP 1 is the uplink of a switch (mesh bridge).
    const view = (down: string[], as: Record<string, Partial<DeviceReading>> = {}) =>
      seen({
        down,
        as: {
          ...(down.includes(floor) ? {} : { [floor]: { uplinkMac: lobby, uplinkPort: undefined } }),
          ...as,
        },
      });
    for (const minute of [2, 3]) watch.see(minute, view([]));
    for (const minute of [4, 5, 6]) watch.see(minute, view([lobby, floor, ...behindFloor]));
    expect(open(watch)).toEqual([lobby]);
    expect(watch.alerts[0]!.severity).toBe(AlertSeverity.critical);
    const changes: string[] = [];
    for (let minute = 7; minute < 20; minute++)
      changes.push(
        ...watch
          .see(
            minute,
            view(
              [lobby, floor, ...behindFloor],
              minute % 2 ? { [floor]: { state: 'busy', stateReason: 'getting_ready' } } : {},
            ),
          )
          .filter(({ kind }) => kind === 'alter')
          .map((one) => `${minute} ${'severity' in one ? one.severity : ''}`),
      );
    expect(changes).toEqual([]);
  });
});

describe('One outage is one alert, and each outage has one', () => {
  it('when power returns for four minutes and fails again before the devices behind it have started', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    for (let minute = 6; minute < 10; minute++) watch.see(minute, seen({ down: behindFloor }));
    for (let minute = 10; minute < 40; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
  });

  it('when a rule about the devices behind it is added or switched on during the outage', () => {
    const watch = watchingFloor();
    watch.rules = [rule({ durationMinutes: 1, scope: { macs: [floor] } })];
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 20; minute++) watch.see(minute, dark);
    watch.rules = [...watch.rules, rule({ id: 'rule-2', durationMinutes: 1, scope: { macs: behindFloor } })];
    for (let minute = 20; minute < 30; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
  });

  it('when the cable to a switch is cut, and only its port and the access points behind it are watched', () => {
    const watch = watchingFloor(
      { scope: { macs: behindFloor } },
      { id: 'ports', condition: AlertCondition.port_down },
    );
    for (let minute = 2; minute < 20; minute++)
      watch.see(minute, seen({ down: [floor, ...behindFloor], ports: ['down', 'up'] }));
    expect(open(watch)).toEqual([`${core}/port/1`]);
  });

  it('when the rule of the switch is slower than that of the access points', () => {
    const watch = watchingFloor(
      { scope: { macs: behindFloor } },
      { id: 'slow', durationMinutes: 20, scope: { macs: [floor] } },
    );
    for (let minute = 2; minute < 60; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual([floor]);
  });

  it('also of a dead device behind a switch that comes and goes', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 6; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    for (let minute = 6; minute < 180; minute++) {
      watch.see(minute, seen({ down: minute % 6 < 2 ? [ap(1)] : [floor, ...behindFloor] }));
    }
    expect(open(watch)).toEqual(expect.arrayContaining([ap(1)]));
  });

  it('on the channels that its rule uses now', () => {
    const slack = [NotificationChannel.slack];
    const watch = watchingFloor(
      { scope: { macs: [floor] }, channels: slack },
      { id: 'rule-2', scope: { macs: behindFloor }, channels: slack },
    );
    const dark = seen({ down: [floor, ...behindFloor] });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
    watch.rules = watch.rules.map((one) =>
      one.id === 'rule-2' ? { ...one, channels: [NotificationChannel.teams] } : one,
    );
    for (let minute = 6; minute < 20; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([...behindFloor, floor]);
  });

  it('without listing a long chain behind each of its devices', () => {
    const mac = (nth: number) => `C${String(nth).padStart(11, '0')}`;
    const chain = (state: 'online' | 'offline') =>
      office({
        devices: [
          coreSwitch({ mac: core }),
          ...Array.from({ length: 3000 }, (_, nth) =>
            coreSwitch({ mac: mac(nth), name: `S${nth}`, state, uplinkMac: nth ? mac(nth - 1) : core }),
          ),
        ],
      });
    const watch = new Watching(rule({ durationMinutes: 1, fold: false }));
    watch.see(0, chain('online'));
    watch.see(1, chain('online'));
    watch.see(2, chain('offline'));
    const changes = watch.see(3, chain('offline'));
    const rows = changes.reduce(
      (sum, one) => sum + (one.kind === 'raise' ? (one.alert.affected?.length ?? 0) : 0),
      0,
    );
    expect(rows).toBeLessThan(100_000);
  }, 120_000);

  it('when a port was reported before the only device on it', () => {
    const watch = watchingFloor(
      { durationMinutes: 8 },
      { id: 'ports', durationMinutes: 1, condition: AlertCondition.port_down },
    );
    for (let minute = 2; minute < 14; minute++)
      watch.see(minute, seen({ down: [lobby], ports: ['up', 'down'] }));
    expect(open(watch)).toEqual([lobby]);
  });
});
