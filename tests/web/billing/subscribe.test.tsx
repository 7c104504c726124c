import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  CreateSubscriptionDocument,
  RefreshSubscriptionDocument,
  SubscriptionOfferDocument,
  TeamOwnerDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { active, ended, free, inDays, open, plan, start, trial } from './samples.ts';
import { installStripe, stripeJs } from './stripe-js.ts';

const path = '/subscribe?package=professional';
const subscribe = () => renderApp({ path, signedInAs: alice });
const goOn = () => screen.findByRole('button', { name: 'Continue to payment' });
const pay = async () => {
  const button = await screen.findByRole('button', { name: /and subscribe$/ });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};

beforeEach(() => {
  installStripe();
  open(ended);
  answer(CreateSubscriptionDocument, { createSubscription: start });
  answer(RefreshSubscriptionDocument, { refreshSubscription: ended });
});

describe('Subscribing', () => {
  test('creates nothing in Stripe before checkout starts, and shows what is charged and when', async () => {
    subscribe();
    expect(await screen.findByRole('heading', { name: 'Complete Your Subscription' })).toBeInTheDocument();
    await goOn();
    expect(screen.getByText('$29.99')).toBeInTheDocument();
    expect(screen.getAllByText(/charged for the first month today/).length).toBeGreaterThan(0);
    expect(screen.getByText('Up to 5 controllers and 100 devices')).toBeInTheDocument();
    expect(asks(CreateSubscriptionDocument)).toEqual([]);
  });

  test('opens the dashboard only after the server confirms the payment', async () => {
    const { user, where } = subscribe();
    await user.click(await goOn());
    await user.click(await pay());
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    expect(stripeJs.confirmPayment).toHaveBeenCalledWith(
      expect.objectContaining({
        redirect: 'if_required',
        confirmParams: { return_url: `${window.location.origin}/dashboard?returned=subscribe` },
      }),
    );
    expect(where()).toBe('/subscribe');
    plan(active);
    expect(await screen.findByText('You are subscribed!')).toBeInTheDocument();
    expect(screen.getByText('Payment Successful')).toBeInTheDocument();
    expect(where()).toBe('/dashboard');
  });

  test('shows Stripe’s reason for a declined card, and accepts another card', async () => {
    const { user } = subscribe();
    stripeJs.confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
    });
    await user.click(await goOn());
    await user.click(await pay());
    expect((await screen.findAllByText('Payment Failed')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('Your card was declined.').length).toBeGreaterThan(0);
    await user.click(await pay());
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    expect(asks(CreateSubscriptionDocument)).toHaveLength(1);
  });

  test('makes no claim about the charge when Stripe’s response is lost', async () => {
    const { user } = subscribe();
    stripeJs.confirmPayment.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await user.click(await goOn());
    await user.click(await pay());
    expect((await screen.findAllByText('Stripe didn’t respond')).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/don’t know whether your card was accepted/).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Nothing was charged|Payment Failed/)).not.toBeInTheDocument();
  });

  test('saves a card without charging it during a trial, and waits for the server', async () => {
    const firstPaymentAt = inDays(11);
    plan(trial);
    answer(SubscriptionOfferDocument, {
      subscriptionOffer: {
        prices: [{ currency: 'USD', amount: 2999 }],
        fixedCurrency: null,
        firstPaymentAt,
        savedCard: null,
      },
    });
    answer(CreateSubscriptionDocument, {
      createSubscription: { ...start, confirm: 'setup', status: 'trialing', firstPaymentAt },
    });
    const { user, where } = subscribe();
    expect((await screen.findAllByText(/^You won’t be charged before /)).length).toBeGreaterThan(0);
    await user.click(await goOn());
    plan({ ...active, state: 'trialing', paymentMethod: null });
    await user.click(await screen.findByRole('button', { name: 'Save card and subscribe' }));
    await waitFor(() => expect(stripeJs.confirmSetup).toHaveBeenCalled());
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    plan({ ...active, state: 'trialing' });
    await waitFor(() => expect(where()).toBe('/dashboard'));
  });

  test('uses a new idempotency key after a failed attempt', async () => {
    refuse(CreateSubscriptionDocument, { message: 'Stripe could not be reached.', code: 'UNAVAILABLE' });
    const { user } = subscribe();
    await user.click(await goOn());
    expect(await screen.findByText('Failed to create subscription')).toBeInTheDocument();
    expect(screen.getByText('Stripe could not be reached.')).toBeInTheDocument();
    await user.click(await goOn());
    await waitFor(() => expect(asks(CreateSubscriptionDocument)).toHaveLength(2));
    const [first, second] = asks(CreateSubscriptionDocument).map(({ variables }) => variables['attempt']);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(second).not.toBe(first);
  });

  test('offers the available currencies, and charges in the chosen one', async () => {
    answer(SubscriptionOfferDocument, {
      subscriptionOffer: {
        prices: [
          { currency: 'USD', amount: 2999 },
          { currency: 'GBP', amount: 2400 },
        ],
        fixedCurrency: null,
        firstPaymentAt: null,
        savedCard: null,
      },
    });
    const { user } = subscribe();
    await user.click(await screen.findByRole('radio', { name: /Pounds/ }));
    await user.click(await goOn());
    await waitFor(() =>
      expect(asks(CreateSubscriptionDocument)[0]?.variables).toMatchObject({ currency: 'GBP' }),
    );
  });

  test('asks the bank to confirm a saved card, and offers another card when that fails', async () => {
    stripeJs.status = 'requires_action';
    stripeJs.handleNextAction.mockResolvedValueOnce({
      error: { type: 'invalid_request_error', message: 'We are unable to authenticate your payment method.' },
    });
    const { user } = subscribe();
    await user.click(await goOn());
    await user.click(await screen.findByRole('button', { name: 'Confirm with your bank' }));
    expect((await screen.findAllByText(/unable to authenticate/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Use another card' }));
    await user.click(await pay());
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
  });
});

describe('Subscribing is not offered', () => {
  test('without a package', async () => {
    renderApp({ path: '/subscribe', signedInAs: alice });
    expect(await screen.findByText('No package selected')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See packages' })).toHaveAttribute('href', '/packages');
  });

  test('to a visitor, who is led to sign in, and from there back to the package', async () => {
    renderApp({ path });
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/auth?package=professional',
    );
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/auth?tab=register&package=professional',
    );
    expect(screen.getByText('Professional Plan')).toBeInTheDocument();
  });

  test.each([
    ['Purchasing is currently unavailable', { sells: false }],
    ['Payments aren’t set up yet', { key: '' }],
  ])('while it is so: %s', async (title, how) => {
    open({ ...trial, canPurchase: false }, how);
    subscribe();
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
      'href',
      '/waitlist?packageId=professional&packageName=Professional%20Plan',
    );
    expect(screen.getByText(/Monitoring continues until/)).toBeInTheDocument();
  });

  test('to members who aren’t the owner, who see whom to ask', async () => {
    answer(TeamOwnerDocument, {
      teamMembers: [{ id: 'm1', role: 'owner', name: 'Olga Owner', email: 'olga@example.test' }],
    });
    renderApp({ path, signedInAs: { ...alice, teamRole: 'member' } });
    expect(
      await screen.findByText('Only the team owner can subscribe: Olga Owner (olga@example.test).'),
    ).toBeInTheDocument();
  });

  test('when there is already a subscription, which is changed instead', async () => {
    plan({ ...active, package: { ...free, id: 'other', name: 'Other Plan' } });
    subscribe();
    const change = await screen.findByRole('link', { name: 'Change to Professional Plan' });
    expect(change).toHaveAttribute('href', '/billing?change=professional');
  });
});

test('A free package starts without a card', async () => {
  answer(CreateSubscriptionDocument, {
    createSubscription: { ...start, confirm: 'none', clientSecret: null, status: 'active' },
  });
  const { user, where } = renderApp({ path: '/subscribe?package=free', signedInAs: alice });
  await user.click(await screen.findByRole('button', { name: 'Start Starter' }));
  plan({ ...trial, state: 'free', package: free, trialEndsAt: null, activeUntil: null });
  await waitFor(() => expect(where()).toBe('/dashboard'));
  expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
});
