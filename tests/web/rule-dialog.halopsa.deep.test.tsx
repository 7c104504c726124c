import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { RuleDialog } from '#web/features/alerts/rules/RuleDialog.tsx';
import { AlertConditions, AlertRules, UpdateAlertRule } from '#web/features/alerts/rules/useAlertRules.ts';
import { HalopsaCategories, HalopsaClients, HalopsaSites } from '#web/features/halopsa/TicketFields.tsx';
import { HalopsaIntegration } from '#web/features/halopsa/useHalopsa.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, rule } from './alerts/samples.ts';
import { connected } from './halopsa.samples.ts';

const contoso = { id: 12, name: 'Contoso Dental' };
const fabrikam = { id: 13, name: 'Fabrikam' };
const onRule = { ...rule, haloEnabled: true };

beforeEach(() => {
  answerControllers();
  answer(AlertRules, { alertRules: [] });
  answer(AlertConditions, { alertConditions: [] });
  answer(ChannelStates, { integrations: [] });
  answer(HalopsaIntegration, { halopsaIntegration: connected });
  answer(HalopsaClients, { halopsaClients: [contoso, fabrikam] });
  answer(HalopsaSites, { halopsaSites: [{ id: 553, name: 'Main' }] });
  answer(HalopsaCategories, { halopsaCategories: [{ id: 16, name: 'Hardware>Network' }] });
});

