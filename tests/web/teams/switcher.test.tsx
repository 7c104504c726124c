import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, refuse, renderApp, type ScreenAt } from '#tests/support/render.tsx';
import { MeDocument, MyTeamsDocument, SwitchTeamDocument } from '#web/gql/graphql.ts';
import { typed } from '../controllers/samples.tsx';

const table: readonly ScreenAt[] = [{ path: '/alerts', audience: 'member', Screen: () => <h1>Alerts</h1> }];
const own = typed('TeamChoice', {
  id: 'team-alice',
  name: 'Archer Networks',
  role: 'owner' as const,
  current: true,
});
const other = typed('TeamChoice', {
  id: 'northwind',
  name: 'Northwind',
  role: 'viewer' as const,
  current: false,
});

const open = (teams: (typeof own | typeof other)[]) => {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(MyTeamsDocument, { myTeams: teams });
  return renderApp({ path: '/alerts', signedInAs: alice, table });
};
const menu = () => screen.findByRole('button', { name: 'Team Archer Networks, switch team' });
// jsdom knows no popovers: what is in one is there, and hidden.
const choice = (name: RegExp) => screen.getByRole('button', { name, hidden: true });

test('someone in one team sees its name and no menu', async () => {
  open([own]);
  expect(await screen.findByTitle('Archer Networks')).toBeVisible();
  expect(screen.queryByRole('button', { name: /switch team/ })).not.toBeInTheDocument();
});

test("someone in several teams switches, and the app restarts without the other team's data", async () => {
  answer(SwitchTeamDocument, { switchTeam: true });
  const { user, leftFor } = open([own, other]);
  expect(await menu()).toBeVisible();
  expect(choice(/Archer Networks.*Owner/)).toHaveAttribute('aria-current', 'true');
  await user.click(choice(/Northwind.*Viewer/));
  await waitFor(() => expect(leftFor).toEqual(['/user-dashboard']));
  expect(asks(SwitchTeamDocument)[0]?.variables).toEqual({ id: 'northwind' });
});

test("the current team can't be switched to", async () => {
  const { user, leftFor } = open([own, other]);
  await menu();
  await user.click(choice(/Archer Networks.*Owner/));
  expect(asks(SwitchTeamDocument)).toHaveLength(0);
  expect(leftFor).toEqual([]);
});

test('a team that the person has left shows an error, and nothing changes', async () => {
  refuse(SwitchTeamDocument, { message: 'Team not found', code: 'NOT_FOUND' });
  const { user, leftFor } = open([own, other]);
  await menu();
  await user.click(choice(/Northwind.*Viewer/));
  expect(await screen.findByText('Team not found')).toBeVisible();
  expect(leftFor).toEqual([]);
});

test('other tabs restart too after a switch', async () => {
  const { leftFor } = open([own, other]);
  await menu();
  act(
    () => void window.dispatchEvent(new StorageEvent('storage', { key: 'team_switched_at', newValue: '1' })),
  );
  expect(leftFor).toEqual(['/user-dashboard']);
});

test('a role that changed in the meantime applies as soon as the connection is back', async () => {
  open([own]);
  await screen.findByTitle('Archer Networks');
  const before = asks(MeDocument).length;
  act(() => reportLiveState('live'));
  expect(asks(MeDocument)).toHaveLength(before);
  act(() => reportLiveState('reconnecting'));
  act(() => reportLiveState('live'));
  await waitFor(() => expect(asks(MeDocument)).toHaveLength(before + 1));
  act(() => reportLiveState('reconnecting'));
});
