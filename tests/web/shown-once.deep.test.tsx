import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { CreateApiTokenDocument, MyTeamsDocument } from '#web/gql/graphql.ts';
import { IntegrationsCard } from '#web/features/account/IntegrationsCard.tsx';
import { RecoveryCodes } from '#web/features/auth/two-factor/TwoFactorPage.tsx';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { alice, answer, renderApp, type ScreenAt } from '#tests/support/render.tsx';
import { openSettings, token } from './account/samples.tsx';

describe('Recovery codes', () => {
  const Codes = () => <RecoveryCodes email={alice.email} codes={['aaaa-1111']} onDone={() => undefined} />;
  const table: readonly ScreenAt[] = [
    { path: '/2fa-setup', audience: 'member', Screen: Codes },
    { path: '/alerts', audience: 'member', Screen: () => <h1>Network alerts</h1> },
  ];
  const open = async () => {
    answer(PackagePrices, { packages: [] });
    answer(OpenAlertCount, { openAlertCount: 0 });
    answer(Controllers, { controllers: [] });
    answer(MyTeamsDocument, { myTeams: [] });
    const app = renderApp({ path: '/2fa-setup', table, signedInAs: alice });
    await screen.findByText('aaaa-1111');
    return app;
  };
  const leave = () => within(screen.getByRole('navigation')).getByRole('link', { name: 'Alerts' });

  test('ask for confirmation before the sidebar discards unsaved ones', async () => {
    const { user, where } = await open();
    await user.click(leave());
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^You haven’t saved your recovery codes,/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('aaaa-1111')).toBeInTheDocument();
    await user.click(leave());
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(where()).toBe('/alerts'));
  });

  test('ask for no confirmation once saved', async () => {
    const { user, where } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'I’ve saved these codes' }));
    await user.click(leave());
    await waitFor(() => expect(where()).toBe('/alerts'));
  });
});

describe('A new API token', () => {
  const make = async () => {
    answer(CreateApiTokenDocument, { createApiToken: { token: 'nl_secret', apiToken: token() } });
    const { user } = openSettings({ only: <IntegrationsCard /> });
    await user.click(await screen.findByRole('button', { name: 'Create token' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API token' }));
    await user.type(await dialog.findByLabelText('Name'), 'Grafana');
    await user.click(dialog.getByRole('button', { name: 'Create token' }));
    return { user, shown: within(await screen.findByRole('dialog', { name: 'Your new API token' })) };
  };
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  test.each(['Done', 'Close', 'Escape'])('asks for confirmation on %s if it wasn’t copied', async (way) => {
    const { user, shown } = await make();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(shown.getByRole('button', { name: way }));
    expect(await shown.findByRole('alert')).toHaveTextContent('You haven’t copied the token.');
    await user.click(shown.getByRole('button', { name: 'Back to the token' }));
    expect(shown.getByLabelText('API token')).toHaveValue('nl_secret');
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await user.click(await shown.findByRole('button', { name: 'Close without it' }));
    await gone();
  });

  test('closes immediately if it was copied', async () => {
    const { user, shown } = await make();
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    await shown.findByRole('button', { name: 'Copied' });
    await user.keyboard('{Escape}');
    await gone();
  });
});
