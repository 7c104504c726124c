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
  test('begins nothing at Stripe before it is asked for, and says what is charged when', async () => {
    subscribe();
    expect(await screen.findByRole('heading', { name: 'Complete Your Subscription' })).toBeInTheDocument();
    await goOn();
    expect(screen.getByText('$29.99')).toBeInTheDocument();
    expect(screen.getAllByText(/The first month is charged today/).length).toBeGreaterThan(0);
    expect(screen.getByText('Up to 5 controllers and 100 devices')).toBeInTheDocument();
    expect(asks(CreateSubscriptionDocument)).toEqual([]);
  });

  test('leads with a good card to the dashboard once the server says so, not before', async () => {
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

  test('says of a declined card what Stripe says, and takes another one', async () => {
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

  test('claims nothing about the charge where Stripe’s answer is lost', async () => {
    const { user } = subscribe();
    stripeJs.confirmPayment.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await user.click(await goOn());
    await user.click(await pay());
    expect((await screen.findAllByText('Stripe didn’t answer')).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/don’t know whether it took your card/).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Nothing was charged|Payment Failed/)).not.toBeInTheDocument();
  });

  test('during a trial keeps a card without charging it, and waits until the server knows the card', async () => {
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
    expect((await screen.findAllByText(/^Nothing is charged before /)).length).toBeGreaterThan(0);
    await user.click(await goOn());
    plan({ ...active, state: 'trialing', paymentMethod: null });
    await user.click(await screen.findByRole('button', { name: 'Save card and subscribe' }));
    await waitFor(() => expect(stripeJs.confirmSetup).toHaveBeenCalled());
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    plan({ ...active, state: 'trialing' });
    await waitFor(() => expect(where()).toBe('/dashboard'));
  });

  test('has another name for another try after a refusal', async () => {
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

  test('offers the currencies there are, and pays in the chosen one', async () => {
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

  test('of a saved card whose bank asks shows the bank, and another card when that fails', async () => {
    stripeJs.status = 'requires_action';
    stripeJs.handleNextAction.mockResolvedValueOnce({
      error: { type: 'invalid_request_error', message: 'We are unable to authenticate your payment method.' },
    });
    const { user } = subscribe();
    await user.click(await goOn());
    await user.click(await screen.findByRole('button', { name: 'Confirm with the bank' }));
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
    ['Purchasing is switched off at the moment', { sells: false }],
    ['Payments are not set up yet', { key: '' }],
  ])('while it is so: %s', async (title, how) => {
    open({ ...trial, canPurchase: false }, how);
    subscribe();
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
      'href',
      '/waitlist?packageId=professional&packageName=Professional%20Plan',
    );
    expect(screen.getByText(/Your networks are watched until/)).toBeInTheDocument();
  });

  test('to who is not the owner, who learns whom to ask', async () => {
    answer(TeamOwnerDocument, {
      teamMembers: [{ id: 'm1', role: 'owner', name: 'Olga Owner', email: 'olga@example.test' }],
    });
    renderApp({ path, signedInAs: { ...alice, teamRole: 'member' } });
    expect(
      await screen.findByText('Only the owner of the team can subscribe: Olga Owner (olga@example.test).'),
    ).toBeInTheDocument();
  });

  test('where there is a subscription: it is changed', async () => {
    plan({ ...active, package: { ...free, id: 'other', name: 'Other Plan' } });
    subscribe();
    const change = await screen.findByRole('link', { name: 'Change to Professional Plan' });
    expect(change).toHaveAttribute('href', '/billing?change=professional');
  });
});

test('A free package begins without a card', async () => {
  answer(CreateSubscriptionDocument, {
    createSubscription: { ...start, confirm: 'none', clientSecret: null, status: 'active' },
  });
  const { user, where } = renderApp({ path: '/subscribe?package=free', signedInAs: alice });
  await user.click(await screen.findByRole('button', { name: 'Start Starter' }));
  plan({ ...trial, state: 'free', package: free, trialEndsAt: null, activeUntil: null });
  await waitFor(() => expect(where()).toBe('/dashboard'));
  expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
});
