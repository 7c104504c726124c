import { describe, expect, test } from 'vitest';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { durationOf } from '#api/features/alerts/message.ts';
import { renderText as said } from '#api/features/notifications/channels/message-text.ts';
import { DeliveryKind } from '#api/features/notifications/delivery.entity.ts';
import { behind, notice, over, summary } from './channels.samples.ts';

describe('A message', () => {
  test('about an alert says what, where, since when, the severity, the value and the rule', () => {
    const message = notice({
      type: AlertType.high_cpu,
      severity: AlertSeverity.critical,
      value: 97.3,
      threshold: 90,
      ticketId: 1001,
    });
    expect(said(message)).toMatchObject({
      title: '▲ Critical: AP Lobby (Head Office), high CPU',
      paragraphs: ['CPU on AP Lobby (Head Office) has been above 90% since 09:12 UTC (97% at 09:14 UTC).'],
      facts: [
        { label: 'Severity', value: 'Critical' },
        { label: 'Site', value: 'Head Office' },
        { label: 'Controller', value: 'Contoso' },
        { label: 'Device', value: 'AP Lobby · aa:bb:cc:dd:ee:ff' },
        { label: 'Since', value: '20 Nov 2026, 09:12 UTC' },
        { label: 'Measured', value: '97%, above 90%' },
        { label: 'Rule', value: 'Access points' },
        { label: 'Ticket', value: 'HaloPSA 1001' },
      ],
      links: [{ label: 'Open' }, { label: 'Acknowledge' }, { label: 'Snooze' }],
    });
  });

  test.each([
    [DeliveryKind.resolved, over, '✓ Resolved after 33 min: AP Lobby (Head Office), device offline'],
    [
      DeliveryKind.resolved,
      { ...over, resolution: AlertResolution.no_longer_watched },
      '○ No longer monitored: AP Lobby (Head Office), device offline',
    ],
    [
      DeliveryKind.resolved,
      { ...over, resolution: AlertResolution.folded },
      '○ Part of another alert: AP Lobby (Head Office), device offline',
    ],
    [
      DeliveryKind.opened,
      { affectedCount: 17 },
      '◆ Error: AP Lobby (Head Office), device offline (+17 devices)',
    ],
    [
      DeliveryKind.resolved,
      { ...over, affectedCount: 1 },
      '✓ Resolved after 33 min: AP Lobby (Head Office), device offline (+1 device)',
    ],
    [DeliveryKind.stable, over, '✓ Stable again: AP Lobby (Head Office), device offline'],
    [DeliveryKind.flapping, { raises: 2 }, '◆ Error, flapping: AP Lobby (Head Office), device offline'],
    [DeliveryKind.reminder, {}, '◆ Error, still: AP Lobby (Head Office), device offline'],
    [
      DeliveryKind.reminder,
      { unknownSince: new Date('2026-11-20T10:00:00Z') },
      '◆ Error, state unknown: AP Lobby (Head Office), device offline',
    ],
  ] as const)('about %s says so in its first line', (kind, alert, title) => {
    expect(said(notice(alert, { kind })).title).toBe(title);
  });

  test('about an alert that has ended has no acknowledge link, nor does a test, which says that it is one', () => {
    expect(said(notice(over, { kind: DeliveryKind.resolved })).links).toHaveLength(1);
    const tried = said(notice({}, { isTest: true }));
    expect(tried).toMatchObject({ title: expect.stringMatching(/^Test: /), links: [{ label: 'Open' }] });
    expect(tried.paragraphs.at(-1)).toContain('This is a test');
  });

  test('about a cause names up to ten of the devices behind it, and none once it is over', () => {
    const names = Array.from({ length: 12 }, (_, nth) => `AP ${nth}`);
    const cause = { affectedCount: 17, affected: behind(names, 17) };
    const { paragraphs, lines } = said(notice(cause));
    expect(paragraphs).toEqual([
      'AP Lobby (Head Office) has been offline since 09:12 UTC, and 17 devices behind it.',
    ]);
    expect(lines).toEqual([...names.slice(0, 10).map((name) => `– ${name}`), 'and 7 more']);
    expect(said(notice({ affectedCount: 1, affected: behind(['AP 1']) })).lines).toEqual(['– AP 1']);
    expect(said(notice({ ...cause, ...over }, { kind: DeliveryKind.resolved }))).toMatchObject({
      paragraphs: [
        'AP Lobby (Head Office) was offline from 09:12 to 09:45 UTC (33 min), and 17 devices behind it.',
      ],
      lines: [],
    });
  });

  test('about an alert that became part of another one says of which, and not that it has recovered', () => {
    const cause = {
      id: '0193a1b2-0000-7000-8000-000000000002',
      type: AlertType.device_offline,
      deviceName: 'Core Switch',
      siteName: 'Head Office',
      since: new Date('2026-11-20T09:11:00Z'),
      timestamp: new Date('2026-11-20T09:15:00Z'),
      affectedCount: 17,
    };
    const folded = { ...over, resolution: AlertResolution.folded };
    const why =
      'It is down because of another device or port, so it became part of the alert about that one.';
    const own = 'AP Lobby (Head Office) has been offline since 09:12 UTC.';
    expect(said(notice({ ...folded, cause }, { kind: DeliveryKind.resolved }))).toMatchObject({
      paragraphs: [
        own,
        why,
        'Core Switch (Head Office) has been offline since 09:11 UTC, and 17 devices behind it.',
      ],
      links: [{ label: 'Open' }],
    });
    expect(said(notice(folded, { kind: DeliveryKind.resolved })).paragraphs).toEqual([own, why]);
  });

  test('about a console names it once', () => {
    const console = { type: AlertType.console_offline, deviceName: null, siteName: 'Contoso' };
    expect(said(notice(console)).title).toBe('◆ Error: Contoso, unreachable');
  });

  test('with a summary counts by severity, names the worst and says how many more there are', () => {
    expect(said(summary())).toMatchObject({
      title: '▲ 250 open at 2 sites: 3 critical, 200 error, 47 warning',
      tone: 'critical',
      paragraphs: ['Since 09:12 UTC, 262 started and 12 ended.'],
      facts: [
        { label: 'Sites', value: 'Head Office, Retail Köln' },
        { label: 'Since', value: '20 Nov 2026, 09:12 UTC' },
      ],
    });
    const { lines } = said(summary());
    expect(lines.map((line) => line[0]).join('')).toBe('▲▲▲◆◆◆◆◆◆◆a');
    expect(lines.at(-1)).toBe('and 240 more');
  });

  test('about an escalation gives the new severity', () => {
    const worse = { severity: AlertSeverity.critical };
    expect(said(notice(worse, { kind: DeliveryKind.escalated }))).toMatchObject({
      title: '▲ Critical, escalated: AP Lobby (Head Office), device offline',
      tone: 'critical',
      paragraphs: [
        'AP Lobby (Head Office) has been offline since 09:12 UTC.',
        'It was only impaired before.',
      ],
    });
    const impaired = { type: AlertType.device_impaired, severity: AlertSeverity.warning };
    expect(said(notice(impaired)).title).toBe('● Warning: AP Lobby (Head Office), device impaired');
  });

  test('about an escalation is in the past tense if it is sent after the device has come back impaired', () => {
    const easedAt = new Date('2026-11-20T09:20:00Z');
    expect(said(notice({}, { kind: DeliveryKind.escalated, easedAt })).paragraphs).toEqual([
      'AP Lobby (Head Office) was offline from 09:12 to 09:20 UTC (8 min).',
      'It has come back, but is still impaired.',
    ]);
  });

  test('about an escalation does not call the device impaired once the alert has ended', () => {
    const easedAt = new Date('2026-11-20T09:20:00Z');
    expect(said(notice(over, { kind: DeliveryKind.escalated, easedAt })).paragraphs).toEqual([
      'AP Lobby (Head Office) was offline from 09:12 to 09:20 UTC (8 min).',
    ]);
  });

  test('about an alert that has ended uses the past tense', () => {
    expect(said(notice(over, { kind: DeliveryKind.resolved }))).toMatchObject({
      paragraphs: ['AP Lobby (Head Office) was offline from 09:12 to 09:45 UTC (33 min).'],
    });
  });

  test('about a device that is no longer watched claims neither a recovery nor a measurement', () => {
    const left = { ...over, resolution: AlertResolution.no_longer_watched };
    const { tone, paragraphs, facts } = said(notice(left, { kind: DeliveryKind.resolved }));
    expect(tone).toBe('info');
    expect(paragraphs).toEqual([
      'AP Lobby (Head Office) has been offline since 09:12 UTC.',
      "Its rule or site was changed, turned off or removed, so we don't know whether it has recovered.",
    ]);
    expect(facts).toContainEqual({ label: 'Monitored until', value: '20 Nov 2026, 09:45 UTC (33 min)' });
  });

  test('about a device that was removed from UniFi says so, and not that it recovered', () => {
    const left = { ...over, resolution: AlertResolution.removed };
    const { title, tone, paragraphs, facts } = said(notice(left, { kind: DeliveryKind.resolved }));
    expect(title).toBe('○ Removed: AP Lobby (Head Office), device offline');
    expect(tone).toBe('info');
    expect(paragraphs).toEqual([
      'AP Lobby (Head Office) has been offline since 09:12 UTC.',
      'It was removed from UniFi, so the alert is closed.',
    ]);
    expect(facts).toContainEqual({ label: 'Removed', value: '20 Nov 2026, 09:45 UTC (33 min)' });
  });

  test('about an unknown state does not say that the device is still failing', () => {
    const unknown = { unknownSince: new Date('2026-11-20T10:00:00Z') };
    expect(said(notice(unknown, { kind: DeliveryKind.reminder })).paragraphs.at(-1)).toBe(
      "The snooze has ended. It hasn't been measured since 10:00 UTC, so its state is unknown.",
    );
  });

  test('about an alert that is stable again counts how often it started, however long ago that was', () => {
    const flapped = { ...over, raises: 12 };
    expect(said(notice(flapped, { kind: DeliveryKind.stable })).paragraphs).toEqual([
      'It started 12 times and has been OK since.',
    ]);
  });

  test('with a summary of an ongoing storm shows what is new, and has the highest open severity', () => {
    const last = new Date('2026-11-20T09:20:00Z');
    const mild = { open: 1, bySeverity: { info: 1 }, siteCount: 1, opened: 0, ended: 1, last };
    expect(said(summary(mild))).toMatchObject({
      title: '○ 1 open at Head Office: 1 info',
      tone: 'info',
      paragraphs: ['Since the last summary at 09:20 UTC, 0 started and 1 ended.'],
    });
    const none = { open: 0, bySeverity: {}, siteCount: 0, sites: [], lines: [] };
    expect(said(summary(none))).toMatchObject({
      title: '✓ No open alerts (262 alerts ended)',
      tone: 'well',
      lines: [],
      facts: [{ label: 'Since' }],
    });
  });

  test.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [3_599_000, '1 h'],
    [12_000_000, '3 h 20 min'],
    [172_800_000, '2 d'],
    [187_200_000, '2 d 4 h'],
    [-5, '0 s'],
  ])('%i ms lasted %s', (ms, text) => expect(durationOf(ms)).toBe(text));
});
