import { describe, expect, test } from 'vitest';
import {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import type { DeviceReading } from '#api/features/unifi/reading.ts';
import { accessPoint, coreSwitch, office } from '#tests/support/network.ts';
import { minute, rule, Watching } from '#tests/support/watching.ts';

const { recovered, no_longer_watched } = AlertResolution;
const { high_cpu, port_down } = AlertCondition;

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

describe('the duration of a rule', () => {
  test('raises nothing until the condition has held for that long', () => {
    const watch = new Watching(rule());
    expect(watch.kinds(0, seeing(down))).toEqual(['hold']);
    expect(watch.kinds(4, seeing(down))).toEqual([]);
    expect(watch.kinds(4.99, seeing(down))).toEqual([]);
    expect(watch.kinds(5, seeing(down))).toEqual(['raise']);
    expect(watch.kinds(6, seeing(down))).toEqual([]);
  });

  test('starts over when the condition stops holding in between', () => {
    const watch = new Watching(rule());
    watch.see(0, seeing(down));
    expect(watch.kinds(4, seeing(up))).toEqual(['clear']);
    expect(watch.kinds(5, seeing(down))).toEqual(['hold']);
    expect(watch.kinds(9, seeing(down))).toEqual([]);
    expect(watch.kinds(10, seeing(down))).toEqual(['raise']);
  });

  test('is paused while the state is unknown', () => {
    const watch = new Watching(rule());
    watch.see(0, seeing(down));
    expect(watch.see(2)).toEqual([
      { kind: 'pause', ruleId: 'rule-1', subject: down.mac, unknownSince: minute(2) },
    ]);
    expect(watch.kinds(60)).toEqual([]);
    expect(watch.see(62, seeing(down))).toEqual([
      { kind: 'resume', ruleId: 'rule-1', subject: down.mac, since: minute(60) },
    ]);
    expect(watch.kinds(64, seeing(down))).toEqual([]);
    expect(watch.kinds(65, seeing(down))).toEqual(['raise']);
  });

  test('is never reached by a single reading, however late the next one is', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    expect(watch.kinds(0, seeing(down))).toEqual(['hold']);
    expect(watch.kinds(-10, seeing(down))).toEqual([]);
    expect(watch.kinds(30, seeing(down))).toEqual(['raise']);
  });

  test('raises nothing for a device that flaps 400 times in an hour, and leaves no state behind', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    for (let flap = 0; flap < 400; flap++) watch.see(flap * 0.15, seeing(flap % 2 ? up : down));
    expect(watch.raised).toEqual([]);
    expect(watch.pending).toEqual([]);
  });
});

describe('an alert', () => {
  test('carries every detail', () => {
    expect(inAlert().raised).toEqual([
      {
        ruleId: 'rule-1',
        subject: 'AAAAAAAAAAAA',
        type: AlertType.device_offline,
        severity: AlertSeverity.error,
        deviceName: 'AP Lobby',
        deviceMac: 'AAAAAAAAAAAA',
        siteId: 'HOST:1',
        siteName: 'Head Office',
        since: minute(0),
      },
    ]);
  });

  test('ends at the first reading in which the device is well', () => {
    expect(inAlert().see(6, seeing(up))).toEqual([
      { kind: 'resolve', alertId: 'alert-1', resolution: recovered },
    ]);
  });

  test('is raised once for every rule that matches', () => {
    const watch = inAlert(rule(), rule({ id: 'rule-2' }), rule({ id: 'rule-3', durationMinutes: 10 }));
    expect(watch.alerts.map((alert) => alert.ruleId)).toEqual(['rule-1', 'rule-2']);
    expect(watch.kinds(10, seeing(down))).toEqual(['raise']);
  });

  test('is raised once for a device that is listed twice', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    watch.see(0, seeing(down, { ...down, name: 'Again' }));
    expect(watch.kinds(1, seeing(down, down), office({ hostId: 'HOST:2', devices: [down] }))).toEqual([
      'raise',
    ]);
  });

  test('ends when any console sees a moved device up', () => {
    const watch = new Watching(rule({ durationMinutes: 1 }));
    expect(watch.see(0, seeing(down), office({ hostId: 'HOST:2', devices: [up] }))).toEqual([]);
    expect(watch.see(1, office({ hostId: 'HOST:2', devices: [up] }), seeing(down))).toEqual([]);
  });

  test('rises in severity when the device turns out to be a switch', () => {
    const watch = inAlert();
    expect(watch.see(6, seeing({ ...down, role: 'switch' }))).toEqual([
      { kind: 'alter', alertId: 'alert-1', severity: AlertSeverity.critical, unknownSince: null },
    ]);
    expect(watch.see(7, seeing({ ...down, role: 'switch' }))).toEqual([]);
  });
});

