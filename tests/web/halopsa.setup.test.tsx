import { screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { ConfigureHalopsaAlerts, TestHalopsaAlert } from '#web/features/halopsa/AlertSettings.tsx';
import {
  HalopsaStatuses,
  HalopsaTicketTypes,
  SaveHalopsaIntegration,
} from '#web/features/halopsa/CredentialsForm.tsx';
import { HalopsaSetupPage } from '#web/features/halopsa/HalopsaSetupPage.tsx';
import { PsaCard } from '#web/features/halopsa/PsaCard.tsx';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { HalopsaCategories, HalopsaClients, HalopsaSites } from '#web/features/halopsa/TicketFields.tsx';
import {
  HalopsaControllers,
  HalopsaIntegration,
  TestHalopsaIntegration,
} from '#web/features/halopsa/useHalopsa.ts';
import { connected, headOffice } from './halopsa.samples.ts';

beforeEach(() => {
  answer(HalopsaIntegration, { halopsaIntegration: connected });
  answer(HalopsaControllers, { controllers: [headOffice] });
  answer(HalopsaClients, { halopsaClients: [{ id: 12, name: 'Contoso Dental' }] });
  answer(HalopsaSites, { halopsaSites: [{ id: 553, name: 'Main' }] });
  answer(HalopsaCategories, { halopsaCategories: [{ id: 16, name: 'Hardware' }] });
  answer(HalopsaTicketTypes, { halopsaTicketTypes: [{ id: 21, name: 'Alert' }] });
  answer(HalopsaStatuses, { halopsaStatuses: [{ id: 9, name: 'Closed' }] });
});

const open = async () => {
  const page = render(<HalopsaSetupPage />, { signedInAs: alice, path: '/halopsa-setup' });
  await screen.findByLabelText('Authorisation server');
  return page;
};

describe('The credentials', () => {
  beforeEach(() => answer(HalopsaIntegration, { halopsaIntegration: null }));

  test('are rejected with the documented messages, without a request', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Authorisation server'), 'halo');
    await user.type(screen.getByLabelText('Resource server'), 'halo');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findAllByText('Please enter a valid URL')).toHaveLength(2);
    expect(screen.getByText('Client ID is required')).toBeInTheDocument();
    expect(screen.getByText('Client Secret is required')).toBeInTheDocument();
    expect(asks(SaveHalopsaIntegration)).toEqual([]);
  });

  const fill = async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Authorisation server'), 'https://acme.halopsa.com/auth');
    await user.type(screen.getByLabelText('Resource server'), 'https://acme.halopsa.com/api');
    await user.type(screen.getByLabelText('Client ID'), 'netlantern');
    await user.type(screen.getByLabelText('Client Secret'), 'secret-7777');
    return user;
  };

  test('are saved and tested immediately, and the secret is never shown again', async () => {
    answer(SaveHalopsaIntegration, { saveHalopsaIntegration: connected });
    const found = 'Connected to HaloPSA: 12 clients and 3 ticket types.';
    answer(TestHalopsaIntegration, { testHalopsaIntegration: { success: true, message: found } });
    const user = await fill();
    answer(HalopsaIntegration, { halopsaIntegration: connected });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Configuration Saved')).toBeInTheDocument();
    expect(asks(SaveHalopsaIntegration)[0]?.variables).toEqual({
      input: {
        authServer: 'https://acme.halopsa.com/auth',
        resourceServer: 'https://acme.halopsa.com/api',
        clientId: 'netlantern',
        clientSecret: 'secret-7777',
        scope: 'read:customers read:tickets edit:tickets',
        ticketTypeId: null,
        resolvedStatusId: null,
        closesTickets: false,
        ticketPerClient: false,
      },
    });
    expect(await screen.findByText(found)).toBeInTheDocument();
    expect(screen.getByLabelText('Client Secret')).toHaveValue('');
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  test('that the server refuses stay as they were typed', async () => {
    refuse(SaveHalopsaIntegration, { message: 'This address is private', code: 'CONFLICT' });
    const user = await fill();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Configuration Failed')).toBeInTheDocument();
    expect(screen.getByText('This address is private')).toBeInTheDocument();
    expect(screen.getByLabelText('Client Secret')).toHaveValue('secret-7777');
  });
});

