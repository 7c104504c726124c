import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertChanged } from '#web/features/alerts/alert-changes.ts';
import { AlertCauses } from '#web/features/alerts/detail/AffectedDevices.tsx';
import { AlertPage, AlertsOfDevice } from '#web/features/alerts/detail/AlertPage.tsx';
import { RuleAtAlert, type RuleSnapshot } from '#web/features/alerts/detail/RuleWhenRaised.tsx';
import { AlertDeliveries, AlertInDetail } from '#web/features/alerts/detail/useAlertDetail.ts';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { altered, answerControllers, alertAt, headOffice, rule, scopeOf } from './samples.ts';
import { entry } from './timeline-samples.ts';

const kept: RuleSnapshot = {
  condition: 'high_cpu',
  threshold: '90%',
  isUsualThreshold: true,
  duration: 5,
  controllerId: null,
  siteId: null,
  scope: scopeOf({}),
  exceptions: [],
  covers: null,
  channels: ['email', 'teams'],
};
const asKept = {
  ...rule,
  condition: kept.condition,
  threshold: null,
  channels: ['teams' as const, 'email' as const],
};

const other = (id: string, over: object = {}) => ({
  id,
  severity: 'warning' as const,
  type: 'high_cpu' as const,
  since: '2026-11-20T10:00:00.000Z',
  resolvedAt: '2026-11-20T10:12:00.000Z',
  ruleName: 'Busy',
  ...over,
});

/** It is among the alerts of its device. */
const itself = other('alert-1', alertAt(1));

