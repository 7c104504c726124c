import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { AcknowledgeAlert, UnacknowledgeAlert } from '#web/features/alerts/useAlertActions.ts';
import {
  type AlertChange,
  AlertChanged,
  CurrentAlerts,
  type ShownAlert,
} from '#web/features/alerts/useCurrentAlerts.ts';
import type { AlertChangedSubscription } from '#web/gql/graphql.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { alertAt, altered, headOffice, resolved } from './samples.ts';

// jsdom lays nothing out; the list of the selector wants to know when it does.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const twoMinutesAgo = () => new Date(Date.now() - 130_000).toISOString();
const seenTo = (more: Partial<ShownAlert> = {}) =>
  alertAt(1, {
    acknowledgedAt: twoMinutesAgo(),
    acknowledgedBy: 'Dana Morgan',
    acknowledgedById: alice.id,
    acknowledgeNote: 'Ladder is on its way',
    ...more,
  });

beforeEach(() => answer(AlertControllers, { controllers: [headOffice] }));
afterEach(() => sessionStorage.clear());

async function open(first: ShownAlert, signedInAs = alice) {
  const alerts = [alertAt(2), first];
  answer(CurrentAlerts, ({ controllerId }) => ({
    currentAlerts: { controllerId, siteName: 'Zürich', cursor: '10', alerts },
  }));
  const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs });
  await screen.findByText('AP 1');
  return user;
}

const row = () => within(screen.getByText('AP 1').closest('[role=row]') as HTMLElement);
const said = () => row().getByText(/^Acknowledged by/);
const button = (name: string) => screen.getByRole('button', { name });
const note = () => within(screen.getByRole('dialog')).getByRole('textbox', { name: /Note/ });
const submit = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Acknowledge' });
const begin = async (user: Awaited<ReturnType<typeof open>>) => {
  await user.click(button('Acknowledge AP 1'));
  await screen.findByRole('dialog');
};
const happens = async (change: AlertChange) => {
  // The subscription is opened once the answer is on the screen.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await act(async () => {
    push(AlertChanged as TypedDocumentNode<AlertChangedSubscription>, { alertChanged: change });
    // Apollo notifies its queries in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
};

describe('an unacknowledged alert', () => {
  test.each([
    ['an owner', alice],
    ['a viewer', { ...alice, teamRole: 'viewer' as const }],
  ])('can be acknowledged with a note by %s, and focus stays in place', async (_, person) => {
    const user = await open(alertAt(1), person);
    answer(AcknowledgeAlert, { acknowledgeAlert: seenTo() });
    await begin(user);
    expect(within(screen.getByRole('dialog')).getByText(alertAt(1).message)).toBeInTheDocument();
    await waitFor(() => expect(note()).toHaveFocus());
    await user.keyboard('Ladder is on its way{Enter}');
    await waitFor(() =>
      expect(said()).toHaveTextContent('Acknowledged by Dana Morgan, 2 min ago “Ladder is on its way”'),
    );
    expect(asks(AcknowledgeAlert).map(({ variables }) => variables)).toEqual([
      { id: 'alert-1', note: 'Ladder is on its way' },
    ]);
    await waitFor(() => expect(button('Undo acknowledgement of AP 1')).toHaveFocus());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button('Acknowledge AP 2')).toBeInTheDocument();
  });

  test('can be acknowledged without a note', async () => {
    const user = await open(alertAt(1));
    answer(AcknowledgeAlert, { acknowledgeAlert: seenTo({ acknowledgeNote: null }) });
    await begin(user);
    await user.click(submit());
    await waitFor(() => expect(said()).toHaveTextContent(/^Acknowledged by Dana Morgan, 2 min ago$/));
    expect(asks(AcknowledgeAlert)[0]?.variables).toEqual({ id: 'alert-1' });
  });

  test('stays unacknowledged when the dialog is cancelled, and focus returns to its button', async () => {
    const user = await open(alertAt(1));
    await begin(user);
    await waitFor(() => expect(note()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(button('Acknowledge AP 1')).toHaveFocus());
    expect(asks(AcknowledgeAlert)).toEqual([]);
  });

  test('rejects a note that is too long, with the server’s message', async () => {
    const user = await open(alertAt(1));
    await begin(user);
    await user.click(note());
    await user.paste('🔌'.repeat(501));
    await user.click(submit());
    expect(await screen.findByText('Note must be 500 characters or less')).toBeInTheDocument();
    expect(asks(AcknowledgeAlert)).toEqual([]);
  });

  test('says why acknowledging failed, and keeps the typed note', async () => {
    const user = await open(alertAt(1));
    refuse(AcknowledgeAlert, { message: 'This alert has already ended', code: 'CONFLICT' });
    await begin(user);
    await user.type(note(), 'On my way');
    await user.click(submit());
    expect(await screen.findByText('Acknowledging failed')).toBeInTheDocument();
    expect(screen.getByText('This alert has already ended')).toBeInTheDocument();
    expect(note()).toHaveValue('On my way');
  });

  test('shows as acknowledged before the server responds, then as the server says', async () => {
    const user = await open(alertAt(1));
    const reply = Promise.withResolvers<void>();
    answer(AcknowledgeAlert, async () => {
      await reply.promise;
      return { acknowledgeAlert: seenTo({ acknowledgeNote: 'Saved' }) };
    });
    await begin(user);
    await user.keyboard('On my way{Enter}');
    await waitFor(() =>
      expect(row().getByText(/^Acknowledged by/)).toHaveTextContent(
        'Acknowledged by Alice Archer, just now “On my way”',
      ),
    );
    reply.resolve();
    await waitFor(() => expect(said()).toHaveTextContent('Acknowledged by Dana Morgan, 2 min ago “Saved”'));
  });

  test('goes back to unacknowledged when the server refuses', async () => {
    const user = await open(alertAt(1));
    const reply = Promise.withResolvers<void>();
    refuse(AcknowledgeAlert, { message: 'This alert has already ended', code: 'CONFLICT' }, reply.promise);
    await begin(user);
    await user.keyboard('On my way{Enter}');
    await waitFor(() => expect(said()).toBeInTheDocument());
    reply.resolve();
    expect(await screen.findByText('Acknowledging failed')).toBeInTheDocument();
    expect(row().queryByText(/^Acknowledged by/)).not.toBeInTheDocument();
    expect(note()).toHaveValue('On my way');
  });

  test('can end while someone is writing a note, and the note is kept', async () => {
    const user = await open(alertAt(1));
    await begin(user);
    await user.type(note(), 'On my way');
    await happens(resolved(alertAt(1)));
    await waitFor(() => expect(screen.queryByText('AP 1')).not.toBeInTheDocument());
    expect(note()).toHaveValue('On my way');
  });
});

