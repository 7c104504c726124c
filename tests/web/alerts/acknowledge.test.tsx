import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import type { AlertChange, ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { OpenAlertIds } from '#web/features/alerts/useMatchingIds.ts';
import { OpenAlertChanged } from '#web/features/alerts/current/open-alerts.gql.ts';
import {
  AcknowledgeAlert,
  AcknowledgeAlerts,
  SnoozeAlerts,
  UnacknowledgeAlerts,
} from '#web/features/alerts/useAlertActions.ts';
import type { AlertActionOutcome, OpenAlertChangedSubscription } from '#web/gql/graphql.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, altered, answerOpen, headOffice, raised, resolved } from './samples.ts';

const twoMinutesAgo = () => new Date(Date.now() - 130_000).toISOString();
const seenTo = (more: Partial<ShownAlert> = {}) =>
  alertAt(1, {
    acknowledgedAt: twoMinutesAgo(),
    acknowledgedBy: 'Dana Morgan',
    acknowledgedById: alice.id,
    acknowledgeNote: 'Ladder is on its way',
    ...more,
  });

beforeEach(() => answerControllers(headOffice));

async function open(first: ShownAlert, signedInAs = alice) {
  answerOpen(alertAt(2), first);
  const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs });
  await screen.findByText('AP 1');
  return user;
}

const rowElement = (name = 'AP 1') => screen.getByText(name).closest('[role=row]') as HTMLElement;
const row = () => within(rowElement());
const handled = () =>
  row()
    .queryByText(/^Acknowledged by$/)
    ?.closest('[role=gridcell]');
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));
const note = () => dialog().getByRole('textbox', { name: /Note/ });
const changedTo = (alert: ShownAlert, outcome: AlertActionOutcome = 'done') => ({
  changed: [{ id: alert.id, outcome, alert }],
});
const choose = async (user: Awaited<ReturnType<typeof open>>, item: string) => {
  await user.click(button('Actions for AP 1'));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const happens = async ({ change, alert, cursor }: AlertChange) => {
  await act(async () => {
    push(OpenAlertChanged as TypedDocumentNode<OpenAlertChangedSubscription>, {
      alertChanged: { change, cursor, matches: alert.resolvedAt == null, alert },
    });
    // Changes are applied with the next frame.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
};

describe('an unacknowledged alert', () => {
  test.each([
    ['an owner', alice],
    ['a viewer', { ...alice, teamRole: 'viewer' as const }],
  ])('is acknowledged by %s with one click, and focus stays in place', async (_, person) => {
    const user = await open(alertAt(1), person);
    answer(AcknowledgeAlerts, changedTo(seenTo({ acknowledgeNote: null })));
    await user.click(button('Acknowledge AP 1'));
    await waitFor(() => expect(handled()).toHaveTextContent(/^Acknowledged by Dana Morgan2 min ago$/));
    expect(asks(AcknowledgeAlerts).map(({ variables }) => variables)).toEqual([{ ids: ['alert-1'] }]);
    expect(button('Undo acknowledgement of AP 1')).toHaveFocus();
    expect(screen.getByText('Acknowledged AP 1')).toBeInTheDocument();
    expect(button('Acknowledge AP 2')).toBeInTheDocument();
  });

  test('is not undone by the second click of a double click', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlerts, changedTo(seenTo()));
    await user.dblClick(button('Acknowledge AP 1'));
    await waitFor(() => expect(handled()).toBeInTheDocument());
    expect(asks(UnacknowledgeAlerts)).toEqual([]);
  });

  test('can be undone from the toast', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlerts, changedTo(seenTo()));
    answer(UnacknowledgeAlerts, changedTo(alertAt(1)));
    await user.click(button('Acknowledge AP 1'));
    await screen.findByText('Acknowledged AP 1');
    await user.click(
      within(screen.getByRole('region', { name: /Notifications/ })).getByRole('button', { name: 'Undo' }),
    );
    await waitFor(() => expect(button('Acknowledge AP 1')).toBeInTheDocument());
    expect(asks(UnacknowledgeAlerts)[0]?.variables).toEqual({
      ids: ['alert-1'],
      acknowledgedAt: expect.any(String),
    });
  });

  test('that was undone in its row is no longer offered to undo in the toast', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlerts, changedTo(seenTo()));
    answer(UnacknowledgeAlerts, changedTo(alertAt(1)));
    await user.click(button('Acknowledge AP 1'));
    await screen.findByText('Acknowledged AP 1');
    expect(button('Undo acknowledgement of AP 1')).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asks(UnacknowledgeAlerts)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Acknowledged AP 1')).not.toBeInTheDocument());
  });

  test('shows as acknowledged before the server responds, and goes back when it fails', async () => {
    const user = await open(alertAt(1));
    const reply = Promise.withResolvers<void>();
    refuse(AcknowledgeAlerts, { message: 'The database is away', code: 'UNAVAILABLE' }, reply.promise);
    await user.click(button('Acknowledge AP 1'));
    await waitFor(() => expect(handled()).toHaveTextContent(/^Acknowledged by Alice Archerjust now$/));
    reply.resolve();
    expect(await screen.findByText('Acknowledging failed')).toBeInTheDocument();
    expect(screen.getByText('The database is away')).toBeInTheDocument();
    expect(handled()).toBeUndefined();
  });

  test('that has ended meanwhile stays as it is, which the toast says', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlerts, changedTo(alertAt(1), 'ended'));
    await user.click(button('Acknowledge AP 1'));
    expect(await screen.findByText('AP 1 has already ended.')).toBeInTheDocument();
    await waitFor(() => expect(handled()).toBeUndefined());
  });
});