beforeEach(() => {
  answer(AlertInDetail, {
    alert: {
      ...alertAt(1),
      controllerId: 'head-office',
      siteId: 'site-1',
      ruleId: 'rule-1',
      deviceMac: '68D79AB789FF',
      line: null,
      provider: null,
      asn: null,
      seenElsewhere: null,
      resolution: null,
    },
    alertEntries: [entry('noticed', 0), entry('raised', 1)],
    halopsaTicket: null,
  });
  answer(AlertDeliveries, { deliveries: { nextCursor: null, nodes: [] } });
  answerControllers(headOffice);
  answer(ChannelStates, { integrations: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
  answer(AlertRules, { alertRules: [asKept] });
  answer(RuleAtAlert, { alertRuleSnapshot: kept });
  answer(AlertsOfDevice, { alertHistory: { nextCursor: null, nodes: [itself, other('older')] } });
});

const open = () =>
  render(<AlertPage />, { pattern: '/alerts/:id', path: '/alerts/alert-1', signedInAs: alice });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of an alert', () => {
  test('shows its facts, its timeline and a link to its controller', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'AP 1' })).toBeInTheDocument();
    expect(await (await part('Timeline')).findByText('Alert raised')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Head Office' })).toHaveAttribute(
      'href',
      '/controllers/head-office',
    );
    expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeInTheDocument();
  });

  test('shows the rule as it was when the alert opened', async () => {
    open();
    const shown = await part('Rule when raised');
    for (const words of ['High CPU > 90% (default)', 'for 5 minutes', 'all controllers', 'Email, Teams'])
      expect(await shown.findByText(words)).toBeInTheDocument();
    expect(await shown.findByText('It hasn’t changed since.')).toBeInTheDocument();
  });

  test.each([
    ['It has changed since.', { alertRules: [{ ...asKept, duration: 30 }] }],
    ['It has changed since.', { alertRules: [{ ...asKept, exceptions: [scopeOf({ names: ['*guest*'] })] }] }],
    ['It has since been deleted.', { alertRules: [] }],
  ])('says whether the rule has changed: %s', async (words, rules) => {
    answer(AlertRules, rules);
    open();
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  test('says what the rule covered', async () => {
    const scope = scopeOf({ deviceRoles: ['access_point'] });
    answer(RuleAtAlert, { alertRuleSnapshot: { ...kept, scope, covers: 'Access points of Acme' } });
    answer(AlertRules, { alertRules: [{ ...asKept, scope }] });
    open();
    const shown = await part('Rule when raised');
    expect(await shown.findByText('Access points of Acme')).toBeInTheDocument();
    expect(await shown.findByText('It hasn’t changed since.')).toBeInTheDocument();
  });

  test('says that the rule’s settings are unknown if they weren’t recorded', async () => {
    answer(RuleAtAlert, { alertRuleSnapshot: null });
    open();
    expect(await screen.findByText(/Its settings at the time weren’t recorded/)).toBeInTheDocument();
  });

  test('lists other alerts of the device, a page at a time, each with its link', async () => {
    answer(AlertsOfDevice, ({ after }) => ({
      alertHistory: after
        ? { nextCursor: null, nodes: [other('oldest', { resolvedAt: null })] }
        : { nextCursor: 'older', nodes: [itself, other('older')] },
    }));
    const { user } = open();
    const shown = await part('Other alerts for this device');
    const [link, ...more] = await shown.findAllByRole('link');
    expect(link).toHaveAttribute('href', '/alerts/older');
    expect(more).toEqual([]);
    expect(shown.getByText(/resolved after 12 min/)).toBeInTheDocument();
    await user.click(shown.getByRole('button', { name: 'Load more' }));
    expect(await shown.findByText(/, open$/)).toBeInTheDocument();
    expect(asks(AlertsOfDevice)[0]?.variables).toMatchObject({
      controllerId: 'head-office',
      deviceMac: '68D79AB789FF',
    });
  });

  test('says that the alert was not found, and links to the history', async () => {
    refuse(AlertInDetail, { message: 'Alert not found', code: 'NOT_FOUND' });
    open();
    expect(await screen.findByText('Alert not found')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View history' })).toBeInTheDocument();
  });
});

describe('the page of an alert about a cause', () => {
  const device = (nth: number, until: string | null = null) => ({
    mac: `A0000000000${nth.toString(16).toUpperCase()}`,
    name: `AP ${nth}`,
    since: '2026-11-20T14:00:00.000Z',
    until,
  });

  function answerCause(devices: ReturnType<typeof device>[], more: object = {}): void {
    const alert = { ...alertAt(1), deviceName: 'Core Switch', affectedCount: 12, resolution: null };
    answer(AlertInDetail, {
      alert: {
        ...alert,
        ruleId: 'rule-1',
        deviceMac: '68D79AB789FF',
        line: null,
        provider: null,
        asn: null,
        seenElsewhere: null,
      },
      alertEntries: [entry('raised', 1)],
      halopsaTicket: null,
    });
    answer(AlertCauses, {
      alert: {
        id: 'alert-1',
        controllerId: 'head-office',
        affectedCount: 12,
        affectedSiteCount: null,
        affectedSites: [],
        resolvedAt: null,
        cause: null,
        folded: [],
        affected: { nodes: devices, nextCursor: null },
        ...more,
      },
    });
  }
  const twelve = Array.from({ length: 12 }, (_, nth) => device(nth));

  test('lists the devices behind it with links, and filters them', async () => {
    answerCause(twelve);
    const { user } = open();
    const shown = await part('Affected devices');
    expect(shown.getByText('12 devices behind it are down.')).toBeInTheDocument();
    expect(shown.getAllByRole('listitem')).toHaveLength(10);
    await user.click(shown.getByRole('button', { name: 'Show all 12' }));
    expect(shown.getAllByRole('listitem')).toHaveLength(12);
    expect(shown.getByRole('link', { name: 'AP 3' })).toHaveAttribute(
      'href',
      '/controllers/head-office/devices/A00000000003',
    );
    expect(shown.getAllByText(/^down since /)).toHaveLength(12);
    const filter = shown.getByLabelText('Filter affected devices');
    await user.type(filter, 'ap 1');
    expect(shown.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'AP 1',
      'AP 10',
      'AP 11',
    ]);
    await user.clear(filter);
    await user.type(filter, 'none');
    expect(shown.getByText('No affected devices match “none”.')).toBeInTheDocument();
  });

  test('says how many still are down, and has no filter for a few', async () => {
    answerCause([device(1), device(2, '2026-11-20T14:20:00.000Z')], { affectedCount: 2 });
    open();
    const shown = await part('Affected devices');
    expect(shown.getByText('2 devices behind it went down, and 1 still is.')).toBeInTheDocument();
    expect(shown.getByText(/^down from .+ to .+$/)).toBeInTheDocument();
    expect(shown.queryByLabelText('Filter affected devices')).toBeNull();
  });

  test('says when there are more than it shows, and links to the alerts that were raised before', async () => {
    answerCause(twelve, {
      affectedCount: 500,
      affected: { nodes: twelve, nextCursor: 'A0000000000B' },
      folded: [{ id: 'alert-9', deviceName: 'AP 9', siteName: 'Zürich' }],
    });
    const { user } = open();
    const shown = await part('Affected devices');
    await user.click(shown.getByRole('button', { name: 'Show all 12' }));
    expect(shown.getByText('500 devices behind it went down.')).toBeInTheDocument();
    expect(shown.getByText(/^Only the first 200 are shown/)).toBeInTheDocument();
    const before = within(shown.getByText(/^Had alerts of their own before/));
    expect(before.getByRole('link', { name: 'AP 9' })).toHaveAttribute('href', '/alerts/alert-9');
  });

  test('changes as devices come back', async () => {
    answerCause([device(1), device(2)], { affectedCount: 2 });
    open();
    await part('Affected devices');
    answerCause([device(1), device(2, '2026-11-20T14:20:00.000Z')], { affectedCount: 2 });
    act(() => push(AlertChanged, { alertChanged: altered(alertAt(1)) }));
    expect(await screen.findByText('2 devices behind it went down, and 1 still is.')).toBeInTheDocument();
  });

  test('says that its devices couldn’t be loaded, and tries again', async () => {
    answerCause([device(1)], { affectedCount: 1 });
    refuse(AlertCauses, { message: 'Internal server error' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the affected devices')).toBeInTheDocument();
    answerCause([device(1)], { affectedCount: 1 });
    // What was measured around the alert has no answer here either.
    await user.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
    expect(await screen.findByText('1 device behind it is down.')).toBeInTheDocument();
  });

  test('isn’t asked for devices if there are none behind it', async () => {
    open();
    await part('Timeline');
    expect(asks(AlertCauses)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Affected devices' })).toBeNull();
  });
});

test('the page of a provider’s outage lists its sites, and those that are back', async () => {
  const alert = {
    ...alertAt(1, { type: 'isp_outage', affectedSiteCount: 3 }),
    deviceName: 'Comcast',
    provider: 'Comcast',
    asn: 7922,
    seenElsewhere: 4,
    line: null,
    ruleId: 'rule-1',
    deviceMac: null,
  };
  answer(AlertInDetail, { alert, alertEntries: [entry('raised', 1)], halopsaTicket: null });
  const site = (name: string, until: string | null = null) => ({
    controllerId: 'head-office',
    hostId: `HOST:${name}`,
    name,
    customerName: null,
    line: 'WAN',
    since: '2026-11-20T14:00:00.000Z',
    until,
  });
  answer(AlertCauses, {
    alert: {
      id: 'alert-1',
      controllerId: 'head-office',
      affectedCount: null,
      affectedSiteCount: 3,
      affectedSites: [site('Bakery'), site('School'), site('Dental', '2026-11-20T14:20:00.000Z')],
      resolvedAt: null,
      cause: null,
      folded: [{ id: 'alert-9', deviceName: 'Bakery', siteName: 'Bakery' }],
      affected: { nodes: [], nextCursor: null },
    },
  });
  open();
  const shown = await part('Affected sites');
  expect(shown.getByText('3 sites lost a line, and 2 are still without it.')).toBeInTheDocument();
  expect(shown.getByRole('link', { name: 'School' })).toHaveAttribute(
    'href',
    '/controllers/head-office/sites/HOST%3ASchool',
  );
  expect(shown.getByText(/^down from .+ to .+$/)).toBeInTheDocument();
  expect(shown.getByText(/^Had alerts of their own before/)).toBeInTheDocument();
  expect(screen.getByText('Comcast (AS7922)')).toBeInTheDocument();
  expect(screen.getByText('Seen at 4 other networks of this provider')).toBeInTheDocument();
});

test('the page of an alert that became part of another one links to that one', async () => {
  const cause = { id: 'alert-7', deviceName: 'Core Switch', siteName: 'Zürich' };
  answer(AlertInDetail, {
    alert: {
      ...alertAt(1, { resolvedAt: '2026-11-20T14:05:00.000Z', resolution: 'folded' }),
      ruleId: 'rule-1',
      deviceMac: '68D79AB789FF',
      line: null,
      provider: null,
      asn: null,
      seenElsewhere: null,
    },
    alertEntries: [
      entry('raised', 1),
      entry('folded', 5, { detail: 'Core Switch', causeAlertId: 'alert-7' }),
    ],
    halopsaTicket: null,
  });
  answer(AlertCauses, {
    alert: {
      id: 'alert-1',
      controllerId: 'head-office',
      affectedCount: null,
      affectedSiteCount: null,
      affectedSites: [],
      resolvedAt: '2026-11-20T14:05:00.000Z',
      cause,
      folded: [],
      affected: { nodes: [], nextCursor: null },
    },
  });
  open();
  expect(await screen.findByRole('link', { name: 'Alert of Core Switch' })).toHaveAttribute(
    'href',
    '/alerts/alert-7',
  );
  const timeline = await part('Timeline');
  expect(timeline.getByText('Part of another alert')).toBeInTheDocument();
  expect(timeline.getByRole('link', { name: 'Core Switch' })).toHaveAttribute('href', '/alerts/alert-7');
});
