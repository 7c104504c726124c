import { act, screen, waitFor, within } from '@testing-library/react';
import { Link, useNavigate } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { SecurityCard } from '#web/features/account/SecurityCard.tsx';
import { ProfileCard } from '#web/features/account/ProfileCard.tsx';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { alice, answer, asks, renderApp, type ScreenAt } from '#tests/support/render.tsx';
import { answerSettings } from './account/samples.tsx';
import { MyTeamsDocument, SignOutDocument } from '#web/gql/graphql.ts';

function Start() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Start</h1>
      <Link to="/settings">To the settings</Link>
      <button onClick={() => void navigate(1)}>Forward</button>
    </>
  );
}

const table: readonly ScreenAt[] = [
  { path: '/start', audience: 'member', Screen: Start },
  { path: '/2fa-setup', audience: 'member', Screen: () => <h1>Second factor</h1> },
  {
    path: '/settings',
    audience: 'member',
    Screen: () => (
      <>
        <ProfileCard user={alice} />
        <SecurityCard user={alice} />
      </>
    ),
  },
];

/** The settings after another screen, in the browser's own history, with something typed that is not saved. */
async function typeInSettings() {
  answerSettings();
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(Controllers, { controllers: [] });
  answer(MyTeamsDocument, { myTeams: [] });
  answer(SignOutDocument, { signOut: true });
  const app = renderApp({ path: '/start', table, signedInAs: alice });
  await app.user.click(await screen.findByRole('link', { name: 'To the settings' }));
  await app.user.type(await screen.findByLabelText('First Name'), 'x');
  return app;
}

const asked = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
const discard = async () => within(await asked()).getByRole('button', { name: 'Discard changes' });
const back = () => act(() => window.history.back());

afterEach(() => window.history.replaceState(null, '', '/'));

describe('Unsaved input', () => {
  test('asks on the browser’s Back button, which only leaves once the person agrees', async () => {
    const { user, where } = await typeInSettings();
    back();
    const dialog = await asked();
    expect(where()).toBe('/settings');
    expect(window.location.pathname).toBe('/settings');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('First Name')).toHaveValue('Alicex');
    back();
    await user.click(await discard());
    expect(await screen.findByRole('heading', { name: 'Start' })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/start');
    await user.click(screen.getByRole('button', { name: 'Forward' }));
    expect(await screen.findByLabelText('First Name')).toHaveValue('Alice');
  });

  test('asks after a jump past the navigation as well', async () => {
    const { user, where } = await typeInSettings();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    await user.type(screen.getByLabelText('First Name'), 'x');
    back();
    expect(await asked()).toBeVisible();
    expect(where()).toBe('/settings');
  });

  test('asks at the switch that leads to the second factor', async () => {
    const { user, where } = await typeInSettings();
    await user.click(screen.getByRole('checkbox', { name: 'Two-factor authentication' }));
    const agree = await discard();
    expect(where()).toBe('/settings');
    await user.click(agree);
    expect(await screen.findByRole('heading', { name: 'Second factor' })).toBeInTheDocument();
  });

  test('asks before logging out', async () => {
    const { user, leftFor } = await typeInSettings();
    await user.click(screen.getByRole('button', { name: 'Log out', hidden: true }));
    const agree = await discard();
    expect(asks(SignOutDocument)).toEqual([]);
    await user.click(agree);
    await waitFor(() => expect(leftFor).toEqual(['/']));
  });

  test('asks through the browser when the page itself is closed, and only then', async () => {
    const { user } = await typeInSettings();
    const goes = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(goes()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(goes()).toBe(false));
  });
});

test('Without input, Back asks nothing', async () => {
  const { user } = await typeInSettings();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  back();
  expect(await screen.findByRole('heading', { name: 'Start' })).toBeInTheDocument();
});