describe('a note', () => {
  test('acknowledges the alert with it', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlert, { acknowledgeAlert: seenTo() });
    await choose(user, 'Acknowledge with note…');
    expect(await screen.findByRole('dialog')).toHaveTextContent(alertAt(1).message);
    await waitFor(() => expect(note()).toHaveFocus());
    await user.keyboard('Ladder is on its way{Enter}');
    await waitFor(() => expect(handled()).toHaveTextContent('2 min ago “Ladder is on its way”'));
    expect(asks(AcknowledgeAlert)[0]?.variables).toEqual({ id: 'alert-1', note: 'Ladder is on its way' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('can be written after acknowledging, and starts with the one before', async () => {
    const user = await open(seenTo());
    answer(AcknowledgeAlert, { acknowledgeAlert: seenTo({ acknowledgeNote: 'Cable is cut' }) });
    await choose(user, 'Change note…');
    await screen.findByRole('dialog');
    expect(note()).toHaveValue('Ladder is on its way');
    await user.clear(note());
    await user.type(note(), 'Cable is cut');
    await user.click(dialog().getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(handled()).toHaveTextContent('“Cable is cut”'));
  });

  test('that is too long is rejected with the server’s message', async () => {
    const user = await open(alertAt(1));
    await choose(user, 'Acknowledge with note…');
    await screen.findByRole('dialog');
    await user.click(note());
    await user.paste('🔌'.repeat(501));
    await user.click(dialog().getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('Note must be 500 characters or less')).toBeInTheDocument();
    expect(asks(AcknowledgeAlert)).toEqual([]);
  });

  test('is kept when it cannot be saved, and when the alert ends meanwhile', async () => {
    const user = await open(alertAt(1));
    refuse(AcknowledgeAlert, { message: 'This alert has already ended', code: 'CONFLICT' });
    await choose(user, 'Acknowledge with note…');
    await screen.findByRole('dialog');
    await user.type(note(), 'On my way');
    await happens(resolved(alertAt(1)));
    await user.click(dialog().getByRole('button', { name: 'Acknowledge' }));
    expect(await screen.findByText('This alert has already ended')).toBeInTheDocument();
    expect(note()).toHaveValue('On my way');
  });
});

describe('an acknowledged alert', () => {
  test('shows who acknowledged it, when and with what note, as plain text', async () => {
    await open(seenTo({ acknowledgeNote: '<b>שלום</b> 🔌' }));
    expect(handled()).toHaveTextContent(/^Acknowledged by Dana Morgan2 min ago “<b>שלום<\/b> 🔌”$/);
    expect(row().getByText('Error')).toBeInTheDocument();
  });

  test('cannot be undone by a viewer when a colleague acknowledged it', async () => {
    await open(seenTo(), { ...alice, id: 'vera', teamRole: 'viewer' as const });
    expect(handled()).toBeInTheDocument();
    await waitFor(() => expect(row().queryByRole('button', { name: /^Undo/ })).toBeNull());
  });

  test('can be undone, and focus stays in place', async () => {
    const user = await open(seenTo());
    answer(UnacknowledgeAlerts, changedTo(alertAt(1)));
    button('Undo acknowledgement of AP 1').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Acknowledge AP 1')).toHaveFocus());
    expect(handled()).toBeUndefined();
  });

  test('changes as colleagues change it', async () => {
    await open(alertAt(1));
    await happens(altered(seenTo(), '11'));
    expect(handled()).toBeInTheDocument();
    await happens(altered(alertAt(1), '12'));
    expect(handled()).toBeUndefined();
  });

  test('stays so when an event about another alert arrives', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlerts, changedTo(seenTo()));
    await user.click(button('Acknowledge AP 1'));
    await waitFor(() => expect(handled()).toBeInTheDocument());
    await happens(altered(alertAt(2, { unknownSince: '2026-11-20T14:20:00.000Z' }), '12'));
    expect(await screen.findByText(/^unknown since /)).toBeInTheDocument();
    expect(handled()).toBeInTheDocument();
  });
});

