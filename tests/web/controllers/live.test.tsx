import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor } from '@testing-library/react';
import type { DocumentNode } from 'graphql';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { Controllers, CustomerPlan, DashboardSummary } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/controllers/dashboard/ControllersSection.tsx';
import { ControllerChanged } from '#web/features/controllers/useControllerChanges.ts';
import type { ControllerChangedSubscription, ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, push, renderApp } from '#tests/support/render.tsx';
import { controller, lists, summary, typed } from './samples.tsx';
import { answerControllers, answerOpen } from '../alerts/samples.ts';

const refusedKey = {
  status: 'error',
  needsNewKey: true,
  statusReason:
    'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations',
} as const;

const knows = (...controllers: ControllerFieldsFragment[]) => {
  lists(...controllers);
  answerControllers(...controllers);
};
/** The server tells of a change, and answers with it from then on. */
async function tell(changed: ControllerFieldsFragment, ...others: ControllerFieldsFragment[]) {
  knows(...others, changed);
  await pushChange(changed);
}
const pushChange = (controllerChanged: ControllerFieldsFragment) =>
  act(async () =>
    push(ControllerChanged as TypedDocumentNode<ControllerChangedSubscription>, { controllerChanged }),
  );
const open = (path: string) => renderApp({ path, signedInAs: alice });

beforeEach(() => {
  reportLiveState('reconnecting');
  sessionStorage.clear();
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(DashboardSummary, summary());
  answer(CustomerPlan, { me: typed('User', { id: 'alice', teamPackage: null }) });
  answerOpen();
  knows(controller());
});

