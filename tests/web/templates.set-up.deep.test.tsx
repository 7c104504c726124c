import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CreateIntegration,
  DeleteIntegration,
  Integrations,
  UpdateIntegration,
} from '#web/features/integrations/integrations.gql.ts';
import { IntegrationTemplates, TemplateCards } from '#web/features/integrations/templates/TemplateCards.tsx';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const template = {
  id: 'psa',
  name: 'Tickets',
  type: 'psa',
  description: 'Opens tickets',
  icon: 'settings',
  isActive: true,
  configSchema: {
    type: 'object',
    properties: {
      apiUrl: { type: 'string', title: 'API URL', format: 'uri' },
      apiKey: { type: 'string', title: 'API key', description: 'From the console.', writeOnly: true },
      zone: { type: 'string', enum: ['eu', 'us'], default: 'us' },
      retries: { type: 'integer', default: 3 },
      quiet: { type: 'boolean', title: 'Be quiet' },
    },
    required: ['apiUrl', 'apiKey', 'zone'],
  },
};
const made = {
  id: 'made',
  type: 'psa',
  templateId: 'psa' as string | null,
  madeFrom: 'Tickets' as string | null,
  config: { apiUrl: 'psa.example.test ••••', apiKey: '••••cdef', zone: 'eu', quiet: true } as Record<
    string,
    unknown
  >,
  isActive: true,
  lastDeliveredAt: null,
  lastFailureAt: null,
  lastFailure: null,
  failingSince: null,
  disabledAt: null,
  pausedUntil: null,
  proof: null,
  customerIds: [],
  tags: [],
  limitedTo: null,
  weeklyBudget: null,
  messagesThisWeek: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

const offers = (...integrationTemplates: (typeof template)[]) =>
  answer(IntegrationTemplates, { integrationTemplates });
const has = (...integrations: (typeof made)[]) => answer(Integrations, { integrations });
const open = (signedInAs = alice) => render(<TemplateCards />, { signedInAs });

beforeEach(() => {
  offers(template);
  has();
});

async function setUp() {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Setup Tickets' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Set up Tickets' })) };
}