describe('several alerts', () => {
  const pick = (user: Awaited<ReturnType<typeof open>>, name: string) =>
    user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));

  test('are selected one by one or as a range, and acknowledged together', async () => {
    const user = await open(alertAt(1));
    await happens(raised(alertAt(3)));
    await pick(user, 'AP 1');
    await user.keyboard('{Shift>}');
    await pick(user, 'AP 3');
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    expect(rowElement('AP 2')).toHaveAttribute('aria-selected', 'true');
    await pick(user, 'AP 2');
    const both = [seenTo(), seenTo({ id: 'alert-3', deviceName: 'AP 3' })];
    answer(AcknowledgeAlerts, { changed: both.flatMap((alert) => changedTo(alert).changed) });
    await user.click(button('Acknowledge'));
    expect(await screen.findByText('Acknowledged 2 alerts')).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts)[0]?.variables).toEqual({ ids: ['alert-1', 'alert-3'] });
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  test('of which some are acknowledged offer both, and each only changes those that need it', async () => {
    const user = await open(seenTo());
    await user.click(screen.getByRole('checkbox', { name: 'Select all matching alerts' }));
    expect(button('Acknowledge')).toBeInTheDocument();
    answer(OpenAlertIds, {
      openAlerts: {
        nextCursor: null,
        nodes: [
          { id: 'alert-2', acknowledgedAt: null },
          { id: 'alert-1', acknowledgedAt: twoMinutesAgo() },
        ],
      },
    });
    answer(UnacknowledgeAlerts, changedTo(alertAt(1)));
    await user.click(button('Undo acknowledgement'));
    await waitFor(() => expect(asks(UnacknowledgeAlerts)[0]?.variables['ids']).toEqual(['alert-1']));
  });

  test('that match can all be selected, and those without success are counted', async () => {
    const user = await open(alertAt(1));
    await user.click(screen.getByRole('checkbox', { name: 'Select all matching alerts' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await pick(user, 'AP 2');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await pick(user, 'AP 2');
    answer(OpenAlertIds, ({ after }) => ({
      openAlerts: after
        ? {
            nextCursor: null,
            nodes: [
              { id: 'alert-2', acknowledgedAt: null },
              { id: 'alert-9', acknowledgedAt: null },
            ],
          }
        : { nextCursor: 'more', nodes: [{ id: 'alert-1', acknowledgedAt: null }] },
    }));
    answer(AcknowledgeAlerts, {
      changed: [
        { id: 'alert-1', outcome: 'done', alert: seenTo() },
        { id: 'alert-2', outcome: 'refused', alert: alertAt(2) },
        { id: 'alert-9', outcome: 'ended', alert: null },
      ],
    });
    await user.click(button('Acknowledge'));
    // One more than the screen said.
    await user.click(await screen.findByRole('button', { name: 'Acknowledge 3 alerts' }));
    expect(await screen.findByText('Acknowledged 1 alert')).toBeInTheDocument();
    expect(
      screen.getByText('1 alert has already ended. 1 alert is handled by a colleague.'),
    ).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts)[0]?.variables).toEqual({ ids: ['alert-1', 'alert-2', 'alert-9'] });
  });

  test('that are all acknowledged already offer to undo that', async () => {
    const user = await open(seenTo());
    await pick(user, 'AP 1');
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
    answer(UnacknowledgeAlerts, changedTo(alertAt(1)));
    await user.keyboard('a');
    await waitFor(() => expect(asks(UnacknowledgeAlerts)[0]?.variables).toEqual({ ids: ['alert-1'] }));
    await waitFor(() => expect(screen.queryByText(/selected$/)).not.toBeInTheDocument());
  });

  test('are snoozed with keys only', async () => {
    const user = await open(alertAt(1));
    await pick(user, 'AP 1');
    await pick(user, 'AP 2');
    await user.keyboard('s');
    const menu = await screen.findByRole('menu', { name: 'Snooze the selected alerts' });
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    answer(SnoozeAlerts, changedTo(alertAt(1)));
    await user.keyboard('s');
    await waitFor(() =>
      expect(screen.getByRole('menu')).toContainElement(document.activeElement as HTMLElement),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asks(SnoozeAlerts)[0]?.variables['ids']).toEqual(['alert-1', 'alert-2']));
  });

  test('are a range from the row that `x` selected, and Escape clears it, but first what is open', async () => {
    const user = await open(alertAt(1));
    await happens(raised(alertAt(3)));
    await user.keyboard('j');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
    await user.keyboard('x{Shift>}');
    await pick(user, 'AP 3');
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.keyboard('m');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('3 selected')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
    await user.keyboard('{Shift>}');
    await pick(user, 'AP 2');
    await user.keyboard('{/Shift}');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  test('on phones are selected by a tap on the name, too, once one is', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          matches: false,
          media,
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    const user = await open(alertAt(1));
    await pick(user, 'AP 1');
    await user.click(screen.getByRole('link', { name: 'AP 2' }));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    expect(new URLSearchParams(window.location.search).get('alert')).toBeNull();
    vi.restoreAllMocks();
  });

  test('that end are no longer selected', async () => {
    const user = await open(alertAt(1));
    await pick(user, 'AP 1');
    await pick(user, 'AP 2');
    await happens(resolved(alertAt(1)));
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    await user.click(button('Clear selection'));
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });
});