const open = async (edited = onRule) => {
  const { user } = render(<RuleDialog rule={edited} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Edit Alert Rule' });
  const choose = (label: string, option: string) => user.selectOptions(screen.getByLabelText(label), option);
  const save = () => user.click(screen.getByRole('button', { name: 'Save Rule' }));
  return { user, choose, save };
};
const shown = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .find((option) => (option as HTMLOptionElement).selected)?.textContent;

describe('without HaloPSA', () => {
  beforeEach(() => answer(HalopsaIntegration, { halopsaIntegration: null }));

  test('the section says what it needs and links there in a new tab', async () => {
    await open(rule);
    const setup = await screen.findByRole('link', { name: /^Setup/ });
    expect(setup).toHaveAttribute('href', '/halopsa-setup');
    expect(setup).toHaveAttribute('target', '_blank');
    expect(screen.getByRole('checkbox', { name: 'Open a ticket for its alerts' })).toBeDisabled();
    expect(asks(HalopsaClients)).toEqual([]);
  });

  test('a rule that opened tickets keeps its settings, and can stop', async () => {
    const { user } = await open({ ...onRule, haloClientId: 12, haloClientName: 'Contoso Dental' });
    await screen.findByText('HaloPSA Integration Required');
    expect(shown('Client')).toBe('Contoso Dental');
    await user.click(screen.getByRole('checkbox', { name: 'Open a ticket for its alerts' }));
    expect(screen.queryByLabelText('Client')).not.toBeInTheDocument();
  });

  test('the list of clients reads HaloPSA not configured', async () => {
    await open();
    await screen.findByText('HaloPSA Integration Required');
    expect(shown('Client')).toBe('HaloPSA not configured');
    expect(asks(HalopsaClients)).toEqual([]);
  });
});

describe('with HaloPSA', () => {
  test('clients are only requested once tickets are turned on', async () => {
    const { user } = await open(rule);
    const ticket = screen.getByRole('checkbox', { name: 'Open a ticket for its alerts' });
    await expect.poll(() => (ticket as HTMLInputElement).disabled).toBe(false);
    expect(asks(HalopsaClients)).toEqual([]);
    await user.click(ticket);
    expect(await screen.findByRole('option', { name: 'Contoso Dental' })).toBeInTheDocument();
    expect(screen.queryByText('HaloPSA Integration Required')).not.toBeInTheDocument();
  });

  test('offers every severity and the five priorities, with the documented defaults', async () => {
    await open();
    for (const severity of ['Info', 'Warning', 'Error'])
      expect(screen.getByRole('checkbox', { name: severity })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Critical' })).toBeChecked();
    const labels = within(screen.getByLabelText('Priority')).getAllByRole('option');
    expect(labels.map((option) => option.textContent)).toEqual([
      'Low',
      'Medium',
      'High',
      'Urgent',
      'Critical',
    ]);
    expect(shown('Priority')).toBe('Medium');
  });

  test('a client loads its sites, another clears the site, and the names are stored', async () => {
    answer(UpdateAlertRule, { updateAlertRule: onRule });
    const { choose, save } = await open();
    expect(screen.queryByLabelText('Site')).not.toBeInTheDocument();
    await screen.findByRole('option', { name: 'Contoso Dental' });
    await choose('Client', 'Contoso Dental');
    await screen.findByRole('option', { name: 'Main' });
    await choose('Site', 'Main');
    await choose('Category', '16');
    await choose('Priority', 'Urgent');
    await save();
    expect(await screen.findByText('Alert rule updated successfully')).toBeInTheDocument();
    const input = {
      haloClientId: 12,
      haloClientName: 'Contoso Dental',
      haloSiteId: 553,
      haloSiteName: 'Main',
      haloCategory: 16,
      haloCategoryName: 'Hardware>Network',
      haloPriority: 4,
    };
    expect(asks(UpdateAlertRule)[0]?.variables).toMatchObject({ input });
    await choose('Client', 'Fabrikam');
    await save();
    await expect.poll(() => asks(UpdateAlertRule).length).toBe(2);
    expect(asks(UpdateAlertRule)[1]?.variables).toMatchObject({
      input: { haloClientId: 13, haloClientName: 'Fabrikam', haloSiteId: null, haloSiteName: null },
    });
  });

  test('empty lists of clients and sites are explained', async () => {
    answer(HalopsaClients, { halopsaClients: [] });
    answer(HalopsaSites, { halopsaSites: [] });
    await open({ ...onRule, haloClientId: 12, haloClientName: 'Contoso Dental' });
    expect(
      await screen.findByRole('option', { name: 'No clients found - check HaloPSA setup' }),
    ).toBeInTheDocument();
    expect(await screen.findByRole('option', { name: 'No sites found' })).toBeInTheDocument();
    expect(shown('Client')).toBe('Contoso Dental (no longer in HaloPSA)');
  });

  test('lists that can’t be loaded say how to fix it', async () => {
    refuse(HalopsaClients, { message: 'HaloPSA refused the credentials', code: 'UNAVAILABLE' });
    refuse(HalopsaSites, { message: 'HaloPSA refused the credentials', code: 'UNAVAILABLE' });
    await open({ ...onRule, haloClientId: 12 });
    expect(
      await screen.findByText('Error loading clients. Check your HaloPSA credentials.'),
    ).toBeInTheDocument();
    expect(await screen.findByText('Error loading sites. Check HaloPSA setup.')).toBeInTheDocument();
  });

  test('loading clients is indicated', async () => {
    answer(HalopsaClients, () => new Promise<never>(() => undefined));
    await open();
    expect(await screen.findByRole('option', { name: 'Loading clients...' })).toBeInTheDocument();
  });
});

test('Each channel says whether it is set up, and where it is if not', async () => {
  const slack = {
    id: 'i1',
    type: 'slack',
    madeFrom: null,
    isActive: true,
    disabledAt: null,
    failingSince: null,
    pausedUntil: null,
    proof: null,
    lastDeliveredAt: '2026-11-20T12:00:00.000Z',
  };
  answer(ChannelStates, {
    integrations: [slack, { ...slack, id: 'i2', type: 'teams', madeFrom: 'A template' }],
  });
  await open(rule);
  await screen.findByText('Set up', { selector: '#channel-slack *' });
  expect(screen.getByRole('checkbox', { name: 'Slack' })).toHaveAccessibleDescription('Set up');
  expect(screen.getByRole('checkbox', { name: 'Teams' })).toHaveAccessibleDescription('Not set up');
  const links = screen.getAllByRole('link', { name: /^Set up .* \(opens a new tab\)$/ });
  expect(links).toHaveLength(4);
  for (const link of links) expect(link).toHaveAttribute('href', '/integrations#channels');
});
