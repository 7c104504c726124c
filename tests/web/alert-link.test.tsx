import { screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test } from 'vitest';
import {
  AcknowledgeByLink,
  AlertByLink,
  AlertLinkPage,
  SnoozeByLink,
} from '#web/features/notifications/link/AlertLinkPage.tsx';
import {
  SubscribeByLink,
  UnsubscribeByLink,
  UnsubscribeLink,
  UnsubscribePage,
} from '#web/features/notifications/link/UnsubscribePage.tsx';
import type { AlertByLinkFieldsFragment } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

const alert: AlertByLinkFieldsFragment = {
  severity: 'critical',
  message: 'AP Lobby (Head Office) has been offline since 14:02 UTC',
  ruleName: 'Anything down',
  deviceName: 'AP Lobby',
  controllerName: 'Head Office',
  siteName: 'Office',
  since: '2026-11-20T14:02:00Z',
  resolvedAt: null,
  flappingSince: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  snoozedBy: null,
  actingAs: 'someone with the link in Slack',
  openUrl: 'https://alerts.example.com/alerts/7',
};
const acknowledged = { ...alert, acknowledgedAt: '2026-11-20T14:05:00Z', acknowledgedBy: 'Bob Tester' };

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address bar">{pathname + search}</output>;
}

const open = (asked: 'acknowledge' | 'snooze' = 'acknowledge', shown = alert) => {
  answer(AlertByLink, { alertByLink: shown });
  return render(
    <>
      <AlertLinkPage />
      <Address />
    </>,
    { path: `/alert-link?token=secret-of-the-message&do=${asked}` },
  );
};
const button = (name: string) => screen.findByRole('button', { name });

describe('A link in a message', () => {
  test('shows the alert and does nothing by itself', async () => {
    open();
    expect(await screen.findByRole('heading', { name: alert.message })).toBeInTheDocument();
    for (const words of ['AP Lobby', 'Head Office', 'Anything down', 'Critical'])
      expect(screen.getByText(words)).toBeInTheDocument();
    expect(
      screen.getByText('Colleagues will see that it was someone with the link in Slack.'),
    ).toBeInTheDocument();
    expect([...asks(AcknowledgeByLink), ...asks(SnoozeByLink)]).toEqual([]);
  });

  test('removes the token from the address bar, keeps the requested action, and sends no referrer', async () => {
    open('snooze');
    await button('Snooze');
    expect(screen.getByLabelText('address bar')).toHaveTextContent(/^\/alert-link\?do=snooze$/);
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  });

  test('acknowledges with a note on click, and says how to undo it', async () => {
    const { user } = open();
    answer(AcknowledgeByLink, { acknowledgeByLink: { changed: true, alert: acknowledged } });
    await user.type(await screen.findByLabelText(/Note/), 'On my way');
    await user.click(await button('Acknowledge'));
    expect(await screen.findByText(/To undo this, open the alert in Netlantern/)).toBeInTheDocument();
    expect(asks(AcknowledgeByLink)[0]?.variables).toEqual({
      token: 'secret-of-the-message',
      note: 'On my way',
    });
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open in Netlantern' })).toHaveAttribute('href', '/alerts/7');
  });

  test('says who acknowledged first', async () => {
    const { user } = open();
    answer(AcknowledgeByLink, { acknowledgeByLink: { changed: false, alert: acknowledged } });
    await user.click(await button('Acknowledge'));
    expect(await screen.findByText('Acknowledged by Bob Tester')).toBeInTheDocument();
  });

  test('snoozes for the selected time, also after changing it', async () => {
    const { user } = open();
    await user.click(await button('Snooze instead'));
    const snoozedUntil = '2026-11-20T22:02:00Z';
    answer(SnoozeByLink, { snoozeByLink: { changed: true, alert: { ...alert, snoozedUntil } } });
    await user.selectOptions(screen.getByLabelText('Snooze for'), '8 hours');
    await user.click(await button('Snooze'));
    expect(await screen.findByText(/^Snoozed until/)).toBeInTheDocument();
    expect(asks(SnoozeByLink)[0]?.variables).toEqual({ token: 'secret-of-the-message', minutes: 480 });
  });

  test('offers nothing for an alert that has ended', async () => {
    open('acknowledge', { ...alert, resolvedAt: '2026-11-20T14:30:00Z' });
    expect((await screen.findAllByText('Ended')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /Acknowledge|Snooze/ })).not.toBeInTheDocument();
  });

  test('only offers to snooze an alert that is already acknowledged', async () => {
    open('acknowledge', acknowledged);
    expect(await button('Snooze')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Acknowledge/ })).not.toBeInTheDocument();
  });

  test('that is no longer valid leads to the alerts', async () => {
    refuse(AlertByLink, { message: 'This link is no longer valid.', code: 'NOT_FOUND' });
    render(<AlertLinkPage />, { path: '/alert-link?token=old' });
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid.' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open Netlantern' })).toHaveAttribute('href', '/alerts');
  });

  test('keeps the note when the server does not respond', async () => {
    const { user } = open();
    answer(AcknowledgeByLink, () => {
      throw new TypeError('Failed to fetch');
    });
    await user.type(await screen.findByLabelText(/Note/), 'On my way');
    await user.click(await button('Acknowledge'));
    const words = 'Open the link again to see whether it worked.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText(/Note/)).toHaveValue('On my way');
  });
});

describe('A link to unsubscribe', () => {
  const whose = { address: 'noc@customer.test', teamName: 'Archer Networks', unsubscribed: false };

  test('asks first, then says what it did', async () => {
    answer(UnsubscribeLink, { unsubscribeLink: whose });
    answer(UnsubscribeByLink, { unsubscribeByLink: { ...whose, unsubscribed: true } });
    const { user } = render(<UnsubscribePage />, { path: '/unsubscribe?token=abc' });
    const click = await button('Unsubscribe');
    expect(screen.getByText('noc@customer.test')).toBeInTheDocument();
    expect(asks(UnsubscribeByLink)).toEqual([]);
    await user.click(click);
    expect(await screen.findByRole('heading', { name: 'Unsubscribed' })).toBeInTheDocument();
    expect(asks(UnsubscribeByLink)[0]?.variables).toEqual({ token: 'abc' });
    expect(document.activeElement).toHaveTextContent(/^noc@customer.test no longer gets alert emails/);
  });

  test('that was used before says so, and offers to resubscribe', async () => {
    answer(UnsubscribeLink, { unsubscribeLink: { ...whose, unsubscribed: true } });
    refuse(SubscribeByLink, { message: 'Too many changes. Try again tomorrow.' });
    const { user } = render(<UnsubscribePage />, { path: '/unsubscribe?token=abc' });
    expect(await screen.findByRole('heading', { name: 'Unsubscribed' })).toBeInTheDocument();
    await user.click(await button('Subscribe again'));
    expect(await screen.findByText('Too many changes. Try again tomorrow.')).toBeInTheDocument();
    answer(SubscribeByLink, { subscribeByLink: whose });
    await user.click(await button('Subscribe again'));
    expect(await screen.findByRole('heading', { name: 'Subscribed again' })).toBeInTheDocument();
    expect(asks(SubscribeByLink).at(-1)?.variables).toEqual({ token: 'abc' });
    expect(document.activeElement).toHaveTextContent(/^noc@customer.test gets alert emails/);
  });

  test('that is not valid says whom to contact', async () => {
    refuse(UnsubscribeLink, { message: 'No', code: 'NOT_FOUND' });
    render(<UnsubscribePage />, { path: '/unsubscribe?token=abc' });
    expect(await screen.findByText('Ask the team’s owner to remove your address.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
  });
});