describe('keys', () => {
  test('move, select, acknowledge, and open', async () => {
    const user = await open(alertAt(1));
    await user.keyboard('j');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
    await user.keyboard('jx');
    await waitFor(() => expect(rowElement('AP 2')).toHaveFocus());
    expect(rowElement('AP 2')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('xk');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
    answer(AcknowledgeAlerts, changedTo(seenTo()));
    await user.keyboard('a');
    await waitFor(() => expect(handled()).toBeInTheDocument());
    expect(rowElement('AP 1')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(new URLSearchParams(window.location.search).get('alert')).toBe('alert-1');
  });

  test('reach both ends of the list', async () => {
    const user = await open(alertAt(1));
    await happens(raised(alertAt(3)));
    await user.keyboard('j');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
    await user.keyboard('{End}');
    await waitFor(() => expect(rowElement('AP 3')).toHaveFocus());
    await user.keyboard('{Home}');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
  });

  test('work again after a search: Escape clears it, then leaves the field', async () => {
    const user = await open(alertAt(1));
    const field = screen.getByRole('searchbox', { name: 'Search alerts' });
    await user.type(field, 'AP{Escape}');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(field).not.toHaveFocus();
    await user.keyboard('j');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
  });

  test('mean nothing while someone types, or with Ctrl', async () => {
    const user = await open(alertAt(1));
    await user.keyboard('j');
    await waitFor(() => expect(rowElement('AP 1')).toHaveFocus());
    await user.keyboard('{Control>}a{/Control}');
    await user.type(screen.getByRole('searchbox', { name: 'Search alerts' }), 'xaj');
    expect(asks(AcknowledgeAlerts)).toEqual([]);
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });
});

test('An alert opens wherever its row is clicked, and in a new tab by its link', async () => {
  const user = await open(alertAt(1));
  expect(screen.getByRole('link', { name: 'AP 1' })).toHaveAttribute('href', '/alerts/alert-1');
  await user.click(within(rowElement('AP 1')).getByText('Device offline', { selector: 'span' }));
  expect(new URLSearchParams(window.location.search).get('alert')).toBe('alert-1');
});
