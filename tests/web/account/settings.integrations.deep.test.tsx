import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import {
  ApiTokensDocument,
  CreateApiTokenDocument,
  RevokeApiTokenDocument,
  TeamPsaDocument,
  TokenLifetimeDocument,
} from '#web/gql/graphql.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { expiryWords } from '#web/features/account/token-words.ts';
import { IntegrationsCard } from '#web/features/account/IntegrationsCard.tsx';
import { controller } from '../controllers/samples.tsx';
import { openSettings, token } from './samples.tsx';

const secret = 'nl_0123456789';

describe('API tokens', () => {
  test('are listed with their scopes, expiry and last use', async () => {
    openSettings({
      only: <IntegrationsCard />,
      tokens: [
        token(),
        token({ id: 'old', name: 'Old script', scopes: ['manage'], expiresAt: '2020-01-01T00:00:00.000Z' }),
      ],
    });
    const rows = within(await screen.findByRole('list', { name: 'API tokens' })).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/GrafanaReadnl_…x7Qp · created 2 d ago · never used · no expiryRevoke/);
    expect(rows[1]).toHaveTextContent(/Old scriptManage.*Expired/);
  });

  test('show what one will look like while there are none', async () => {
    openSettings({ only: <IntegrationsCard /> });
    expect(await screen.findByText(/^No API tokens yet\./)).toBeVisible();
  });

  const create = async (user = alice, tokenDays = 365) => {
    const { user: person } = openSettings({ user, only: <IntegrationsCard /> });
    answer(TokenLifetimeDocument, { apiLimits: { tokenDays } });
    await person.click(await screen.findByRole('button', { name: 'Create token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API token' }));
    await dialog.findByLabelText('Expires after');
    return { person, dialog };
  };

  test('are created with a name, a scope and an expiry, and shown only once', async () => {
    answer(CreateApiTokenDocument, () => {
      answer(ApiTokensDocument, { apiTokens: [token()] });
      return { createApiToken: { token: secret, apiToken: token() } };
    });
    const { person, dialog } = await create();
    await person.type(dialog.getByLabelText('Name'), 'Grafana');
    await person.selectOptions(dialog.getByLabelText('Permissions'), 'alerts');
    await person.click(dialog.getByRole('button', { name: 'Create token' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your new API token' }));
    expect(shown.getByLabelText('API token')).toHaveValue(secret);
    expect(asks(CreateApiTokenDocument)[0]?.variables).toEqual({
      input: { name: 'Grafana', scopes: ['alerts'], expiresInDays: 90 },
    });
    await person.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await shown.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(secret);
    await person.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('button', { name: 'Revoke Grafana' })).toBeVisible();
    expect(document.body.innerHTML).not.toContain(secret);
  });

  test.each([
    [365, ['7 days', '30 days', '90 days', '1 year'], 90],
    [90, ['7 days', '30 days', '90 days'], 90],
    [20, ['7 days', '20 days'], 20],
    [1, ['1 day'], 1],
  ])('last at most the %i days that the security policy allows', async (tokenDays, offered, usual) => {
    answer(CreateApiTokenDocument, { createApiToken: { token: secret, apiToken: token() } });
    const { person, dialog } = await create(alice, tokenDays);
    const options = within(dialog.getByLabelText('Expires after')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(offered);
    await person.type(dialog.getByLabelText('Name'), 'Grafana');
    await person.click(dialog.getByRole('button', { name: 'Create token' }));
    await screen.findByRole('dialog', { name: 'Your new API token' });
    expect(asks(CreateApiTokenDocument)[0]?.variables).toEqual({
      input: { name: 'Grafana', scopes: ['read'], expiresInDays: usual },
    });
  });

  test('can’t be managed by a viewer', async () => {
    const { dialog } = await create({ ...alice, teamRole: 'viewer' });
    const options = within(dialog.getByLabelText('Permissions')).getAllByRole('option');
    expect(options.map((option) => (option as HTMLOptionElement).disabled)).toEqual([false, false, true]);
  });

  test('that are refused keep what was typed', async () => {
    refuse(CreateApiTokenDocument, { message: 'You have 50 API tokens.', code: 'CONFLICT' });
    const { person, dialog } = await create();
    await person.type(dialog.getByLabelText('Name'), 'Grafana');
    await person.click(dialog.getByRole('button', { name: 'Create token' }));
    expect(await dialog.findByText('You have 50 API tokens.')).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('Grafana');
  });

  test('are revoked after confirmation', async () => {
    answer(RevokeApiTokenDocument, () => {
      answer(ApiTokensDocument, { apiTokens: [] });
      return { revokeApiToken: 'token-1' };
    });
    const { user } = openSettings({ tokens: [token()], only: <IntegrationsCard /> });
    await user.click(await screen.findByRole('button', { name: 'Revoke Grafana' }));
    expect(asks(RevokeApiTokenDocument)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Revoke token' }));
    expect(await screen.findByText('API token revoked')).toBeVisible();
    expect(await screen.findByText(/^No API tokens yet\./)).toBeVisible();
  });
});

test.each([
  [null, 'no expiry'],
  ['2026-11-20T12:00:00Z', 'Expired'],
  ['2026-11-20T12:00:01Z', 'expires within a day'],
  ['2026-11-22T12:00:00Z', 'expires in 2 days'],
])('A token that ends at %s at noon of 20 November %s', (expiresAt, text) => {
  expect(expiryWords(expiresAt, new Date('2026-11-20T12:00:00Z')).text).toBe(text);
});

describe('Integrations', () => {
  const row = async (name: string) => {
    const item = (await screen.findByText(name)).closest('li');
    if (!item) throw new Error('It stands in no row');
    return item;
  };

  test('link to their settings', async () => {
    openSettings({ only: <IntegrationsCard /> });
    await waitFor(async () => expect(await row('PSA Integration')).toHaveTextContent('Not configured'));
    expect(await row('Slack')).toHaveTextContent('Not connected');
    expect(screen.getByRole('link', { name: 'Configure PSA Integration' })).toHaveAttribute(
      'href',
      '/halopsa-setup',
    );
    expect(screen.getByRole('link', { name: 'Connect Slack' })).toHaveAttribute(
      'href',
      '/integrations?channel=slack#channels',
    );
  });

  const slack = {
    id: 'slack',
    type: 'slack',
    madeFrom: null,
    isActive: true,
    disabledAt: null,
    failingSince: null,
    pausedUntil: null,
    proof: null,
    lastDeliveredAt: '2026-11-20T12:00:00.000Z',
  };
  const at = '2026-11-20T12:00:00.000Z';
  test.each([
    ['works', {}, 'Connected'],
    ['is switched off', { isActive: false }, 'Off'],
    ['fails', { failingSince: at }, 'Failing'],
    ['was switched off because it cannot work', { failingSince: at, disabledAt: at }, 'Turned off'],
    ['is made from a template', { madeFrom: 'Our Slack' }, 'Not connected'],
  ])('show the state of a Slack channel that %s', async (_what, over, word) => {
    openSettings({ only: <IntegrationsCard /> });
    answer(ChannelStates, { integrations: [{ ...slack, ...over }] });
    await waitFor(async () => expect(await row('Slack')).toHaveTextContent(new RegExp(`^Slack${word}`)));
  });

  const repair = 'The client Contoso is gone: choose another.';
  test.each([
    ['set up', [], 'Creates tickets for alerts.'],
    ['set up and needs a repair', [repair], repair],
  ])('show the state of a PSA that is %s', async (_what, problems, words) => {
    openSettings({ only: <IntegrationsCard /> });
    answer(TeamPsaDocument, {
      halopsaIntegration: { id: 'psa', authServer: 'https://auth.example.test', problems },
    });
    expect(await screen.findByRole('link', { name: 'Manage PSA Integration' })).toBeVisible();
    expect(await row('PSA Integration')).toHaveTextContent(`PSA IntegrationConnected${words}`);
  });

  test('can be viewed by a viewer, but not set up', async () => {
    openSettings({ only: <IntegrationsCard />, user: { ...alice, teamRole: 'viewer' } });
    answer(Controllers, { controllers: [controller()] });
    expect(await screen.findByRole('link', { name: 'View Site Manager API' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^(Configure|Connect|Manage)/ })).not.toBeInTheDocument();
  });

  test.each([
    ['no key', [], 'Not connected', 'No controllers added yet.'],
    ['a key that works', ['online', 'error'], 'Connected', '1 of 2 controllers online.'],
    ['keys that do not', ['error'], 'Not connected', '0 of 1 controller online.'],
  ] as const)('show the state of Site Manager with %s', async (_what, statuses, word, figures) => {
    openSettings({ only: <IntegrationsCard /> });
    answer(Controllers, {
      controllers: statuses.map((status, n) => controller({ id: `c${n}`, name: `Site ${n}`, status })),
    });
    await screen.findByText(figures);
    expect(await row('Site Manager API')).toHaveTextContent(new RegExp(`API${word}${figures}`));
  });
});