test("the alerts immediately say that a console can no longer be read, and don't call it clear", async () => {
  open('/alerts');
  expect(await screen.findByText('All Clear!')).toBeInTheDocument();
  await tell(controller(refusedKey));
  expect(await screen.findByText(/^No data from Head Office since \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
  expect(screen.queryByText('All Clear!')).not.toBeInTheDocument();
  expect(screen.queryByText('Updates automatically')).not.toBeInTheDocument();
  expect(screen.getByText(`${refusedKey.statusReason}.`)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Replace the key' })).toHaveAttribute(
    'href',
    '/integrations?edit=head-office',
  );
  expect(screen.getByText(/^No alerts were open when Head Office was last read,/)).toHaveTextContent(
    /last read, 3 min ago$/,
  );

  await tell(controller());
  expect(await screen.findByText('All Clear!')).toBeInTheDocument();
  expect(screen.queryByText(/^No data from/)).not.toBeInTheDocument();
});

test('the alerts of a console that was never read are unknown', async () => {
  knows(controller({ status: 'pending', lastSync: null }));
  open('/alerts');
  expect(await screen.findByText('No data from Head Office yet')).toBeInTheDocument();
  expect(screen.getByText('Head Office hasn’t been read yet')).toBeInTheDocument();
  expect(screen.queryByText('All Clear!')).not.toBeInTheDocument();
});

test('the alerts say which part of a console can’t be read while the rest can', async () => {
  knows(controller({ statusReason: 'The console does not tell its disk figures at the moment.' }));
  open('/alerts');
  expect(
    await screen.findByText(
      'Some data from Head Office can’t be read. The console does not tell its disk figures at the moment.',
    ),
  ).toBeInTheDocument();
});

test.each(['/dashboard', '/integrations'])('the list of %s updates automatically', async (path) => {
  open(path);
  expect((await screen.findAllByText('Online')).length).toBeGreaterThan(0);
  await tell(controller(refusedKey));
  expect(await screen.findByText(/^UniFi no longer accepts this API key\./)).toBeInTheDocument();
  expect(screen.getAllByText('Error').length).toBeGreaterThan(0);
});

test("the dashboard's figures are refetched when a controller’s state changes", async () => {
  open('/dashboard');
  await screen.findByText('Head Office');
  const before = asks(DashboardSummary).length;
  await tell(controller(refusedKey));
  await waitFor(() => expect(asks(DashboardSummary)).toHaveLength(before + 1));
});

test('the figures on Controllers are refetched every second, as no overview above them is', async () => {
  open('/controllers');
  await screen.findByText('Head Office');
  const before = asks(DashboardSummary).length;
  await tell(controller(refusedKey));
  await waitFor(() => expect(asks(DashboardSummary)).toHaveLength(before + 1));
  await tell(controller());
  await waitFor(() => expect(asks(DashboardSummary)).toHaveLength(before + 2), { timeout: 3_500 });
});

test('a controller that a colleague added appears', async () => {
  open('/dashboard');
  await screen.findByText('Head Office');
  await tell(controller({ id: 'campus', name: 'Campus' }), controller());
  expect(await screen.findByText('Campus')).toBeInTheDocument();
});

test('the controller counts on other pages are refetched, once for several changes', async () => {
  const counted = (offline: number) =>
    answer(ControllerPage, {
      controllers: [{ ...controller(), devices: typed('DeviceCounts', { offline: 0 }) }],
      controllerCount: 60,
      controllerStates: {
        offline,
        error: 0,
        pending: 0,
        unknown: 0,
        unwatched: 0,
        online: 60 - offline,
        lastReading: null,
      },
    });
  counted(0);
  open('/dashboard');
  await screen.findByText('60 online');
  const before = asks(ControllerPage).length;
  counted(12);
  await act(async () => {
    for (let n = 0; n < 12; n++) {
      push(ControllerChanged as TypedDocumentNode<ControllerChangedSubscription>, {
        controllerChanged: controller({ id: `far-${n}`, name: `Far ${n}`, status: 'offline' }),
      });
    }
  });
  expect(await screen.findByText('12 offline')).toBeInTheDocument();
  await waitFor(() => expect(asks(ControllerPage).length - before).toBe(2), { timeout: 5_000 });
});

describe.each([
  ['/dashboard', ControllerPage],
  ['/integrations', Controllers],
])('200 changes in 3 seconds on %s', (path, list) => {
  const change = (n: number) =>
    controller({ id: `far-${n}`, name: `Far ${n}`, status: n % 2 ? 'offline' : 'online' });

  test('cause at most 4 refetches, and the last change is shown', async () => {
    open(path);
    await screen.findByText('Head Office');
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    const before = asks(list).length;
    vi.useFakeTimers();
    for (let n = 0; n < 200; n++) {
      await tell(change(n), controller());
      await act(() => vi.advanceTimersByTimeAsync(15));
    }
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    const refetches = asks(list).length - before;
    expect(refetches).toBeGreaterThan(1);
    expect(refetches).toBeLessThanOrEqual(4);
    expect(screen.getByText('Far 199')).toBeInTheDocument();
  });

  test('show the last change even if it came while an older response was on its way', async () => {
    open(path);
    await screen.findByText('Head Office');
    vi.useFakeTimers();
    const states = {
      offline: 0,
      error: 0,
      pending: 0,
      unknown: 0,
      unwatched: 0,
      online: 2,
      lastReading: null,
    };
    answer(list as DocumentNode as TypedDocumentNode, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { controllers: [controller(), change(2)], controllerCount: 2, controllerStates: states };
    });
    await pushChange(change(2));
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    await tell(change(4), controller());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByText('Far 4')).toBeInTheDocument();
  });
});

test('changes during a lost connection appear when it is back', async () => {
  open('/alerts');
  await screen.findByText('All Clear!');
  await act(async () => reportLiveState('reconnecting'));
  knows(controller(refusedKey));
  await act(async () => reportLiveState('live'));
  expect(await screen.findByText(/^No data from Head Office since/)).toBeInTheDocument();
  await act(async () => reportLiveState('reconnecting'));
});

test.each([
  ['/dashboard', 'Dashboard'],
  ['/controllers', 'Controllers'],
])('%s is labeled %s', async (path, title) => {
  open(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(document.title).toBe(`${title} · Netlantern`);
});
