import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import {
  OwnAlertEmailsDocument,
  PreferencesDocument,
  SavePreferencesDocument,
  SubscribeToAlertEmailsDocument,
} from '#web/gql/graphql.ts';
import { NotificationsCard } from '#web/features/account/NotificationsCard.tsx';
import { openSettings, preferences } from './samples.tsx';

const toggle = (name: string) => screen.findByRole('checkbox', { name });
const save = () => screen.findByRole('button', { name: 'Save Changes' });

describe('Notification preferences', () => {
  test('are the documented switches, and Discord', async () => {
    openSettings({ only: <NotificationsCard /> });
    for (const name of ['Email notifications', 'Alert notifications'])
      expect(await toggle(name)).toBeChecked();
    for (const name of ['Email', 'Slack', 'Microsoft Teams', 'Discord', 'Webhook'])
      expect(await toggle(name)).toBeChecked();
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
  });

  test('are saved as a whole, quiet hours included', async () => {
    const { user } = openSettings({ only: <NotificationsCard /> });
    const chosen = preferences({
      channels: ['email', 'teams', 'discord', 'webhook'],
      severities: ['warning', 'error', 'critical'],
      quietHours: true,
      quietFrom: '21:30',
    });
    answer(SavePreferencesDocument, { saveNotificationPreferences: chosen });
    await user.click(await toggle('Slack'));
    await user.click(await toggle('Info'));
    await user.click(await toggle('Quiet hours every day'));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:30' } });
    await user.click(await save());
    expect(await screen.findByText('Notification preferences saved')).toBeVisible();
    expect(asks(SavePreferencesDocument)[0]?.variables).toEqual({ input: chosen });
    await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument());
    expect(await toggle('Slack')).not.toBeChecked();
  });

  test('keep the selection when the server refuses them', async () => {
    refuse(SavePreferencesDocument, {
      message: 'no',
      fields: { quietUntil: 'Quiet hours must start and end at different times' },
    });
    const { user } = openSettings({ only: <NotificationsCard /> });
    await user.click(await toggle('Quiet hours every day'));
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '22:00' } });
    await user.click(await save());
    expect(await screen.findByText('Quiet hours must start and end at different times')).toBeVisible();
    expect(screen.getByLabelText('Until')).toHaveValue('22:00');
    expect(screen.getByLabelText('Until')).toHaveFocus();
  });

  test('offer every time zone, and keep one that this browser does not know', async () => {
    openSettings({ only: <NotificationsCard /> });
    answer(PreferencesDocument, {
      notificationPreferences: preferences({ timeZone: 'Antarctica/Base_of_Tests' }),
    });
    const zone = await screen.findByLabelText('Time zone');
    expect(zone).toHaveValue('Antarctica/Base_of_Tests');
    const region = within(zone).getByRole('group', { name: 'Europe' });
    expect(within(region).getByRole('option', { name: 'London' })).toHaveValue('Europe/London');
  });

  test('say that you have unsubscribed, and how to resubscribe', async () => {
    const { user } = openSettings({ only: <NotificationsCard /> });
    answer(OwnAlertEmailsDocument, { unsubscribedFromAlertEmails: true });
    refuse(SubscribeToAlertEmailsDocument, { message: 'Not now', code: 'CONFLICT' });
    const again = await screen.findByRole('button', { name: 'Resubscribe' });
    expect(screen.getByText('You’ve unsubscribed from this team’s alert emails')).toBeVisible();
    await user.click(again);
    expect(await screen.findByText('Not now')).toBeVisible();
    answer(SubscribeToAlertEmailsDocument, { subscribeToAlertEmails: true });
    answer(OwnAlertEmailsDocument, { unsubscribedFromAlertEmails: false });
    await user.click(again);
    expect(await screen.findByText('You’ve resubscribed to this team’s alert emails')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/You have unsubscribed/)).not.toBeInTheDocument());
  });
});
