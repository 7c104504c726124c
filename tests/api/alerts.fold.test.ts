import { describe, expect, it } from 'vitest';
import { AlertCondition, AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import type { PortReading } from '#api/features/unifi/reading.ts';
import type { Rule } from '#api/features/watch/evaluate/types.ts';
import { ap, behindFloor, core, floor, lobby, open, seen, watchingFloor } from '../support/floor.ts';
import { office } from '../support/network.ts';
import { rule, type Watching } from '../support/watching.ts';

const names = (watch: Watching) => watch.raised.map(({ deviceName }) => deviceName);

describe('Devices behind a failed switch', () => {
  it('raise no alerts of their own, and are listed in the one of the switch', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    watch.see(2, dark);
    watch.see(3, dark);
    expect(names(watch)).toEqual(['Floor Switch']);
    expect(watch.raised[0]!.affected?.map(({ name }) => name).toSorted()).toEqual(['AP 1', 'AP 2', 'AP 3']);
    for (let minute = 4; minute < 60; minute++) watch.see(minute, dark);
    expect(names(watch)).toEqual(['Floor Switch']);
  });

  it('raise alerts with their true start if they are still down five minutes after it is back', () => {
    const watch = watchingFloor();
    for (const minute of [2, 3, 4, 5]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    const left = seen({ down: [ap(2)] });
    for (let minute = 6; minute < 11; minute++) watch.see(minute, left);
    expect(names(watch)).toEqual(['Floor Switch']);
    watch.see(11, left);
    expect(watch.raised.at(-1)).toMatchObject({
      deviceName: 'AP 2',
      since: new Date(Date.UTC(2026, 10, 20, 14, 2)),
    });
    expect(open(watch)).toEqual([ap(2)]);
  });

  it('that come back one after another raise none', () => {
    const watch = watchingFloor();
    for (const minute of [2, 3, 4, 5]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    watch.see(6, seen({ down: behindFloor }));
    watch.see(7, seen({ down: [ap(3)], as: { [ap(2)]: { state: 'busy', stateReason: 'getting_ready' } } }));
    watch.see(8, seen({ down: [ap(3)] }));
    for (let minute = 9; minute < 20; minute++) watch.see(minute, seen());
    expect(names(watch)).toEqual(['Floor Switch']);
    expect(watch.alerts).toEqual([]);
    expect(watch.pending).toEqual([]);
  });

  it('that were reported first are folded afterwards', () => {
    const watch = watchingFloor();
    watch.see(2, seen({ down: behindFloor }));
    watch.see(3, seen({ down: behindFloor }));
    expect(open(watch)).toEqual(behindFloor);
    const dark = seen({ down: [floor, ...behindFloor] });
    watch.see(4, dark);
    watch.see(5, dark);
    expect(open(watch)).toEqual([floor]);
    expect(watch.alerts[0]!.affectedMacs.toSorted()).toEqual(behindFloor);
    watch.see(6, seen({ down: [ap(1)] }));
    for (let minute = 7; minute < 12; minute++) watch.see(minute, seen({ down: [ap(1)] }));
    expect(watch.raised.at(-1)).toMatchObject({
      deviceName: 'AP 1',
      since: new Date(Date.UTC(2026, 10, 20, 14, 2)),
    });
  });

  it.each([
    ['is still up, so the switch passes traffic', [ap(1), ap(2)]],
    ['comes up later', behindFloor],
  ])('raise their own alerts if one of them %s', (_, first) => {
    const watch = watchingFloor();
    for (const minute of [2, 3, 4]) watch.see(minute, seen({ down: [floor, ...first] }));
    for (let minute = 5; minute < 12; minute++) watch.see(minute, seen({ down: [floor, ap(1), ap(2)] }));
    expect(open(watch)).toEqual([ap(1), ap(2), floor]);
  });

  it('raise their own alerts if they failed long before or after it', () => {
    const watch = watchingFloor();
    for (let minute = 2; minute < 10; minute++) watch.see(minute, seen({ down: [ap(1)] }));
    for (let minute = 10; minute < 20; minute++) watch.see(minute, seen({ down: [ap(1), ap(2), floor] }));
    expect(open(watch)).toEqual([ap(1), ap(2), floor]);
  });

  it('wait for its alert, and not for long', () => {
    const watch = watchingFloor({ durationMinutes: 0 }, { id: 'slow', durationMinutes: 30 });
    watch.rules[0] = rule({ durationMinutes: 0, scope: { macs: behindFloor } });
    for (const minute of [2, 3]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(watch.raised).toEqual([]);
    for (const minute of [4, 5]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual(behindFloor);
  });

  it.each<[string, Partial<Rule>, Partial<Rule>]>([
    ['on a channel that its rule does not use', {}, { channels: [NotificationChannel.slack] }],
    ['with a ticket that it does not open', {}, { ticketSeverities: ['error'] }],
  ])('raise their own alerts if they are reported %s', (_, ofSwitches, ofAccessPoints) => {
    const watch = watchingFloor(
      { scope: { macs: [floor] }, ...ofSwitches },
      { id: 'rule-2', scope: { macs: behindFloor }, ...ofAccessPoints },
    );
    for (let minute = 2; minute < 9; minute++) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual([...behindFloor, floor]);
  });

  it('raise their own alerts if no rule watches it', () => {
    const watch = watchingFloor({ scope: { macs: behindFloor } });
    for (const minute of [2, 3]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual(behindFloor);
  });

  it('raise their own alerts and are listed as well if their rule does not fold', () => {
    const watch = watchingFloor({ fold: false });
    for (const minute of [2, 3]) watch.see(minute, seen({ down: [floor, ...behindFloor] }));
    expect(open(watch)).toEqual([...behindFloor, floor]);
    const cause = watch.raised.find(({ subject }) => subject === floor);
    expect(cause?.affected?.map(({ mac }) => mac).toSorted()).toEqual(behindFloor);
  });

  it('raise their own alerts at once when its rule is gone', () => {
    const watch = watchingFloor({ scope: { macs: [floor] } }, { id: 'rule-2', scope: { macs: behindFloor } });
    const dark = seen({ down: [floor, ...behindFloor] });
    for (const minute of [2, 3]) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
    watch.rules = watch.rules.slice(1);
    watch.see(4, dark);
    expect(open(watch)).toEqual(behindFloor);
  });

  it('stay part of it while nothing is known of either', () => {
    const watch = watchingFloor();
    const dark = seen({ down: [floor, ...behindFloor] });
    for (const minute of [2, 3]) watch.see(minute, dark);
    watch.see(4, office({ link: 'unknown', devicesListed: false }));
    watch.see(40, office({ link: 'unknown', devicesListed: false }));
    for (let minute = 41; minute < 50; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([floor]);
    for (let minute = 50; minute < 56; minute++) watch.see(minute, seen({ down: [ap(1)] }));
    expect(watch.raised.at(-1)).toMatchObject({
      deviceName: 'AP 1',
      since: new Date(Date.UTC(2026, 10, 20, 14, 2)),
    });
  });
});

describe('An uplink', () => {
  const dark = seen({ down: [floor, ...behindFloor] });

  it.each([
    ['that UniFi never reported', { uplinkMac: null, uplinkSeenAt: null }],
    ['that was last seen more than a day before', { uplinkSeenAt: new Date(Date.UTC(2026, 10, 19, 13)) }],
    ['to a device that is not on this console', { uplinkMac: 'F00000000000' }],
    ['to itself', { uplinkMac: ap(1) }],
  ])('%s explains nothing', (_, changes) => {
    const watch = watchingFloor();
    watch.known.devices = watch.known.devices.map((one) =>
      one.mac === ap(1) ? { ...one, ...changes } : one,
    );
    for (const minute of [2, 3]) watch.see(minute, dark);
    expect(open(watch)).toEqual([ap(1), floor]);
  });

  it('in a circle explains nothing', () => {
    const watch = watchingFloor();
    watch.known.devices = watch.known.devices.map((one) =>
      one.mac === floor ? { ...one, uplinkMac: ap(1) } : one,
    );
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    // AP 2 and 3 are still behind the switch, which is in no order with AP 1.
    expect(open(watch)).toEqual([ap(1), floor]);
  });

  it('of a device that is down is not believed when it is only reported then', () => {
    const watch = watchingFloor();
    watch.known.devices = watch.known.devices.map((one) =>
      one.mac === lobby ? { ...one, uplinkMac: null } : one,
    );
    const late = office({
      devices: dark.devices.map((one) =>
        one.mac === lobby ? { ...one, state: 'offline', uplinkMac: floor } : one,
      ),
    });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, late);
    expect(open(watch)).toEqual([lobby, floor]);
  });
});

describe('A port that is down', () => {
  const rules: Partial<Rule>[] = [{}, { id: 'ports', condition: AlertCondition.port_down }];

  it('is part of the alert of the only device on it', () => {
    const watch = watchingFloor(...rules);
    const dark = seen({ down: [floor, ...behindFloor], ports: ['down', 'up'] });
    for (let minute = 2; minute < 6; minute++) watch.see(minute, dark);
    expect(names(watch)).toEqual(['Floor Switch']);
  });

  it('is the cause if several devices share it, and is as severe as the worst of them', () => {
    const watch = watchingFloor(...rules);
    const shared = (down: string[], port: PortReading['state']) =>
      seen({ down, ports: [port, 'up'], as: { [lobby]: { uplinkMac: core, uplinkPort: 1 } } });
    watch.see(2, shared([], 'up'));
    const dark = shared([floor, lobby, ...behindFloor], 'down');
    for (let minute = 3; minute < 12; minute++) watch.see(minute, dark);
    expect(open(watch)).toEqual([`${core}/port/1`]);
    expect(watch.alerts[0]).toMatchObject({ severity: AlertSeverity.critical });
    expect(watch.alerts[0]!.affectedMacs).toHaveLength(5);
  });
});
