import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor } from '@testing-library/react';
import type { DocumentNode } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenAlertCount, OpenAlertCountChanged, PackagePrices } from '#web/app/shell.gql.ts';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { FirstAlertControllers } from '#web/features/alerts/useAlertControllers.ts';
import { CustomerPlan, DashboardSummary } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/controllers/dashboard/ControllersSection.tsx';
import { ControllerChanged } from '#web/features/controllers/useControllerChanges.ts';
import { MeDocument, MyTeamsDocument } from '#web/gql/graphql.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, push, renderApp } from '#tests/support/render.tsx';
import { controller, lists, summary, typed } from './controllers/samples.tsx';
import { answerControllers, answerOpen } from './alerts/samples.ts';

const tell = (document: DocumentNode, data: unknown) =>
  act(async () => push(document as TypedDocumentNode<unknown, Record<string, unknown>>, data));

/** Of each time that something was asked: whether no one had asked for it. */
const byItself = (document: DocumentNode) =>
  asks(document).map(({ headers }) => headers['x-unattended'] === '1');
const last = (document: DocumentNode) => byItself(document).at(-1);

beforeEach(() => {
  answer(PackagePrices, { packages: [] });
  answer(MyTeamsDocument, { myTeams: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(DashboardSummary, summary());
  answer(CustomerPlan, { me: typed('User', { id: 'alice', teamPackage: null }) });
  lists(controller());
  answerControllers(controller());
  answerOpen();
});
afterEach(() => {
  act(() => reportLiveState('reconnecting'));
});

const open = async (path: string, words: string) => {
  const app = renderApp({ path, signedInAs: alice });
  await screen.findAllByText(words);
  return app;
};

test('Opening a screen counts as activity', async () => {
  await open('/dashboard', 'Head Office');
  expect(new Set([...byItself(DashboardSummary), ...byItself(MeDocument)])).toEqual(new Set([false]));
});

test("Refetching the dashboard because open alerts changed doesn't count as activity", async () => {
  await open('/dashboard', 'Head Office');
  answer(DashboardSummary, summary({ openAlertCount: 3 } as never));
  await tell(OpenAlertCountChanged, { openAlertCountChanged: 3 });
  await waitFor(() => expect(asks(DashboardSummary).length).toBeGreaterThan(1));
  expect([last(DashboardSummary), last(ControllerPage)]).toEqual([true, true]);
});

test('Nor does refetching the list of controllers for an unknown one', async () => {
  await open('/dashboard', 'Head Office');
  const campus = controller({ id: 'campus', name: 'Campus' });
  lists(controller(), campus);
  await tell(ControllerChanged, { controllerChanged: campus });
  expect(await screen.findByText('Campus')).toBeInTheDocument();
  expect(last(ControllerPage)).toBe(true);
});

test('Nor does refetching when the connection is back', async () => {
  await open('/alerts', 'All Clear!');
  await act(async () => reportLiveState('live'));
  await act(async () => reportLiveState('reconnecting'));
  await act(async () => reportLiveState('live'));
  await waitFor(() => expect(asks(MeDocument)).toHaveLength(2));
  expect([last(MeDocument), last(FirstAlertControllers)]).toEqual([true, true]);
});

test('Refreshing alerts by hand counts as activity', async () => {
  const { user } = await open('/alerts', 'All Clear!');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(asks(OpenAlerts)).toHaveLength(2));
  expect(byItself(OpenAlerts)).toEqual([false, false]);
});
