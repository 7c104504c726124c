import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AdminStats } from '#web/features/analytics/PlatformFigures.tsx';
import { OperatorAttention } from '#web/features/attention/operator-attention.ts';
import { SetPurchasingEnabledDocument, StripeConfigDocument, UsersDocument } from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { config, stats } from './samples.ts';

function dashboard() {
  answer(OperatorAttention, { operatorAttention: nothingWaits });
  answer(AdminStats, { adminStats: stats });
  answer(UsersDocument, { users: [], userCount: 0 });
  return renderApp({ path: '/admin', signedInAs: ada });
}
const nothingWaits = {
  unansweredMessages: 0,
  oldestMessageAt: null,
  failedPayments: 0,
  oldestFailedPaymentAt: null,
  waitlistUnemailed: 0,
  latePolls: 0,
  oldestLatePollAt: null,
};
const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling;
const purchasing = () => screen.findByRole('switch', { name: 'User purchasing' });

describe('The admin dashboard', () => {
  test('shows users, subscribers and revenue per currency', async () => {
    config();
    dashboard();
    expect(await screen.findByText('1,204')).toBeInTheDocument();
    expect(await figure('Total Users')).toHaveTextContent('1,204');
    expect(await figure('Active Subscriptions')).toHaveTextContent('87');
    expect(await figure('Monthly Revenue (USD)')).toHaveTextContent('$2,609.13');
    expect(await figure('Monthly Revenue (GBP)')).toHaveTextContent('£99.00');
  });

  test('shows 30-day growth, or nothing without a baseline', async () => {
    config();
    dashboard();
    expect(await screen.findByText('+12.5% in 30 days')).toBeInTheDocument();
    expect(await figure('Active Subscriptions')).toHaveTextContent('−3% in 30 days');
    expect(await figure('Monthly Revenue (USD)')).not.toHaveTextContent('%');
    expect(await figure('Monthly Revenue (GBP)')).toHaveTextContent('+50% in 30 days');
    expect(screen.getByRole('main')).toHaveTextContent('Analytics');
  });

  test('reports what failed to load, and keeps the rest', async () => {
    config();
    refuse(AdminStats, { message: 'Not now', code: 'UNAVAILABLE' });
    answer(UsersDocument, { users: [], userCount: 0 });
    renderApp({ path: '/admin', signedInAs: ada });
    expect(await screen.findByText('We couldn’t load the figures')).toBeInTheDocument();
    expect(await purchasing()).toBeChecked();
  });

  test('switches purchasing off, and on again', async () => {
    config();
    const { user } = dashboard();
    answer(SetPurchasingEnabledDocument, ({ enabled }) => ({
      setPurchasingEnabled: { stripePublishableKey: 'pk_test_public', purchasingEnabled: enabled },
    }));
    await user.click(await purchasing());
    expect(await screen.findByText('Settings updated')).toBeInTheDocument();
    await waitFor(async () => expect(await purchasing()).not.toBeChecked());
    expect(await purchasing()).toHaveAccessibleDescription('Off. Customers can only join the waitlist.');
    await user.click(await purchasing());
    await waitFor(async () => expect(await purchasing()).toBeChecked());
    expect(asks(SetPurchasingEnabledDocument).map(({ variables }) => variables)).toEqual([
      { enabled: false },
      { enabled: true },
    ]);
  });

  test('restores the switch when the change fails', async () => {
    config();
    const { user } = dashboard();
    refuse(SetPurchasingEnabledDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    await user.click(await purchasing());
    expect(await screen.findByText('We couldn’t switch purchasing. Try again.')).toBeInTheDocument();
    await waitFor(async () => expect(await purchasing()).toBeChecked());
  });

  test('says that customers can’t pay without keys, with a link to enter them', async () => {
    config({ stripePublishableKey: null });
    dashboard();
    expect(await screen.findByRole('link', { name: 'the Stripe keys' })).toHaveAttribute(
      'href',
      '/admin/billing',
    );
  });

  test('offers a retry when the switch can’t be loaded', async () => {
    refuse(StripeConfigDocument, { message: 'Not now', code: 'UNAVAILABLE' });
    const { user } = dashboard();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    config({ purchasingEnabled: false });
    await user.click(retry);
    expect(await purchasing()).not.toBeChecked();
  });
});