describe('an acknowledged alert', () => {
  test('shows who acknowledged it, when and with what note', async () => {
    await open(seenTo());
    expect(said()).toHaveTextContent(/^Acknowledged by Dana Morgan, 2 min ago “Ladder is on its way”$/);
    expect(row().getByText('Error')).toBeInTheDocument();
  });

  test('shows a note as plain text', async () => {
    await open(seenTo({ acknowledgeNote: '<b>שלום</b> 🔌' }));
    expect(row().getByText(/“<b>שלום<\/b> 🔌”/)).toBeInTheDocument();
  });

  test('cannot be undone by a viewer when a colleague acknowledged it', async () => {
    const vera = { ...alice, id: 'vera', teamRole: 'viewer' as const };
    await open(seenTo(), vera);
    expect(said()).toBeVisible();
    await waitFor(() => expect(row().queryByRole('button', { name: /^Undo/ })).toBeNull());
  });

  test('can be undone, and focus stays in place', async () => {
    const user = await open(seenTo());
    answer(UnacknowledgeAlert, { unacknowledgeAlert: alertAt(1) });
    button('Undo acknowledgement of AP 1').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Acknowledge AP 1')).toHaveFocus());
    expect(row().queryByText(/Acknowledged by/)).not.toBeInTheDocument();
    expect(asks(UnacknowledgeAlert).map(({ variables }) => variables)).toEqual([{ id: 'alert-1' }]);
  });

  test('shows as unacknowledged before the server responds, and goes back when it refuses', async () => {
    const user = await open(seenTo());
    const reply = Promise.withResolvers<void>();
    refuse(UnacknowledgeAlert, { message: 'This alert has already ended', code: 'CONFLICT' }, reply.promise);
    await user.click(button('Undo acknowledgement of AP 1'));
    expect(await screen.findByRole('button', { name: 'Acknowledge AP 1' })).toBeInTheDocument();
    expect(row().queryByText(/^Acknowledged by/)).not.toBeInTheDocument();
    reply.resolve();
    expect(await screen.findByText('Undo failed')).toBeInTheDocument();
    expect(said()).toHaveTextContent('Acknowledged by Dana Morgan');
  });

  test('says why the undo failed, and stays acknowledged', async () => {
    const user = await open(seenTo());
    refuse(UnacknowledgeAlert, { message: 'This alert has already ended', code: 'CONFLICT' });
    await user.click(button('Undo acknowledgement of AP 1'));
    expect(await screen.findByText('Undo failed')).toBeInTheDocument();
    expect(screen.getByText('This alert has already ended')).toBeInTheDocument();
    expect(said()).toBeInTheDocument();
  });
});

describe('what colleagues do', () => {
  test('appears automatically: acknowledged, with a changed note, and undone', async () => {
    await open(alertAt(1));
    await happens(altered(seenTo(), '11'));
    expect(said()).toBeInTheDocument();
    await happens(altered(seenTo({ acknowledgeNote: 'Cable is cut' }), '12'));
    expect(row().getByText('“Cable is cut”')).toBeInTheDocument();
    await happens(altered(alertAt(1), '13'));
    expect(row().queryByText(/Acknowledged by/)).not.toBeInTheDocument();
    expect(button('Acknowledge AP 1')).toBeInTheDocument();
  });
});

describe('an event about another alert', () => {
  test('does not undo an acknowledgement that the list already shows', async () => {
    const user = await open(alertAt(1));
    // The subscription has begun before the alert is acknowledged.
    await happens(altered(alertAt(2), '11'));
    answer(AcknowledgeAlert, { acknowledgeAlert: seenTo() });
    await begin(user);
    await user.click(submit());
    await waitFor(() => expect(said()).toBeInTheDocument());

    await happens(altered(alertAt(2, { unknownSince: '2026-11-20T14:20:00.000Z' }), '12'));
    expect(await screen.findByText(/^unknown since /)).toBeInTheDocument();
    expect(said()).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Acknowledge AP 1' })).not.toBeInTheDocument();
  });
});
