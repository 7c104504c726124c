import { act, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { alice, answer, asks, refuse, render, renderApp } from '#tests/support/render.tsx';
import { DeleteAlertRule } from '#web/features/alerts/rules/RuleControls.tsx';
import { CreateAlertRule } from '#web/features/alerts/rules/RuleDialog.tsx';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { IntegrationsPage } from '#web/features/integrations/IntegrationsPage.tsx';
import { Integrations } from '#web/features/integrations/integrations.gql.ts';
import { RulesSection } from '#web/features/integrations/RulesSection.tsx';
import { IntegrationTemplates } from '#web/features/integrations/templates/TemplateCards.tsx';
import { readToken } from '#web/lib/token.ts';
import { answerControllers, cpu, disk, rule } from './alerts/samples.ts';
import { controller } from './controllers/samples.tsx';

const disks = {
  ...rule,
  id: 'rule-2',
  name: 'Disks',
  condition: 'low_disk' as const,
  threshold: '10%',
  channels: ['email' as const, 'slack' as const],
  isActive: false,
};

beforeEach(() => {
  answer(Controllers, { controllers: [controller()] });
  answer(Integrations, { integrations: [] });
  answer(IntegrationTemplates, { integrationTemplates: [] });
  answer(HalopsaIntegration, { halopsaIntegration: null });
  answer(AlertRules, { alertRules: [rule, disks] });
  answerControllers();
  answer(AlertConditions, { alertConditions: [cpu, disk] });
});

describe('the page', () => {
  test('is split into keys, channels and ticketing, and the address says which one is open', async () => {
    const { user } = render(<IntegrationsPage />, { path: '/integrations', signedInAs: alice });
    expect(await screen.findByText('Head Office')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Channels' }));
    expect(await screen.findByRole('heading', { name: 'Alert Configuration' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Alert Rules' })).toBeVisible();
    expect(window.location.search).toBe('?tab=channels');
    await user.click(screen.getByRole('tab', { name: 'Ticketing' }));
    expect(await screen.findByRole('heading', { name: 'PSA Integration' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Available Integrations' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Alert Configuration' })).toBeNull());
    await user.click(screen.getByRole('tab', { name: 'API' }));
    expect(await screen.findByRole('heading', { name: 'Configured Controllers' })).toBeVisible();
    expect(window.location.search).toBe('');
  });

  test.each([
    ['/integrations#rules', 'Channels'],
    ['/integrations?channel=slack', 'Channels'],
    ['/integrations#psa', 'Ticketing'],
    ['/integrations#available', 'Ticketing'],
    ['/integrations?edit=head-office', 'API'],
    ['/integrations?tab=elsewhere', 'API'],
  ])('opens the tab that an older link means: %s', async (path, tab) => {
    const { user } = render(<IntegrationsPage />, { path, signedInAs: alice });
    expect(await screen.findByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    const other = tab === 'Ticketing' ? 'Channels' : 'Ticketing';
    await user.click(screen.getByRole('tab', { name: other }));
    expect(screen.getByRole('tab', { name: other })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('tab', { name: tab }));
    expect(screen.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  });

  test('scrolls to the section in its address', async () => {
    const scrolled = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scrolled;
    render(<IntegrationsPage />, { path: '/integrations#channels', signedInAs: alice });
    expect(await screen.findByRole('heading', { name: 'Alert Configuration' })).toHaveFocus();
    expect(scrolled).toHaveBeenCalled();
  });

  test('asks before a key that was typed is discarded for another controller', async () => {
    const other = controller({ id: 'depot', name: 'Depot' });
    answer(Controllers, { controllers: [controller(), other] });
    const { user } = render(<IntegrationsPage />, { path: '/integrations', signedInAs: alice });
    const edit = async (name: string) => {
      const actions = await screen.findByRole('group', { name: `Actions for ${name}` });
      await user.click(within(actions).getByRole('button', { name: 'Edit' }));
    };
    await edit('Head Office');
    await user.type(await screen.findByLabelText('API key'), 'half-a-key');
    const asked = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await edit('Depot');
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText('API key')).toHaveValue('half-a-key');
    await edit('Depot');
    await user.click(within(await asked()).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByRole('heading', { name: 'Edit Depot' })).toBeVisible();
    expect(screen.getByLabelText('API key')).toHaveValue('');
  });

  test('asks before Back loses what was typed after a jump', async () => {
    const page = (
      <>
        <Link to="/integrations?from=start">Start</Link>
        <IntegrationsPage />
      </>
    );
    const { user } = render(page, { path: '/integrations', signedInAs: alice });
    await user.click(screen.getByRole('link', { name: 'Start' }));
    await user.click(screen.getByRole('tab', { name: 'Channels' }));
    await user.click(await screen.findByRole('button', { name: /^Slack/ }));
    await user.type(await screen.findByLabelText('Slack webhook URL'), 'https://');
    act(() => window.history.back());
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(screen.getByLabelText('Slack webhook URL')).toHaveValue('https://');
  });

  test('opens the channel in its address', async () => {
    render(<IntegrationsPage />, { path: '/integrations?channel=teams#channels', signedInAs: alice });
    const teams = within(await screen.findByRole('group', { name: 'Microsoft Teams' }));
    expect(teams.getByText(/Post to a channel when a webhook request is received/)).toBeVisible();
  });
});

describe('the alert rules', () => {
  const open = (signedInAs: typeof alice = alice) => render(<RulesSection />, { signedInAs });
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Alert rules' })).getAllByRole('row');

  test('have the documented names', async () => {
    open();
    const [first, second] = await rows();
    expect(first).toHaveTextContent(/^Büro-Gateways 🏢high cpu> 80%No channels configuredActive/);
    expect(second).toHaveTextContent(/^Diskslow disk< 10%Email, SlackInactive/);
  });

  test('without a threshold show the default one', async () => {
    answer(AlertRules, { alertRules: [{ ...rule, threshold: null }] });
    open();
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('high cpu> 90%'));
  });

  test('can be added', async () => {
    const { user } = open();
    answer(CreateAlertRule, { createAlertRule: rule });
    await user.click(await screen.findByRole('button', { name: 'Add Rule' }));
    expect(await screen.findByRole('dialog', { name: 'Create Alert Rule' })).toBeVisible();
  });

  test('can be edited', async () => {
    const { user } = open();
    const actions = within(await screen.findByRole('group', { name: 'Actions for Disks' }));
    await user.click(actions.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Alert Rule' }));
    expect(await dialog.findByDisplayValue('Disks')).toBeVisible();
  });

  const remove = async () => {
    const { user } = open();
    const actions = within(await screen.findByRole('group', { name: 'Actions for Disks' }));
    await user.click(actions.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete rule Disks' }));
  };

  test('can be deleted', async () => {
    answer(DeleteAlertRule, () => {
      answer(AlertRules, { alertRules: [rule] });
      return { deleteAlertRule: 'rule-2' };
    });
    await remove();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(asks(DeleteAlertRule)[0]?.variables).toEqual({ id: 'rule-2' });
  });

  test('are not deleted if the session has ended, which leads to sign-in', async () => {
    refuse(DeleteAlertRule, { message: 'You are not signed in', code: 'UNAUTHENTICATED' });
    await remove();
    await waitFor(() => expect(readToken()).toBeUndefined());
  });

  test('that cannot be deleted say so', async () => {
    refuse(DeleteAlertRule, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await remove();
    expect(await screen.findByText('Failed to delete alert rule')).toBeVisible();
    expect(await rows()).toHaveLength(2);
  });

  test('offer to create the first one if there are none', async () => {
    answer(AlertRules, { alertRules: [] });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Create First Rule' }));
    expect(await screen.findByRole('dialog', { name: 'Create Alert Rule' })).toBeVisible();
  });

  test('can be viewed by a viewer, but not changed', async () => {
    open({ ...alice, teamRole: 'viewer' });
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});

test('someone whose session has ended is sent to sign-in', async () => {
  refuse(Integrations, { message: 'You are not signed in', code: 'UNAUTHENTICATED' });
  renderApp({ path: '/integrations?tab=channels', signedInAs: alice });
  expect(await screen.findByText(/You are logged out. Logging in again.../)).toBeVisible();
});