describe('an impaired device', () => {
  const isolated = accessPoint({ state: 'impaired', stateReason: 'isolated', reportedState: 'ISOLATED' });

  /** A watch with one open alert about the isolated access point, raised at minute 5. */
  function isolatedFor5() {
    const watch = new Watching(rule());
    watch.see(0, seeing(isolated));
    watch.see(5, seeing(isolated));
    return watch;
  }

  test('raises an alert of its own type, one severity lower', () => {
    expect(isolatedFor5().raised).toMatchObject([
      {
        type: AlertType.device_impaired,
        severity: AlertSeverity.warning,
        impairment: 'isolated',
        since: minute(0),
      },
    ]);
    const watch = new Watching(rule({ durationMinutes: 1 }));
    const misplaced = { ...isolated, role: 'switch' as const, stateReason: 'incorrect_topology' as const };
    watch.see(0, seeing(misplaced));
    watch.see(1, seeing(misplaced));
    expect(watch.raised).toMatchObject([
      {
        severity: AlertSeverity.error,
        impairment: 'incorrect_topology',
      },
    ]);
  });

  test('that goes down makes its alert worse once it has been down for the rule’s duration', () => {
    const watch = isolatedFor5();
    expect(watch.kinds(6, seeing(down))).toEqual(['hold']);
    expect(watch.kinds(10, seeing(down))).toEqual([]);
    expect(watch.kinds(11, seeing(down))).toEqual(['escalate']);
    expect(watch.alerts).toMatchObject([
      {
        id: 'alert-1',
        type: AlertType.device_offline,
        severity: AlertSeverity.error,
        since: minute(6),
      },
    ]);
    expect(watch.pending).toEqual([]);
    expect(watch.kinds(12, seeing(down))).toEqual([]);
    expect(watch.kinds(13, seeing(up))).toEqual(['resolve']);
  });

  test('that restarts doesn’t change its alert', () => {
    const watch = isolatedFor5();
    watch.see(6, seeing(down));
    expect(watch.kinds(8, seeing(isolated))).toEqual(['clear']);
    expect(watch.kinds(20, seeing(isolated))).toEqual([]);
    expect(watch.alerts).toMatchObject([
      { type: AlertType.device_impaired, severity: AlertSeverity.warning },
    ]);
  });

  test('that is down while nothing is known does not count that time', () => {
    const watch = isolatedFor5();
    watch.see(6, seeing(down));
    expect(watch.kinds(8)).toEqual(['pause', 'alter']);
    expect(watch.kinds(20, seeing(down))).toEqual(['resume', 'alter']);
    expect(watch.kinds(22, seeing(down))).toEqual([]);
    expect(watch.kinds(23, seeing(down))).toEqual(['escalate']);
    expect(watch.alerts).toMatchObject([{ severity: AlertSeverity.error, unknownSince: null }]);
  });

  test('that is down after an unknown period escalates at once if the severity is not known to be lower', () => {
    const watch = isolatedFor5();
    watch.see(6, seeing(down));
    watch.see(10);
    watch.pending[0]!.since = minute(0);
    expect(watch.kinds(11, seeing(down))).toEqual(['escalate']);
    expect(watch.alerts).toMatchObject([{ severity: AlertSeverity.error, unknownSince: null }]);
  });

  test('that was down keeps its alert, at a lower severity', () => {
    const watch = inAlert();
    expect(watch.kinds(6, seeing(isolated))).toEqual(['ease']);
    expect(watch.alerts).toMatchObject([
      {
        id: 'alert-1',
        type: AlertType.device_impaired,
        severity: AlertSeverity.warning,
        impairment: 'isolated',
      },
    ]);
    expect(watch.kinds(7, seeing(down))).toEqual(['hold']);
    expect(watch.kinds(8, seeing(up))).toEqual(['clear', 'resolve']);
  });

  test('that gets worse before its alert is raised keeps the time counted so far', () => {
    const watch = new Watching(rule());
    watch.see(0, seeing(isolated));
    watch.see(4, seeing(down));
    expect(watch.kinds(5, seeing(down))).toEqual(['raise']);
    expect(watch.raised).toMatchObject([{ type: AlertType.device_offline }]);
  });

  test('with a flapping alert that goes down is no longer calm, and escalates after the rule’s duration', () => {
    const watch = isolatedFor5();
    watch.see(6, seeing(up));
    watch.see(7, seeing(isolated));
    watch.see(12, seeing(isolated));
    expect(watch.reopened).toHaveLength(1);
    expect(watch.kinds(13, seeing(up))).toEqual(['calm']);
    expect(watch.kinds(14, seeing(down))).toEqual(['alter', 'hold']);
    expect(watch.kinds(19, seeing(down))).toEqual(['escalate']);
    expect(watch.alerts).toMatchObject([{ type: AlertType.device_offline, calmSince: null }]);
  });
});

