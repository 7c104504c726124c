import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  JoinWaitlistDocument,
  LeaveWaitlistDocument,
  PriceListDocument,
  RejoinWaitlistDocument,
  WaitlistLinkDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

const sold = {
  id: 'other',
  name: 'Other',
  description: '',
  price: '9.00',
  currency: 'USD' as const,
  maxControllers: 1,
  maxDevices: 1,
  maxAlertsPerMonth: 1,
  dataRetentionDays: 1,
  features: [],
};
const packageId = '5f0c2b7e-0000-4000-8000-000000000001';
const path = `/waitlist?packageId=${packageId}&packageName=Professional%20Plan`;

const join = async (email: string) => {
  const { user } = renderApp({ path });
  const field = await screen.findByLabelText('Email');
  if (email) await user.type(field, email);
  await user.click(screen.getByRole('button', { name: 'Join waitlist' }));
  return user;
};

describe('The page to join the waitlist', () => {
  test.each([
    '/waitlist',
    `/waitlist?packageId=${packageId}`,
    '/waitlist?packageName=A',
    '/waitlist?packageId=&packageName=',
  ])('shows an invalid request without a package: %s', async (at) => {
    renderApp({ path: at });
    expect(await screen.findByRole('heading', { name: 'Invalid Request' })).toBeInTheDocument();
    expect(screen.getByText(/Package information not found/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View Packages' })).toHaveAttribute('href', '/packages');
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  test('shows the package’s name from the price list, whatever the address says', async () => {
    answer(PriceListDocument, { packages: [{ ...sold, id: packageId, name: 'Provider Plan' }] });
    renderApp({ path });
    expect(await screen.findByText('Provider Plan')).toBeInTheDocument();
    expect(screen.queryByText('Professional Plan')).toBeNull();
  });

  test('shows an invalid request for a package that is not on the price list', async () => {
    answer(PriceListDocument, { packages: [sold] });
    renderApp({ path });
    expect(await screen.findByRole('heading', { name: 'Invalid Request' })).toBeInTheDocument();
  });

  test('sends the address with the package, and confirms it', async () => {
    answer(JoinWaitlistDocument, { joinWaitlist: { message: '' } });
    await join('noc@customer.test');
    expect(await screen.findByText('Added to waitlist!')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'You’re on the waitlist' })).toBeInTheDocument();
    expect(screen.getByText('noc@customer.test')).toBeInTheDocument();
    expect(asks(JoinWaitlistDocument)[0]?.variables).toEqual({
      input: { email: 'noc@customer.test', packageId, packageName: 'Professional Plan' },
    });
  });

  test("starts with the signed-in person's address", async () => {
    renderApp({ path, signedInAs: alice });
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(alice.email));
  });

  test.each([
    ['', 'Email is required'],
    ['nobody', 'Please enter a valid email address'],
  ])('sends no request for %j', async (typed, words) => {
    await join(typed);
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(asks(JoinWaitlistDocument)).toEqual([]);
  });

  test.each([
    [
      { message: 'On it', code: 'CONFLICT' },
      'Already on waitlist',
      "This email is already registered for the waitlist. We'll notify you when registration opens!",
    ],
    [
      { message: 'No', code: 'BAD_USER_INPUT', fields: { email: 'No such address' } },
      'Invalid information',
      'Please check your email address and try again.',
    ],
    [
      {
        message: 'This package is no longer available',
        code: 'BAD_USER_INPUT',
        fields: { packageId: 'This package is no longer available' },
      },
      'Error',
      'This package is no longer available',
    ],
    [
      { message: 'Too many requests from your network. Try again later.', code: 'TOO_MANY' },
      'Error',
      'Too many requests from your network. Try again later.',
    ],
    [{ message: '', code: 'INTERNAL_SERVER_ERROR' }, 'Error', 'Failed to join waitlist'],
  ])('shows the documented error: %j', async (refusal, title, words) => {
    refuse(JoinWaitlistDocument, refusal);
    await join('noc@customer.test');
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('noc@customer.test');
  });
});

describe('The page to leave the waitlist', () => {
  const link = { email: 'noc@customer.test', packageName: 'Professional Plan', unsubscribed: false };
  const open = (token = 'a.b') => renderApp({ path: `/unsubscribe/waitlist?token=${token}` });

  test('asks first, leaves, and can be undone', async () => {
    answer(WaitlistLinkDocument, { waitlistLink: link });
    answer(LeaveWaitlistDocument, { leaveWaitlist: { ...link, unsubscribed: true } });
    answer(RejoinWaitlistDocument, { rejoinWaitlist: link });
    const { user } = open();
    await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(screen.getByRole('heading', { name: 'Stop waitlist emails?' })).toBeInTheDocument();
    expect(asks(LeaveWaitlistDocument)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    expect(
      await screen.findByText('We won’t email noc@customer.test about the waitlist again.'),
    ).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
    expect(await screen.findByRole('heading', { name: 'Subscribed again' })).toBeInTheDocument();
    expect(asks(RejoinWaitlistDocument)[0]?.variables).toEqual({ token: 'a.b' });
  });

  test('says what went wrong, and can be tried again', async () => {
    answer(WaitlistLinkDocument, { waitlistLink: link });
    refuse(LeaveWaitlistDocument, { message: '', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Open the link again to see whether it worked.',
    );
  });

  test('says that a link is not valid', async () => {
    refuse(WaitlistLinkDocument, { message: 'No', code: 'NOT_FOUND' });
    open();
    expect(await screen.findByRole('heading', { name: 'This link isn’t valid' })).toBeInTheDocument();
  });
});
