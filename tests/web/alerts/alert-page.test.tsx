import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertPage, AlertsOfDevice } from '#web/features/alerts/detail/AlertPage.tsx';
import { RuleAtAlert, type RuleSnapshot } from '#web/features/alerts/detail/RuleWhenRaised.tsx';
import { AlertDeliveries, AlertInDetail } from '#web/features/alerts/detail/useAlertDetail.ts';
import { AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, headOffice, rule, scopeOf } from './samples.ts';
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
