import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import {
  ApiLimitsDocument,
  ApiTokensDocument,
  CreateApiTokenDocument,
  MyTeamsDocument,
  TokenLifetimeDocument,
  WatchedControllersDocument,
} from '#web/gql/graphql.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { alice, answer, refuse, renderApp } from '#tests/support/render.tsx';
import { token } from './account/samples.tsx';
import { controller } from './controllers/samples.tsx';

const office = '0193a1b2-0000-7000-8000-00000000000c';

const limits = {
  requestsPerMinute: 1200,
  costPerMinute: 60_000,
  cost: 5000,
  depth: 6,
  aliases: 15,
  directives: 50,
  tokens: 1000,
  rows: 200,
  bodyBytes: 102_400,
};

function open({ controllers = [office], failing = false } = {}) {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  // The same list, whichever of the two comes last.
  answer(Controllers, { controllers: controllers.map((id) => controller({ id })) });
  answer(MyTeamsDocument, { myTeams: [] });
  answer(ApiTokensDocument, { apiTokens: [] });
  answer(ApiLimitsDocument, { apiLimits: limits });
  answer(TokenLifetimeDocument, { apiLimits: { tokenDays: 365 } });
  if (failing)
    refuse(WatchedControllersDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  else answer(WatchedControllersDocument, { controllers: controllers.map((id) => ({ id })) });
  return renderApp({ path: '/integrate', signedInAs: alice });
}

const code = async (name: string) => (await screen.findByRole('group', { name })).textContent;
const { origin } = window.location;

describe('The Integrate page', () => {
  test("is in the menu and shows the API's base URL", async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Integrate', level: 1 })).toBeVisible();
    const menu = within(screen.getByRole('navigation'));
    expect(menu.getByRole('link', { name: 'Integrate' })).toHaveAttribute('aria-current', 'page');
    const addresses = within(screen.getByRole('region', { name: 'Addresses' }));
    expect(addresses.getByText(`${origin}/graphql`)).toBeVisible();
    expect(addresses.getByText(`${origin.replace('http', 'ws')}/graphql`)).toBeVisible();
    expect(addresses.getByText(`${origin}/api`)).toBeVisible();
  });

  test('fills the examples with a token that is created on the page', async () => {
    const { user } = open();
    expect(await code('A query with curl')).toContain('Bearer YOUR_TOKEN');
    expect(screen.getByText(/Create a token above/)).toBeVisible();
    answer(CreateApiTokenDocument, { createApiToken: { token: 'nl_made-here', apiToken: token() } });
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API token' }));
    await user.type(await dialog.findByLabelText('Name'), 'My program');
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Your new API token' }));
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await code('A query with curl')).toContain(`curl ${origin}/graphql`);
    expect(await code('A query with curl')).toContain('Bearer nl_made-here');
    expect(await code('Live over a WebSocket')).toContain(`controllerId: "${office}"`);
    await user.click(screen.getByRole('button', { name: 'Copy A REST call with curl' }));
    expect(await navigator.clipboard.readText()).toBe(await code('A REST call with curl'));
    expect(localStorage.getItem('auth_token')).toBe('token-of-alice');
    expect(JSON.stringify(localStorage)).not.toContain('nl_made-here');
  });

  test('subscribes to all alerts in its examples if there is no controller, or none is known', async () => {
    open({ controllers: [] });
    expect(await code('Live over server-sent events')).toContain('openAlertCountChanged');
  });

  test('stays useful if the controllers can’t be loaded', async () => {
    open({ failing: true });
    expect(await code('Live over server-sent events')).toContain('/graphql/stream');
  });

  test('shows the limits', async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Limits' }));
    const row = (name: string) => table.getByRole('row', { name });
    expect(row('Requests 1,200 per minute')).toBeVisible();
    expect(row('Depth of an operation 6 levels')).toBeVisible();
    expect(row('Request body 100 KB')).toBeVisible();
  });

  test('links to further reading', async () => {
    open();
    const documents = within(await screen.findByRole('region', { name: 'Documents' }));
    for (const [name, to] of [
      ['Open Explorer in a new tab', '/graphql'],
      ['Open REST calls in a new tab', '/api/docs'],
      ['Open OpenAPI document in a new tab', '/api/openapi.json'],
    ] as const)
      expect(documents.getByRole('link', { name })).toHaveAttribute('href', to);
    expect(documents.getByRole('button', { name: 'Download the schema' })).toBeVisible();
  });
});
