import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { TestAlertRule } from '#web/features/alerts/rules/AlertRulesTab.tsx';
import { DeleteAlertRule } from '#web/features/alerts/rules/RuleControls.tsx';
import { AddChannelToSilentRules } from '#web/features/alerts/rules/SilentRules.tsx';
import { AlertConditions, AlertRules, UpdateAlertRule } from '#web/features/alerts/rules/useAlertRules.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, cpu, disk, headOffice, ports, rule } from './samples.ts';

const open = (path = '/alerts?tab=rules', signedInAs?: typeof alice) =>
  render(<AlertsPage />, { path, signedInAs });

beforeEach(() => {
  answerControllers(headOffice);
  answer(AlertRules, { alertRules: [rule] });
  answer(AlertConditions, { alertConditions: [cpu, disk, ports] });
});

describe('the rules', () => {
  test('say that they are loading', async () => {
    open();
    expect(screen.getByText('Loading rules...')).toBeInTheDocument();
    await screen.findByText(rule.name);
  });

  test('appear together with what is said about them, so that nothing moves afterwards', async () => {
    const channels = Promise.withResolvers<{ integrations: [] }>();
    answer(ChannelStates, () => channels.promise);
    open();
    await waitFor(() => expect(asks(ChannelStates)).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('tabpanel')).toBeInTheDocument());
    expect(screen.queryByText(rule.name)).not.toBeInTheDocument();
    channels.resolve({ integrations: [] });
    await screen.findByText(rule.name);
    expect(screen.getByText('1 rule has no channels, so no one is notified.')).toBeInTheDocument();
  });

  test('are shown even if the channels could not be loaded', async () => {
    refuse(ChannelStates, { message: 'The database is away', code: 'UNAVAILABLE' });
    open();
    await screen.findByText(rule.name);
  });

  test('are shown fifty at a time', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({
      ...rule,
      id: `r${index}`,
      name: `Rule ${index}`,
    }));
    answer(AlertRules, { alertRules: many });
    const { user } = open();
    await screen.findByText('Rule 49');
    expect(screen.queryByText('Rule 50')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Rule 50')).toBeInTheDocument();
  });

  test('show condition, threshold, duration, scope and channels', async () => {
    answer(AlertRules, {
      alertRules: [
        rule,
        {
          ...rule,
          id: 'rule-2',
          name: 'Disks',
          condition: 'low_disk',
          threshold: '10%',
          channels: ['email', 'slack'],
        },
        {
          ...rule,
          id: 'rule-3',
          name: 'Ports',
          condition: 'port_down',
          threshold: null,
          controllerId: headOffice.id,
        },
      ],
    });
    open();
    const row = async (name: string) =>
      (await screen.findByText(name)).closest('[role=row]')?.textContent ?? '';
    expect(await row(rule.name)).toMatch(
      /All controllers.*High CPU > 80% for 5 minutes.*No channels configured/,
    );
    expect(await row('Disks')).toMatch(/Low disk space < 10% .*Email, Slack/);
    expect(await row('Ports')).toMatch(/Head Office.*Port down for 5 minutes/);
  });

  test('without a threshold show the default one, if the condition has one', async () => {
    const without = (condition: typeof rule.condition) => ({
      ...rule,
      id: condition,
      name: `Rule of ${condition}`,
      condition,
      threshold: null,
    });
    answer(AlertRules, { alertRules: [without('high_cpu'), without('low_disk'), without('port_down')] });
    open();
    expect(await screen.findByText('> 90%')).toBeInTheDocument();
    expect(screen.getByText('< 10%')).toBeInTheDocument();
    expect(screen.getByText('Rule of port_down').closest('[role=row]')).toHaveTextContent(
      'Port down for 5 minutes',
    );
  });

  test('offer to create the first one if there are none', async () => {
    answer(AlertRules, { alertRules: [] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create First Rule' }));
    expect(await screen.findByRole('dialog', { name: 'Create Alert Rule' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add Rule' })).not.toBeInTheDocument();
  });

  test('open the new-rule form from the address, but not for a viewer', async () => {
    const { user } = open('/alerts?tab=rules&new', alice);
    const dialog = await screen.findByRole('dialog', { name: 'Create Alert Rule' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    open('/alerts?tab=rules&new', { ...alice, teamRole: 'viewer' });
    await screen.findByText(rule.name);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that could not be loaded say so', async () => {
    refuse(AlertRules, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    open();
    expect(await screen.findByText('We couldn’t load the alert rules')).toBeInTheDocument();
  });
});

describe('the switch of a rule', () => {
  test('saves', async () => {
    answer(UpdateAlertRule, { updateAlertRule: { ...rule, isActive: false } });
    const { user } = open();
    await user.click(await screen.findByRole('switch', { name: `${rule.name} Active` }));
    expect(await screen.findByText('Inactive')).toBeInTheDocument();
    expect(asks(UpdateAlertRule)[0]?.variables).toEqual({ id: rule.id, input: { isActive: false } });
    expect(await screen.findByText('Alert rule updated successfully')).toBeInTheDocument();
  });

  test('reverts if saving fails', async () => {
    refuse(UpdateAlertRule, { message: 'Alert rule not found', code: 'NOT_FOUND' });
    const { user } = open();
    await user.click(await screen.findByRole('switch', { name: `${rule.name} Active` }));
    expect(await screen.findByText('Alert rule not found')).toBeInTheDocument();
    expect(screen.getByText('Active')).toBeInTheDocument();
  });
});

describe('Test Alert', () => {
  const press = async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Test Alert/ }));
  };

  test('shows what the server says', async () => {
    answer(TestAlertRule, {
      testAlertRule: { success: true, notified: true, message: 'It would read like this.', ticketUrl: null },
    });
    await press();
    expect(await screen.findByText('Test Alert Sent')).toBeInTheDocument();
    expect(screen.getByText('It would read like this.')).toBeInTheDocument();
  });

  test('that reached no one says so, instead of that it was sent', async () => {
    answer(TestAlertRule, {
      testAlertRule: {
        success: true,
        notified: false,
        message: 'No channel of this rule is set up.',
        ticketUrl: null,
      },
    });
    await press();
    expect(await screen.findByText('No one was notified')).toBeInTheDocument();
    expect(screen.getByText('No channel of this rule is set up.')).toBeInTheDocument();
    expect(screen.queryByText('Test Alert Sent')).not.toBeInTheDocument();
  });

  test('links to the ticket that it opened, and to no other address', async () => {
    const ticket = 'https://acme.halopsa.test/tickets?id=7';
    const said = 'Slack: Test ticket 7 was opened in HaloPSA: https://elsewhere.test';
    const message = `${said}\nTest ticket 7 was opened in HaloPSA: ${ticket}`;
    answer(TestAlertRule, { testAlertRule: { success: false, notified: true, message, ticketUrl: ticket } });
    await press();
    const link = await screen.findByRole('link', { name: /^https:.*opens in a new tab/ });
    expect(link).toHaveAttribute('href', ticket);
    expect(screen.queryByRole('link', { name: /elsewhere/ })).not.toBeInTheDocument();
    expect(screen.getByText((text) => text.includes(said))).toBeInTheDocument();
  });

  test.each([
    ['Slack refused it', 'UNAVAILABLE', 'Slack refused it'],
    ['Internal server error', 'INTERNAL_SERVER_ERROR', 'Failed to send test alert'],
  ])('that fails with "%s" (%s) reads "%s"', async (message, code, read) => {
    refuse(TestAlertRule, { message, code });
    await press();
    expect(await screen.findByText('Test Failed')).toBeInTheDocument();
    expect(screen.getByText(read)).toBeInTheDocument();
  });
});

describe('deleting a rule', () => {
  const ask = async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: `Delete rule ${rule.name}` }));
    return { user, dialog: within(await screen.findByRole('alertdialog')) };
  };

  test('asks for confirmation by name, and can be cancelled', async () => {
    const { user, dialog } = await ask();
    expect(dialog.getByText(rule.name)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asks(DeleteAlertRule)).toEqual([]);
  });

  test('removes it from the list', async () => {
    answer(DeleteAlertRule, { deleteAlertRule: rule.id });
    const { user, dialog } = await ask();
    answer(AlertRules, { alertRules: [] });
    await user.click(dialog.getByRole('button', { name: `Delete rule ${rule.name}` }));
    expect(await screen.findByText('No alert rules')).toBeInTheDocument();
    expect(asks(DeleteAlertRule)[0]?.variables).toEqual({ id: rule.id });
  });

  test('that fails says so and keeps it', async () => {
    refuse(DeleteAlertRule, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: `Delete rule ${rule.name}` }));
    expect(await screen.findByText('Failed to delete alert rule')).toBeInTheDocument();
    expect(screen.getByText(rule.name)).toBeInTheDocument();
  });
});

