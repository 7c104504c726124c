import { describe, expect, test } from 'vitest';
import { AlertCondition, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import type { ConsoleCapabilities } from '#api/features/unifi/reading.ts';
import {
  conditions,
  isAboutLines,
  conditionSupport,
  severityOf,
  formatMeasured,
  formatThreshold,
  parseThreshold,
  thresholdError,
  thresholdOf,
} from '#api/features/alerts/condition.ts';

const { device_offline, high_cpu, high_memory, low_disk, high_bandwidth, port_down, client_disconnect } =
  AlertCondition;

describe('a threshold as typed', () => {
  test.each([
    [high_cpu, '80%', 80],
    [high_cpu, ' 80 % ', 80],
    [high_memory, '85', 85],
    [low_disk, '7.5%', 7.5],
    [high_cpu, '100%', 100],
    [high_bandwidth, '100MB', 100e6],
    [high_bandwidth, '1GB', 1e9],
    [high_bandwidth, '1.5 gb', 1.5e9],
    [high_bandwidth, '500KB/s', 500e3],
    [high_bandwidth, '2TB', 2e12],
    [high_bandwidth, '100Mbps', 12.5e6],
    [high_bandwidth, '1 Gb/s', 125e6],
    [high_bandwidth, '100MBps', 100e6],
  ])('%s accepts %j', (condition, text, value) => {
    expect(parseThreshold(condition, text)).toBe(value);
    expect(thresholdError(condition, text)).toBeUndefined();
  });

  test.each([
    '0%',
    '101%',
    '-5%',
    '1e2',
    'NaN',
    '80%%',
    '80 MB',
    'eighty',
    '८०',
    '1'.repeat(400),
    '8\u00000',
  ])('a percentage is not %j', (text) => {
    expect(parseThreshold(high_cpu, text)).toBeUndefined();
    expect(thresholdError(high_cpu, text)).toBe('Enter a percentage between 1 and 100, such as 80%');
  });

  test.each(['100', '0MB', '-1GB', '1PB', 'MB', '80%', '1,000MB', '1'.repeat(400) + 'MB', '💥'])(
    'an amount of traffic is not %j',
    (text) => {
      expect(parseThreshold(high_bandwidth, text)).toBeUndefined();
      expect(thresholdError(high_bandwidth, text)).toBe(
        'Enter an amount per second with its unit, such as 100MB or 1GB',
      );
    },
  );

  test('can be left blank: the default of the condition applies', () => {
    expect(thresholdError(high_cpu, ' ')).toBeUndefined();
    expect(thresholdOf(high_cpu, null)).toBe(90);
    expect(thresholdOf(high_memory, ' ')).toBe(90);
    expect(thresholdOf(low_disk, '')).toBe(10);
    expect(thresholdOf(high_bandwidth, null)).toBe(100e6);
  });

  test.each([device_offline, port_down, client_disconnect])('is ignored by %s', (condition) => {
    expect(thresholdOf(condition, '80%')).toBeUndefined();
    expect(thresholdError(condition, 'anything')).toBeUndefined();
    expect(formatThreshold(condition, 80)).toBe('');
  });
});

describe('a threshold in words', () => {
  test.each([
    [high_cpu, 90, '90%'],
    [low_disk, 7.5, '7.5%'],
    [high_bandwidth, 100e6, '100 MB/s'],
    [high_bandwidth, 1.25e9, '1.25 GB/s'],
    [high_bandwidth, 12_500, '12.5 KB/s'],
    [high_bandwidth, 3e12, '3 TB/s'],
  ])('%s shows %d as %j', (condition, value, text) => {
    expect(formatThreshold(condition, value)).toBe(text);
    expect(parseThreshold(condition, text)).toBe(value);
  });

  test.each([
    [high_cpu, 97.3, 90, '97%'],
    [high_cpu, 90.3, 90, '90.3%'],
    [high_cpu, 91.4, 91.2, '91.4%'],
    [low_disk, 9.96, 10, '9.96%'],
    [low_disk, 0, 10, '0%'],
    [high_bandwidth, 112_340_000, 100e6, '112 MB/s'],
    [high_bandwidth, 100_020_000, 100e6, '100.02 MB/s'],
  ])('%s never shows %d and %d as equal', (condition, value, threshold, text) => {
    expect(formatMeasured(condition, value, threshold)).toBe(text);
  });

  test('accepts the examples shown in the form', () => {
    for (const condition of [high_cpu, high_memory, low_disk, high_bandwidth]) {
      const { example, defaultThreshold } = conditions[condition].measure!;
      for (const text of [...example.split(' or '), defaultThreshold])
        expect(parseThreshold(condition, text)).toBeGreaterThan(0);
    }
  });
});

describe('the severity', () => {
  const { info, warning, error, critical } = AlertSeverity;
  test.each([
    [AlertType.console_offline, undefined, critical],
    [AlertType.device_offline, 'gateway', critical],
    [AlertType.device_offline, 'switch', critical],
    [AlertType.device_offline, 'access_point', error],
    [AlertType.device_offline, 'other', error],
    [AlertType.port_down, 'switch', error],
    [AlertType.low_disk, 'gateway', error],
    [AlertType.high_cpu, 'gateway', warning],
    [AlertType.high_memory, 'switch', warning],
    [AlertType.high_bandwidth, 'switch', warning],
    [AlertType.client_disconnect, 'switch', info],
  ] as const)('of %s on a %s is %s', (type, role, severity) => {
    expect(severityOf(type, role)).toBe(severity);
  });
});

describe('what a connection can measure', () => {
  const blind = { hostId: 'HOST:1', connector: false, statistics: false, storage: false };
  const whole = { hostId: 'HOST:2', connector: true, statistics: true, storage: true };
  const lines = { hasSharedProvider: true, hasSecondLine: false, isMeasured: false };
  const ofDevices = (...capabilities: ConsoleCapabilities[]) =>
    conditionSupport(capabilities, lines).filter(({ condition }) => !isAboutLines(condition));
  const of = (...capabilities: ConsoleCapabilities[]) =>
    Object.fromEntries(
      ofDevices(...capabilities).map(({ condition, supported, reason }) => [condition, reason ?? supported]),
    );

  test('includes a value that at least one console can report', () => {
    expect(Object.values(of(blind, whole))).toEqual(Array(7).fill(true));
  });

  test('is only offline devices without the connector, with the reason', () => {
    const problem = { code: 'connector_unauthorized' } as const;
    const reason = "The console doesn't accept this API key.";
    expect(of({ ...blind, problem }, { ...blind, problem })).toEqual({
      device_offline: true,
      high_cpu: reason,
      high_memory: reason,
      low_disk: reason,
      high_bandwidth: reason,
      port_down: reason,
      client_disconnect: reason,
    });
  });

  test('includes a reason even if UniFi gave none', () => {
    expect(of(blind)).toMatchObject({
      high_cpu: 'This key cannot reach the Network application of any console',
      low_disk: 'UniFi does not offer disk usage for these consoles',
    });
    expect(of()).toMatchObject({
      device_offline: true,
      high_cpu: 'No console has been read with this key yet',
    });
  });

  test('doesn’t include disk usage on most consoles', () => {
    expect(of({ ...whole, storage: false })).toMatchObject({
      high_cpu: true,
      port_down: true,
      low_disk: 'UniFi does not offer disk usage for these consoles',
    });
    expect(of({ ...whole, statistics: false })).toMatchObject({
      high_cpu: 'UniFi does not offer device statistics for these consoles',
      client_disconnect: true,
    });
  });
});
