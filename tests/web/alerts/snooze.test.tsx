import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { localInput, minutesUntil, snoozeChoices } from '#web/features/alerts/snooze.ts';
import { SnoozeAlert, UnacknowledgeAlert, UnsnoozeAlert } from '#web/features/alerts/useAlertActions.ts';
import { AlertChanged, CurrentAlerts, type ShownAlert } from '#web/features/alerts/useCurrentAlerts.ts';
import type { AlertChangedSubscription } from '#web/gql/graphql.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { alertAt, altered, headOffice } from './samples.ts';

// jsdom lays nothing out; the list of the selector wants to know when it does.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const asleep = (more: Partial<ShownAlert> = {}) =>
  alertAt(1, { snoozedUntil: inAnHour(), snoozedBy: 'Dana Morgan', snoozedById: 'dana', ...more });

beforeEach(() => answer(AlertControllers, { controllers: [headOffice] }));
afterEach(() => sessionStorage.clear());

async function open(first: ShownAlert, signedInAs = alice) {
  answer(CurrentAlerts, ({ controllerId }) => ({
    currentAlerts: { controllerId, siteName: 'Zürich', cursor: '10', alerts: [first] },
  }));
  const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs });
  await screen.findByText('AP 1');
  return user;
}

// jsdom knows no popovers: what is in one is there and not shown.
const choice = (name: string) => screen.getByRole('button', { name, hidden: true });
const rowOf = (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement;
/** In its row; the toast says it too. */
const said = () => within(screen.getByRole('table', { name: /^Open alerts/ })).findByText(/^Snoozed until/);

describe('an alert', () => {
  test.each([
    ['30 minutes', 30],
    ['1 hour', 60],
    ['4 hours', 240],
  ])('can be snoozed for %s from its row, which confirms it', async (name, minutes) => {
    const user = await open(alertAt(1));
    answer(SnoozeAlert, { snoozeAlert: asleep() });
    await user.click(choice(name));
    expect(await said()).toHaveTextContent(/^Snoozed until (\w{3} \d+, )?\d\d?:\d\d\s[AP]M by Dana Morgan$/);
    expect(asks(SnoozeAlert).map(({ variables }) => variables)).toEqual([{ id: 'alert-1', minutes }]);
  });

  test('shows as snoozed before the server responds, and goes back when it refuses', async () => {
    const user = await open(alertAt(1));
    const reply = Promise.withResolvers<void>();
    refuse(SnoozeAlert, { message: 'This alert has already ended', code: 'CONFLICT' }, reply.promise);
    await user.click(choice('1 hour'));
    expect(await said()).toHaveTextContent(/by Alice Archer$/);
    reply.resolve();
    expect(await screen.findByText('Snoozing failed')).toBeInTheDocument();
    expect(within(rowOf('AP 1')).queryByText(/^Snoozed until/)).not.toBeInTheDocument();
  });

  test('keeps the result of a first action on the screen when a second one comes before it was answered', async () => {
    const user = await open(
      alertAt(1, { acknowledgedAt: inAnHour(), acknowledgedBy: 'Dana Morgan', acknowledgedById: 'dana' }),
    );
    const { promise: never } = Promise.withResolvers<void>();
    refuse(UnacknowledgeAlert, { message: 'Not answered in this test' }, never);
    refuse(SnoozeAlert, { message: 'Not answered in this test' }, never);
    const acknowledged = () => within(rowOf('AP 1')).queryByText(/^Acknowledged by/);
    await user.click(screen.getByRole('button', { name: 'Undo acknowledgement of AP 1' }));
    await waitFor(() => expect(acknowledged()).not.toBeInTheDocument());
    await user.click(choice('1 hour'));
    expect(await said()).toHaveTextContent(/by Alice Archer$/);
    expect(acknowledged()).not.toBeInTheDocument();
  });

  test('can be snoozed until a custom time', async () => {
    const user = await open(alertAt(1));
    answer(SnoozeAlert, { snoozeAlert: asleep() });
    await user.click(choice('Custom time…'));
    const dialog = within(await screen.findByRole('dialog'));
    const until = dialog.getByLabelText('Until');
    await user.clear(until);
    await user.type(until, localInput(new Date(Date.now() + 8 * 24 * 3_600_000)));
    await user.click(dialog.getByRole('button', { name: 'Snooze' }));
    expect(await dialog.findByText('Snooze for 5 minutes up to 7 days')).toBeInTheDocument();
    expect(asks(SnoozeAlert)).toEqual([]);
    await user.clear(until);
    await user.type(until, localInput(new Date(Date.now() + 3 * 3_600_000)));
    await user.click(dialog.getByRole('button', { name: 'Snooze' }));
    await said();
    expect([179, 180]).toContain(asks(SnoozeAlert)[0]?.variables['minutes']);
  });

  test('stays snoozed when an event about another alert arrives', async () => {
    const user = await open(alertAt(1));
    const happens = (minute: number, cursor: string) =>
      act(async () =>
        push(AlertChanged as TypedDocumentNode<AlertChangedSubscription>, {
          alertChanged: altered(alertAt(minute), cursor),
        }),
      );
    // The subscription has begun before the alert is snoozed.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await happens(2, '11');
    answer(SnoozeAlert, { snoozeAlert: asleep() });
    await user.click(within(rowOf('AP 1')).getByRole('button', { name: '1 hour', hidden: true }));
    await said();

    await happens(3, '12');
    expect(await screen.findByText('AP 3')).toBeInTheDocument();
    expect(await said()).toBeInTheDocument();
  });

  test('stays unchanged if snoozing fails, and says why', async () => {
    const user = await open(alertAt(1));
    refuse(SnoozeAlert, { message: 'This alert has already ended', code: 'CONFLICT' });
    await user.click(choice('1 hour'));
    expect(await screen.findByText('Snoozing failed')).toBeInTheDocument();
    expect(screen.getByText('This alert has already ended')).toBeInTheDocument();
    expect(screen.queryByText(/^Snoozed until/)).not.toBeInTheDocument();
  });

  test('ends its snooze with Undo, which moves focus to the snooze button', async () => {
    const user = await open(asleep());
    await said();
    answer(UnsnoozeAlert, { unsnoozeAlert: alertAt(1) });
    await user.click(screen.getByRole('button', { name: 'Undo snooze of AP 1' }));
    await waitFor(() => expect(screen.queryByText(/^Snoozed until/)).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Snooze AP 1' })).toHaveFocus();
  });

  test('that someone else snoozed cannot be unsnoozed by a viewer', async () => {
    await open(asleep(), { ...alice, teamRole: 'viewer' });
    await said();
    expect(screen.queryByRole('button', { name: /^Undo snooze/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Snooze AP 1' })).not.toBeInTheDocument();
  });

  test('shows no snooze after it has expired', async () => {
    await open(asleep({ snoozedUntil: '2026-11-20T14:00:00.000Z' }));
    expect(screen.queryByText(/^Snoozed until/)).not.toBeInTheDocument();
  });

  test('that is flapping shows since when and how often, and that it is OK for now', async () => {
    const moment = new Date().toISOString();
    const pastMessage = 'AP 1 was offline from 14:01 to 14:03 UTC (2 min)';
    await open(
      alertAt(1, { flappingSince: moment, raises: 7, calmSince: moment, since: moment, pastMessage }),
    );
    expect(screen.getByText(pastMessage)).toBeInTheDocument();
    expect(screen.queryByText(/has been offline since/)).not.toBeInTheDocument();
    expect(screen.getByText(/^again \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
    expect(screen.getByText(/^(just now|\d s ago)$/)).toBeInTheDocument();
    expect(screen.getByText(/^flapping since \d\d?:\d\d\s[AP]M, 7 times$/)).toBeInTheDocument();
    expect(screen.getByText(/^OK since \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
  });

  test('links to its ticket', async () => {
    await open(alertAt(1, { ticketId: 4242, ticketUrl: 'https://acme.halopsa.test/tickets?id=4242' }));
    expect(screen.getByRole('link', { name: /^Ticket 4242/ })).toHaveAttribute(
      'href',
      'https://acme.halopsa.test/tickets?id=4242',
    );
  });
});

describe('snoozing until tomorrow', () => {
  test.each([
    [new Date(2026, 10, 20, 23, 30), 8.5 * 60],
    [new Date(2026, 10, 20, 0, 10), 31 * 60 + 50],
    [new Date(2026, 11, 31, 8, 0), 24 * 60],
  ])('at %s ends at 8:00 the next day', (now, minutes) => {
    expect(snoozeChoices(now).at(-1)).toEqual({
      label: expect.stringMatching(/^Until tomorrow 8:00\sAM$/),
      minutes,
    });
  });

  test('rounds up to whole minutes, so that it never ends early', () => {
    expect(minutesUntil(new Date(60_001), new Date(0))).toBe(2);
  });
});