describe('rules without channels', () => {
  const silent = { ...rule, channels: [] };
  const places = (...integrations: { type: string; isActive?: boolean; madeFrom?: string | null }[]) =>
    answer(ChannelStates, {
      integrations: integrations.map((one) => ({
        id: one.type,
        madeFrom: null,
        isActive: true,
        disabledAt: null,
        failingSince: null,
        pausedUntil: null,
        proof: null,
        lastDeliveredAt: '2026-11-20T12:00:00.000Z',
        ...one,
      })),
    });
  const row = async () => (await screen.findByText(rule.name)).closest<HTMLElement>('[role=row]')!;

  test('are marked, and can use the first active channel with one click', async () => {
    answer(AlertRules, { alertRules: [silent, { ...silent, id: 'rule-2', name: 'Disks' }] });
    places({ type: 'email', isActive: false }, { type: 'webhook' }, { type: 'teams' });
    const { user } = open();
    expect(await screen.findByText('2 rules have no channels, so no one is notified.')).toBeVisible();
    expect(within(await row()).getByText('No channels configured')).toBeVisible();
    expect((await row()).querySelector('svg')).not.toBeNull();
    refuse(AddChannelToSilentRules, { message: 'Not now', code: 'CONFLICT' });
    await user.click(screen.getByRole('button', { name: 'Use Teams for them' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    answer(AddChannelToSilentRules, {
      addChannelToSilentRules: [rule, { ...rule, id: 'rule-2', name: 'Disks' }].map((one) => ({
        __typename: 'AlertRule',
        ...one,
        channels: ['teams' as const],
      })),
    });
    await user.click(screen.getByRole('button', { name: 'Use Teams for them' }));
    expect(await screen.findByText('2 rules now notify you through Teams')).toBeVisible();
    expect(asks(AddChannelToSilentRules).at(-1)?.variables).toEqual({ channel: 'teams' });
    await waitFor(() => expect(screen.queryByText(/no one is notified/)).not.toBeInTheDocument());
    expect(await row()).toHaveTextContent('Teams');
  });

  test('whose channels are not set up or off count as well, and say so', async () => {
    answer(AlertRules, {
      alertRules: [
        { ...rule, channels: ['email', 'slack'] },
        { ...silent, id: 'rule-2', name: 'Disks' },
        { ...rule, id: 'rule-3', name: 'Ports', channels: ['email', 'webhook'] },
      ],
    });
    places({ type: 'slack', isActive: false }, { type: 'webhook' });
    open();
    expect(await screen.findByText('2 rules have no active channel, so no one is notified.')).toBeVisible();
    expect(within(await row()).getByText('Email (not set up), Slack (off)')).toBeVisible();
    expect((await row()).querySelector('[role=cell] svg')).not.toBeNull();
    expect(screen.getByText('Email (not set up), Webhook')).toBeVisible();
  });

  test('link to the channel settings if no channel is active', async () => {
    answer(AlertRules, { alertRules: [silent] });
    places({ type: 'slack', madeFrom: 'Our own Slack' });
    open();
    expect(await screen.findByText('1 rule has no channels, so no one is notified.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set up a channel' })).toHaveAttribute(
      'href',
      '/integrations#channels',
    );
  });

  test('offer a viewer nothing', async () => {
    answer(AlertRules, { alertRules: [silent] });
    places({ type: 'email' });
    render(<AlertsPage />, { path: '/alerts?tab=rules', signedInAs: { ...alice, teamRole: 'viewer' } });
    expect(await screen.findByText('1 rule has no channels, so no one is notified.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Tell/ })).not.toBeInTheDocument();
  });

  test('are not marked if they open tickets', async () => {
    answer(AlertRules, { alertRules: [{ ...silent, haloEnabled: true }] });
    places({ type: 'email' });
    open();
    expect((await row()).textContent).toContain('No channels configured');
    expect(screen.queryByText(/no one is notified/)).not.toBeInTheDocument();
  });
});