test('A stored secret is neither prefilled nor sent again', async () => {
  answer(SaveHalopsaIntegration, { saveHalopsaIntegration: connected });
  answer(TestHalopsaIntegration, { testHalopsaIntegration: { success: true, message: 'Connected.' } });
  const { user } = await open();
  expect(screen.getByLabelText('Client Secret')).toHaveValue('');
  expect(screen.getByText(/the stored secret, which ends in 7777/)).toBeInTheDocument();
  await user.click(screen.getByText('More'));
  await user.clear(screen.getByLabelText(/^Tenant/));
  await user.click(screen.getByLabelText('Close tickets on recovery'));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Configuration Saved');
  const input = asks(SaveHalopsaIntegration)[0]?.variables['input'];
  expect(input).not.toHaveProperty('clientSecret');
  expect(input).toMatchObject({ tenant: null, closesTickets: true });
});

describe('The connection test', () => {
  test('shows why it failed', async () => {
    const message = 'HaloPSA does not accept the Client ID and Client Secret.';
    answer(TestHalopsaIntegration, { testHalopsaIntegration: { success: false, message } });
    const { user } = await open();
    expect(screen.getByText(/^Last worked/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Test Connection' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Connection test failed');
    expect(alert).toHaveTextContent(message);
    expect(screen.getByText(/^Before this test, it last worked/)).toBeVisible();
    expect(screen.queryByText(/Last answered|^Last worked/)).toBeNull();
  });

  test('without a message reads Connection test failed', async () => {
    refuse(TestHalopsaIntegration, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Test Connection' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Connection test failed$/);
  });
});

describe('The alert settings of a controller', () => {
  const on = { ...headOffice, haloEnabled: true };

  test('hide everything but the switch while tickets are off', async () => {
    const { user } = await open();
    const enable = await screen.findByRole('switch', { name: 'Open tickets Head Office' });
    for (const label of ['Client', 'Site', 'Priority', 'Category'])
      expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: 'Critical' })).not.toBeInTheDocument();
    answer(ConfigureHalopsaAlerts, { configureHalopsaAlerts: on });
    await user.click(enable);
    expect(await screen.findByText('Alert Configuration Updated')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Critical' })).toBeChecked();
    expect(asks(ConfigureHalopsaAlerts)[0]?.variables).toEqual({
      id: 'c1',
      input: { enabled: true, severityLevels: ['critical', 'error'] },
    });
  });

  test('are saved with every change', async () => {
    answer(HalopsaControllers, { controllers: [on] });
    answer(ConfigureHalopsaAlerts, { configureHalopsaAlerts: on });
    const { user } = await open();
    await screen.findByRole('option', { name: 'Contoso Dental' });
    await user.selectOptions(screen.getByLabelText('Client'), 'Contoso Dental');
    await expect.poll(() => asks(ConfigureHalopsaAlerts).length).toBe(1);
    const priorities = within(screen.getByLabelText('Priority')).getAllByRole('option');
    expect(priorities.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
      ['1', 'High'],
      ['2', 'Medium'],
      ['3', 'Low'],
    ]);
    await user.selectOptions(screen.getByLabelText('Priority'), 'High');
    await user.click(screen.getByRole('checkbox', { name: 'Warning' }));
    await expect.poll(() => asks(ConfigureHalopsaAlerts).length).toBe(3);
    expect(asks(ConfigureHalopsaAlerts).map(({ variables }) => variables['input'])).toEqual([
      { haloClientId: 12, haloClientName: 'Contoso Dental', haloSiteId: null, haloSiteName: null },
      { haloPriority: 1 },
      { severityLevels: ['critical', 'warning', 'error'] },
    ]);
  });

  test('return to the saved values if saving fails', async () => {
    answer(HalopsaControllers, { controllers: [on] });
    refuse(ConfigureHalopsaAlerts, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = await open();
    await user.selectOptions(await screen.findByLabelText('Priority'), 'High');
    expect(
      await screen.findByText('Reload the page to see whether the settings were saved.'),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Priority')).toHaveValue('2');
  });

  test('link to the ticket opened by a test', async () => {
    answer(HalopsaControllers, { controllers: [on] });
    const address = 'https://acme.halopsa.test/tickets?id=1001';
    const message = `Test ticket 1001 was opened in HaloPSA: ${address}`;
    answer(TestHalopsaAlert, { testHalopsaAlert: { success: true, message, ticketUrl: address } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Test Alert of Head Office' }));
    expect(await screen.findByRole('link', { name: /^https:/ })).toHaveAttribute('href', address);
  });

  test.each([
    [{ success: true, message: 'Ticket 1001 was opened.' }, 'Test Alert Sent', 'Ticket 1001 was opened.'],
    [{ success: false, message: 'No such client.' }, 'Test Alert Failed', 'No such client.'],
    [{ success: false, message: '' }, 'Test Alert Failed', 'Failed to send test alert'],
  ])('can be tested: %j', async (testHalopsaAlert, title, words) => {
    answer(HalopsaControllers, { controllers: [on] });
    answer(TestHalopsaAlert, { testHalopsaAlert: { ...testHalopsaAlert, ticketUrl: null } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Test Alert of Head Office' }));
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
  });
});

test('Back opens the integrations if there is no previous page', async () => {
  const { user, where } = await open();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await expect.poll(where).toBe('/integrations');
});

test('Back opens the previous page', async () => {
  const screens = (
    <Routes>
      <Route path="/start" element={<Link to="/halopsa-setup">Tickets</Link>} />
      <Route path="/halopsa-setup" element={<HalopsaSetupPage />} />
    </Routes>
  );
  const { user, where } = render(screens, { path: '/start', signedInAs: alice });
  await user.click(screen.getByRole('link', { name: 'Tickets' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  await expect.poll(where).toBe('/start');
});

test('A viewer can see everything and change nothing', async () => {
  render(<HalopsaSetupPage />, { signedInAs: { ...alice, teamRole: 'viewer' }, path: '/halopsa-setup' });
  expect(await screen.findByLabelText('Authorisation server')).toBeDisabled();
  expect(screen.queryByRole('button', { name: /Save|Test|Disconnect/ })).not.toBeInTheDocument();
  expect(await screen.findByRole('switch', { name: /Head Office/ })).toBeDisabled();
});

describe('The card on the integrations', () => {
  test('prompts to set HaloPSA up if it isn’t', async () => {
    answer(HalopsaIntegration, { halopsaIntegration: null });
    render(<PsaCard />, { signedInAs: alice });
    expect(await screen.findByText('Not configured')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Setup HaloPSA' })).toHaveAttribute('href', '/halopsa-setup');
  });

  test('says that it is connected and what needs fixing, and tests it', async () => {
    const problem = 'The client "Contoso" is not in HaloPSA any more.';
    answer(HalopsaIntegration, { halopsaIntegration: { ...connected, problems: [problem] } });
    refuse(TestHalopsaIntegration, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(<PsaCard />, { signedInAs: alice });
    expect(await screen.findByText('Connected')).toBeInTheDocument();
    expect(screen.getByText(problem)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit HaloPSA' })).toHaveAttribute('href', '/halopsa-setup');
    await user.click(screen.getByRole('button', { name: 'Test HaloPSA' }));
    expect(await screen.findByText('Test Failed')).toBeInTheDocument();
    expect(screen.getByText('Failed to test HaloPSA connection')).toBeInTheDocument();
  });
});

test('A colleague’s changes do not replace what is being typed, and show once that is discarded', async () => {
  const { user } = await open();
  const clientId = screen.getByLabelText('Client ID');
  await user.clear(clientId);
  await user.type(clientId, 'half-way');
  answer(HalopsaIntegration, { halopsaIntegration: { ...connected, clientId: 'of-a-colleague' } });
  answer(TestHalopsaIntegration, { testHalopsaIntegration: { success: true, message: 'Connected.' } });
  await user.click(screen.getByRole('button', { name: 'Test Connection' }));
  await expect.poll(() => asks(HalopsaIntegration).length).toBe(2);
  await screen.findByText('Connected.');
  expect(clientId).toHaveValue('half-way');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(clientId).toHaveValue('of-a-colleague'));
});
