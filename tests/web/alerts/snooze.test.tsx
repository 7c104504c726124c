import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { localInput, minutesUntil, snoozeChoices } from '#web/features/alerts/snooze.ts';
import type { ShownAlert } from '#web/features/alerts/alert-changes.ts';
import { SnoozeAlerts, UnacknowledgeAlerts, UnsnoozeAlerts } from '#web/features/alerts/useAlertActions.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, answerOpen, headOffice } from './samples.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const asleep = (more: Partial<ShownAlert> = {}) =>
  alertAt(1, { snoozedUntil: inAnHour(), snoozedBy: 'Dana Morgan', snoozedById: 'dana', ...more });

beforeEach(() => answerControllers(headOffice));

async function open(first: ShownAlert, signedInAs = alice) {
  answerOpen(first);
  const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs });
  await screen.findByText('AP 1');
  return user;
}

type User = Awaited<ReturnType<typeof open>>;
const row = () => within(screen.getByText('AP 1').closest('[role=row]') as HTMLElement);
const handled = () => row().queryByText(/^Snoozed until .*[AP]M$/);
const choose = async (user: User, item: string) => {
  await user.click(screen.getByRole('button', { name: 'Actions for AP 1' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const changedTo = (alert: ShownAlert) => ({ changed: [{ id: alert.id, outcome: 'done' as const, alert }] });

describe('an alert', () => {
  test.each([
    ['30 minutes', 30],
    ['1 hour', 60],
    ['4 hours', 240],
  ])('can be snoozed for %s from its menu, which confirms it', async (name, minutes) => {
    const user = await open(alertAt(1));
    answer(SnoozeAlerts, changedTo(asleep()));
    await choose(user, name);
    await waitFor(() => expect(handled()?.closest('[role=gridcell]')).toHaveTextContent(/by Dana Morgan$/));
    expect(
      await screen.findByText(/^Snoozed AP 1 until (\w{3} \d+, )?\d\d?:\d\d\s[AP]M$/),
    ).toBeInTheDocument();
    expect(asks(SnoozeAlerts).map(({ variables }) => variables)).toEqual([{ ids: ['alert-1'], minutes }]);
  });

  test('shows as snoozed before the server responds, and goes back when it fails', async () => {
    const user = await open(alertAt(1));
    const reply = Promise.withResolvers<void>();
    refuse(SnoozeAlerts, { message: 'The database is away', code: 'UNAVAILABLE' }, reply.promise);
    await choose(user, '1 hour');
    await waitFor(() => expect(handled()).toBeInTheDocument());
    reply.resolve();
    expect(await screen.findByText('Snoozing failed')).toBeInTheDocument();
    expect(handled()).not.toBeInTheDocument();
  });

  test('keeps the result of a first action on the screen when a second one comes before it was answered', async () => {
    const user = await open(
      alertAt(1, { acknowledgedAt: inAnHour(), acknowledgedBy: 'Dana Morgan', acknowledgedById: 'dana' }),
    );
    const { promise: never } = Promise.withResolvers<void>();
    refuse(UnacknowledgeAlerts, { message: 'Not answered in this test' }, never);
    refuse(SnoozeAlerts, { message: 'Not answered in this test' }, never);
    const acknowledged = () => row().queryByText(/^Acknowledged by$/);
    await user.click(screen.getByRole('button', { name: 'Undo acknowledgement of AP 1' }));
    await waitFor(() => expect(acknowledged()).not.toBeInTheDocument());
    await choose(user, '1 hour');
    await waitFor(() => expect(handled()).toBeInTheDocument());
    expect(acknowledged()).not.toBeInTheDocument();
  });

  test('can be snoozed until a custom time', async () => {
    const user = await open(alertAt(1));
    answer(SnoozeAlerts, changedTo(asleep()));
    await choose(user, 'Custom time…');
    const dialog = within(await screen.findByRole('dialog'));
    const until = dialog.getByLabelText('Until');
    await user.clear(until);
    await user.type(until, localInput(new Date(Date.now() + 8 * 24 * 3_600_000)));
    await user.click(dialog.getByRole('button', { name: 'Snooze' }));
    expect(
      await dialog.findByText('Choose a time between 5 minutes and 7 days from now'),
    ).toBeInTheDocument();
    expect(asks(SnoozeAlerts)).toEqual([]);
    await user.clear(until);
    await user.type(until, localInput(new Date(Date.now() + 3 * 3_600_000)));
    await user.click(dialog.getByRole('button', { name: 'Snooze' }));
    await waitFor(() => expect(handled()).toBeInTheDocument());
    expect([179, 180]).toContain(asks(SnoozeAlerts)[0]?.variables['minutes']);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is snoozed with the keyboard', async () => {
    const user = await open(alertAt(1));
    answer(SnoozeAlerts, changedTo(asleep()));
    await user.keyboard('j');
    await waitFor(() => expect(screen.getByText('AP 1').closest('[role=row]')).toHaveFocus());
    await user.keyboard('s');
    await user.click(await screen.findByRole('menuitem', { name: '4 hours' }));
    await waitFor(() => expect(handled()).toBeInTheDocument());
    expect(screen.queryByRole('menuitem', { name: 'Copy link' })).not.toBeInTheDocument();
  });

  test('ends its snooze from the menu', async () => {
    const user = await open(asleep());
    expect(handled()).toBeInTheDocument();
    answer(UnsnoozeAlerts, changedTo(alertAt(1)));
    await choose(user, 'End snooze');
    await waitFor(() => expect(handled()).not.toBeInTheDocument());
  });

  test('that someone else snoozed cannot be unsnoozed by a viewer', async () => {
    const user = await open(asleep(), { ...alice, teamRole: 'viewer' });
    await user.click(screen.getByRole('button', { name: 'Actions for AP 1' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'End snooze' })).not.toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: '1 hour' })).not.toBeInTheDocument();
  });

  test('shows no snooze after it has expired', async () => {
    await open(asleep({ snoozedUntil: '2026-11-20T14:00:00.000Z' }));
    expect(handled()).not.toBeInTheDocument();
  });

  test('that is flapping shows since when and how often, and that it is OK for now', async () => {
    const moment = new Date().toISOString();
    const summary = 'Offline from 14:01 to 14:03 UTC';
    await open(alertAt(1, { flappingSince: moment, raises: 7, calmSince: moment, since: moment, summary }));
    expect(row().getByText(summary, { exact: false })).toBeInTheDocument();
    expect(row().getByText(/^again \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
    expect(row().getAllByText(/^(just now|\d s ago)$/)[0]).toBeInTheDocument();
    expect(row().getByText(/^flapping since \d\d?:\d\d\s[AP]M, 7 times$/)).toBeInTheDocument();
    expect(row().getByText(/^OK since \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
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
      phrase: expect.stringMatching(/^until tomorrow 8:00\sAM$/),
      minutes,
    });
  });

  test('rounds up to whole minutes, so that it never ends early', () => {
    expect(minutesUntil(new Date(60_001), new Date(0))).toBe(2);
  });
});