describe('Available Integrations', () => {
  test('have a card each, with their status', async () => {
    offers(template, { ...template, id: 'chat', name: 'Team chat' });
    has({ ...made, isActive: false });
    open();
    const [tickets, chat] = await screen.findAllByRole('listitem');
    expect(tickets).toHaveTextContent('TicketsOpens ticketsInactiveEdit');
    expect(chat).toHaveTextContent('Team chatOpens ticketsNot set upSetup');
    expect(screen.getByRole('heading', { name: 'Available Integrations' })).toBeVisible();
  });

  test('leave out channels, and keep what is no longer offered', async () => {
    offers();
    has(
      { ...made, templateId: null },
      { ...made, id: 'slack', type: 'slack', templateId: null, madeFrom: null },
    );
    open();
    const [only, ...more] = await screen.findAllByRole('listitem');
    expect(only).toHaveTextContent('TicketsNo longer offered. Your setup still works.Active');
    expect(more).toEqual([]);
    expect(screen.getByRole('button', { name: 'Delete Tickets' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit Tickets' })).toBeNull();
  });

  test('say that there are none', async () => {
    offers();
    open();
    expect(
      await screen.findByText(
        'No other integrations available. Integrations that your provider offers appear here.',
      ),
    ).toBeVisible();
  });

  test('offer a viewer no changes', async () => {
    has(made);
    open({ ...alice, teamRole: 'viewer' });
    expect(await screen.findByText('Tickets')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  });

  test('say that they could not be loaded, and can be reloaded', async () => {
    refuse(IntegrationTemplates, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the integrations')).toBeVisible();
    offers(template);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Tickets')).toBeVisible();
  });

  test('are deleted after confirmation', async () => {
    has(made);
    answer(DeleteIntegration, { deleteIntegration: 'made' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete Tickets' }));
    has();
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete Tickets' }));
    expect(await screen.findByText('Tickets deleted')).toBeVisible();
    expect(await screen.findByText('Not set up')).toBeVisible();
  });
});

describe('The form of a template', () => {
  test('has the fields of its schema, and saves them', async () => {
    answer(CreateIntegration, { createIntegration: { ...made, signingSecret: null } });
    const { user, dialog } = await setUp();
    expect(dialog.getByLabelText('Zone')).toHaveValue('us');
    expect(dialog.getByLabelText(/^Retries/)).toHaveValue(3);
    expect(dialog.getByLabelText('API URL')).toHaveAttribute('type', 'url');
    await user.type(dialog.getByLabelText('API URL'), 'https://psa.example.test/');
    const key = dialog.getByLabelText('API key');
    expect(key).toHaveAttribute('type', 'password');
    await user.type(key, 'key-0123456789');
    await user.click(dialog.getByRole('button', { name: 'Show api key' }));
    expect(key).toHaveAttribute('type', 'text');
    await user.click(dialog.getByLabelText('Be quiet'));
    has(made);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Tickets saved')).toBeVisible();
    expect(asks(CreateIntegration)[0]?.variables).toEqual({
      input: {
        type: 'psa',
        templateId: 'psa',
        isActive: true,
        config: {
          apiUrl: 'https://psa.example.test/',
          apiKey: 'key-0123456789',
          zone: 'us',
          retries: 3,
          quiet: true,
        },
      },
    });
    expect(await screen.findByRole('button', { name: 'Edit Tickets' })).toBeVisible();
  });

  test('says what is missing before anything is sent', async () => {
    const { user, dialog } = await setUp();
    await user.selectOptions(dialog.getByLabelText('Zone'), '');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    for (const sentence of ['API URL is required', 'API key is required', 'Zone is required'])
      expect(await dialog.findByText(sentence)).toBeVisible();
    expect(asks(CreateIntegration)).toEqual([]);
    await waitFor(() => expect(dialog.getByLabelText('API URL')).toHaveFocus());
  });

  test('shows the server’s errors under their fields and keeps what was typed', async () => {
    const sentence = 'This address is not on the public internet.';
    refuse(CreateIntegration, { message: sentence, fields: { apiUrl: sentence } });
    const { user, dialog } = await setUp();
    await user.type(dialog.getByLabelText('API URL'), 'https://10.0.0.1/');
    await user.type(dialog.getByLabelText('API key'), 'key');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.getByLabelText('API key')).toHaveValue('key');
  });

  test('says so when the server failed', async () => {
    refuse(CreateIntegration, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user, dialog } = await setUp();
    await user.type(dialog.getByLabelText('API URL'), 'https://psa.example.test/');
    await user.type(dialog.getByLabelText('API key'), 'key');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Something went wrong on the server')).length).toBeGreaterThan(0);
    expect(dialog.getByLabelText('API key')).toHaveValue('key');
  });

  test('never fills in a secret or an address, keeps a stored one that is left blank, and can turn it off', async () => {
    has(made);
    answer(UpdateIntegration, { updateIntegration: { ...made, isActive: false } });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Tickets' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Tickets' }));
    expect(dialog.getByLabelText('API key')).toHaveValue('');
    expect(dialog.getByLabelText('API URL')).toHaveValue('');
    expect(dialog.getByLabelText('API URL')).toHaveAttribute('type', 'url');
    const kept = dialog.getAllByText(/Leave blank to keep the stored one/);
    expect(kept.map(({ textContent }) => textContent?.split(', ')[1])).toEqual([
      'psa.example.test ••••',
      '••••cdef',
    ]);
    expect(dialog.getByLabelText(/^Retries/)).toHaveValue(null);
    await user.click(dialog.getByLabelText('Active'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Tickets saved')).toBeVisible();
    expect(asks(UpdateIntegration)[0]?.variables).toEqual({
      id: 'made',
      input: { isActive: false, config: { zone: 'eu', quiet: true } },
    });
    expect(await screen.findByText('Inactive')).toBeVisible();
  });
});