describe('a rule', () => {
  const elsewhere = rule({ controllerId: 'controller-2' });
  const otherSite = rule({ siteId: 'HOST:2' });
  const otherCondition = rule({ condition: high_cpu });

  test.each([
    ['is gone or switched off', []],
    ['is for another controller', [elsewhere]],
    ['is for another site', [otherSite]],
    ['looks for something else', [otherCondition]],
  ])('that %s ends its alerts', (_, rules) => {
    const watch = inAlert();
    watch.rules = rules;
    expect(watch.see(6, seeing(down))).toEqual([
      { kind: 'resolve', alertId: 'alert-1', resolution: no_longer_watched },
    ]);
  });

  test.each([
    ['is gone or switched off', []],
    ['is for another controller', [elsewhere]],
    ['is for another site', [otherSite]],
    ['is about ports now', [rule({ condition: port_down })]],
  ])('that %s drops its pending conditions, even when the poll failed', (_, rules) => {
    const watch = new Watching(rule());
    watch.see(0, seeing(down));
    watch.rules = rules;
    expect(watch.kinds(1)).toEqual(['clear']);
  });

  test('drops a site that is no longer watched', () => {
    const watch = inAlert();
    watch.siteIds = ['HOST:2'];
    expect(watch.see(6)).toEqual([{ kind: 'resolve', alertId: 'alert-1', resolution: no_longer_watched }]);
    expect(watch.see(7, seeing(down))).toEqual([]);
  });

  test('for one site affects that site only', () => {
    const watch = new Watching(rule({ siteId: 'HOST:2', controllerId: 'controller-1' }));
    watch.siteIds = ['HOST:1', 'HOST:2'];
    const other = office({ hostId: 'HOST:2', devices: [coreSwitch({ state: 'offline' })] });
    expect(watch.see(0, seeing(down), other)).toMatchObject([{ kind: 'hold', subject: 'BBBBBBBBBBBB' }]);
  });

  test('that was deleted leaves alerts without a rule, which are resolved', () => {
    const watch = inAlert();
    watch.alerts[0]!.ruleId = null;
    watch.rules = [];
    expect(watch.kinds(6, seeing(down))).toEqual(['resolve']);
  });
});
