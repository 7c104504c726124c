import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CreateSubscriptionDocument,
  RefreshSubscriptionDocument,
  SubscriptionOfferDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, renderApp } from '#tests/support/render.tsx';
import { active, ended, open, plan, start } from './samples.ts';
import { installStripe, stripeJs } from './stripe-js.ts';

const loading = vi.hoisted(() => ({ isBlocked: false }));
vi.mock('@stripe/stripe-js/pure', async (original) => {
  const { loadStripe } = await original<{ loadStripe: (key: string) => Promise<unknown> }>();
  return {
    loadStripe: (key: string) =>
      loading.isBlocked ? Promise.reject(new Error('Failed to load Stripe.js')) : loadStripe(key),
  };
});

const subscribe = () => renderApp({ path: '/subscribe?package=professional', signedInAs: alice });
const goOn = () => screen.findByRole('button', { name: 'Continue to payment' });

beforeEach(() => {
  installStripe();
  loading.isBlocked = false;
  open(ended);
  answer(CreateSubscriptionDocument, { createSubscription: start });
  answer(RefreshSubscriptionDocument, { refreshSubscription: ended });
});

test('If Stripe.js is blocked, the screen says that nothing was charged, and loads it on retry', async () => {
  loading.isBlocked = true;
  const { user } = subscribe();
  await user.click(await goOn());
  expect(await screen.findByText('Failed to initialize payment')).toBeInTheDocument();
  expect(screen.getByText(/couldn’t load the card form.*You haven’t been charged\./)).toBeInTheDocument();
  loading.isBlocked = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Pay $29.99 and subscribe' })).toBeInTheDocument();
  expect(asks(CreateSubscriptionDocument)).toHaveLength(1);
});

describe('With a saved card', () => {
  const savedCard = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 };
  const offer = { prices: [{ currency: 'USD' as const, amount: 2999 }], fixedCurrency: 'USD' as const };
  beforeEach(() =>
    answer(SubscriptionOfferDocument, { subscriptionOffer: { ...offer, firstPaymentAt: null, savedCard } }),
  );

  test('paying takes one click', async () => {
    answer(CreateSubscriptionDocument, {
      createSubscription: { ...start, confirm: 'none', clientSecret: null, status: 'active' },
    });
    const { user, where } = subscribe();
    await user.click(await screen.findByRole('button', { name: 'Pay $29.99 with Visa ending 4242' }));
    plan(active);
    await waitFor(() => expect(where()).toBe('/dashboard'));
    expect(asks(CreateSubscriptionDocument)[0]?.variables).toMatchObject({ savedCard: true });
    expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
  });

  test('another card can be used', async () => {
    const { user } = subscribe();
    await user.click(await screen.findByRole('button', { name: 'Use another card' }));
    expect(await screen.findByRole('button', { name: 'Pay $29.99 and subscribe' })).toBeInTheDocument();
    expect(asks(CreateSubscriptionDocument)[0]?.variables).toMatchObject({ savedCard: false });
  });
});

test('When activation takes long, the screen says not to pay again, and checks Stripe on request', async () => {
  answer(CreateSubscriptionDocument, {
    createSubscription: { ...start, confirm: 'none', clientSecret: null, status: 'active' },
  });
  const { user, where } = subscribe();
  const button = await goOn();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(button);
  expect(await screen.findByText('Activating…')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(46_000));
  expect(await screen.findByText('This is taking longer than usual')).toBeInTheDocument();
  expect(screen.getByText(/you don’t need to pay again/)).toBeInTheDocument();
  const before = asks(RefreshSubscriptionDocument).length;
  expect(before).toBeGreaterThan(0);
  answer(RefreshSubscriptionDocument, { refreshSubscription: active });
  plan(active);
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(where()).toBe('/dashboard'));
  expect(asks(RefreshSubscriptionDocument).length).toBeGreaterThan(before);
});
