import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CancelSubscriptionDocument,
  ChangePackageDocument,
  PayOpenInvoiceDocument,
  PreviewPackageChangeDocument,
  RefreshSubscriptionDocument,
  ResumeSubscriptionDocument,
  SetUpPaymentMethodDocument,
  TeamOwnerDocument,
} from '#web/gql/graphql.ts';
import { alice, answer, asks, renderApp } from '#tests/support/render.tsx';
import { active, invoice, open, pastDue, plan, provider, start, trial } from './samples.ts';
import { installStripe, stripeJs } from './stripe-js.ts';
import { here } from '#web/lib/time-zones.ts';

const billing = (path = '/billing') => renderApp({ path, signedInAs: alice });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  installStripe();
  answer(RefreshSubscriptionDocument, { refreshSubscription: active });
});

describe('The Billing page', () => {
  test('shows the plan, usage, payment method and invoices', async () => {
    open(active);
    billing();
    const now = await part('Current Plan');
    expect(now.getByText('Professional Plan')).toBeInTheDocument();
    expect(now.getByText('$29.99')).toBeInTheDocument();
    expect(now.getByText('Up to 5 controllers and 100 devices.')).toBeInTheDocument();
    const usage = await part('Usage');
    expect(usage.getByRole('meter', { name: 'Controllers' })).toHaveAttribute('aria-valuetext', '1 of 5');
    expect(usage.getByRole('meter', { name: 'Devices' })).toHaveAttribute('aria-valuetext', '15 of 100');
    expect(usage.getByText('Data Transfer').nextSibling).toHaveTextContent(
      '2.1GBThrough your gateways this month',
    );
    expect((await part('Payment Method')).getByText(/Visa/)).toHaveTextContent('ending 4242');
    const row = (await screen.findByText('A1B2-0001')).closest('[role=row]');
    expect(row).toHaveTextContent(/Nov 1\s–\sDec 1, 2026/);
    expect(row).toHaveTextContent('$29.99');
    expect(row).toHaveTextContent('Paid');
  });

  test('marks usage that is near its limit, over it, or not measured yet', async () => {
    open({
      ...active,
      usage: {
        ...active.usage,
        controllers: 5,
        devices: 130,
        devicesBeyond: 30,
        alertsThisMonth: 1000,
        transferredBytes: null,
      },
    });
    billing();
    const usage = await part('Usage');
    expect(usage.getByText('None left')).toBeInTheDocument();
    expect(usage.getByText('30 over your limit, not monitored')).toBeInTheDocument();
    expect(usage.getByText('Only critical alerts are sent until next month')).toBeInTheDocument();
    expect(usage.getByText('No data yet')).toBeInTheDocument();
  });

  test('shows when the trial ends, with a link to subscribe', async () => {
    open(trial, { invoices: [] });
    billing();
    expect(await screen.findByText(/^12 days left in your trial/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Subscribe to Professional Plan' })).toHaveAttribute(
      'href',
      '/subscribe?package=professional',
    );
    expect(await screen.findByText(/^No invoices yet\. Your trial is free until/)).toBeInTheDocument();
  });

  test('downloads one invoice or all of them with the session token', async () => {
    open(active);
    const { user } = billing();
    const get = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('%PDF'));
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    await user.click(await screen.findByRole('button', { name: 'PDF of A1B2-0001' }));
    const signed = expect.objectContaining({
      headers: { authorization: 'Bearer token-of-alice', 'time-zone': here },
    });
    await waitFor(() => expect(get).toHaveBeenCalledWith(`/api/invoices/${invoice.id}/pdf`, signed));
    await user.click(screen.getByRole('button', { name: 'Download All' }));
    await waitFor(() => expect(get).toHaveBeenCalledWith('/api/invoices/download', signed));
    get.mockImplementation(async () => Response.json({ message: 'Stripe is away.' }, { status: 502 }));
    await user.click(screen.getByRole('button', { name: 'Download All' }));
    expect(await screen.findByText('Stripe is away.')).toBeInTheDocument();
    get.mockRestore();
  });

  test('distinguishes credits from payments, and shows the part paid from credit', async () => {
    open(active, {
      invoices: [
        { ...invoice, amountPaid: 1936 },
        { ...invoice, id: 'in2', number: 'A1B2-0002', amount: -4062, amountPaid: 0 },
      ],
    });
    billing();
    const row = async (number: string) => (await screen.findByText(number)).closest('[role=row]');
    expect(await row('A1B2-0001')).toHaveTextContent('$29.99$10.63 from creditPaid');
    expect(await row('A1B2-0002')).toHaveTextContent('-$40.62Credit');
  });

  test('tells members who can change billing', async () => {
    open(active);
    answer(TeamOwnerDocument, {
      teamMembers: [{ id: 'm1', role: 'owner', name: 'Olga Owner', email: 'olga@example.test' }],
    });
    renderApp({ path: '/billing', signedInAs: { ...alice, teamRole: 'viewer' } });
    expect(await screen.findByText(/Only the team owner can change .*Olga Owner/)).toBeInTheDocument();
    for (const name of ['Change package', 'Cancel subscription', 'Update'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('A subscription', () => {
  test('can be canceled at the end of the period, and kept after all', async () => {
    open(active);
    const ends = { ...active, cancelAt: '2026-12-01T12:00:00Z' };
    answer(CancelSubscriptionDocument, { cancelSubscription: ends });
    answer(ResumeSubscriptionDocument, { resumeSubscription: active });
    const { user } = billing();
    await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Monitoring continues until .*2026/)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Cancel Professional Plan' }));
    expect(await screen.findByText(/is canceled and ends on/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Keep subscription' }));
    await waitFor(() => expect(screen.queryByText(/is canceled and ends on/)).not.toBeInTheDocument());
  });

  test('is changed after a preview of the cost and exceeded limits', async () => {
    open(active);
    answer(PreviewPackageChangeDocument, {
      previewPackageChange: {
        amountDue: 3421,
        credit: 1200,
        currency: 'USD',
        nextAmount: 7900,
        nextPaymentAt: '2026-12-01T12:00:00Z',
        over: ['130 devices of 100'],
      },
    });
    answer(ChangePackageDocument, { changePackage: { ...start, confirm: 'none', clientSecret: null } });
    const { user } = billing('/billing?change=provider');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change package' }));
    expect(await dialog.findByText('$34.21')).toBeInTheDocument();
    expect(dialog.getByText('130 devices of 100')).toBeInTheDocument();
    expect(dialog.getByText('Credit toward your next invoices').nextSibling).toHaveTextContent('$12.00');
    expect(dialog.getByText(/^Nothing is removed from your team\./)).toHaveTextContent('Nothing is deleted.');
    expect(dialog.getByRole('radio', { name: /Provider Plan/ })).toBeChecked();
    expect(dialog.queryByRole('radio', { name: /Starter/ })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Change to Provider Plan' }));
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    plan({ ...active, package: provider });
    expect(await screen.findByText('Package changed')).toBeInTheDocument();
    expect(asks(ChangePackageDocument)[0]?.variables).toMatchObject({ packageId: 'provider' });
  });

  test('accepts a new card without leaving the page', async () => {
    open(active);
    answer(SetUpPaymentMethodDocument, {
      setUpPaymentMethod: {
        ...start,
        clientSecret: 'seti_1_secret_1',
        confirm: 'setup',
        amount: null,
        currency: null,
      },
    });
    const { user } = billing();
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    const save = await screen.findByRole('button', { name: 'Save card' });
    await waitFor(() => expect(save).toBeEnabled());
    answer(RefreshSubscriptionDocument, {
      refreshSubscription: {
        ...active,
        paymentMethod: { brand: 'mastercard', last4: '4444', expMonth: 1, expYear: 2041 },
      },
    });
    await user.click(save);
    expect(await screen.findByText('Card updated')).toBeInTheDocument();
    expect(stripeJs.confirmSetup).toHaveBeenCalled();
    expect((await part('Payment Method')).getByText(/Mastercard/)).toHaveTextContent('4444');
  });

  test('explains in the dialog why a card was declined, and that it pays the open invoice', async () => {
    const owed = { ...invoice, status: 'open', amountPaid: 0, amountRemaining: 2999 };
    const ofOneThatIsOver = { ...owed, id: 'in0', number: 'A1B2-0000', amountRemaining: 1798 };
    open(pastDue, { invoices: [owed, ofOneThatIsOver] });
    const setUp = { ...start, clientSecret: 'seti_1_secret_1', confirm: 'setup' as const };
    answer(SetUpPaymentMethodDocument, { setUpPaymentMethod: setUp });
    const { user } = billing();
    await user.click(await screen.findByRole('button', { name: 'Update' }));
    expect(await screen.findByText(/^We’ll charge the open \$29\.99 to this card now/)).toBeInTheDocument();
    const save = await screen.findByRole('button', { name: 'Save card' });
    await waitFor(() => expect(save).toBeEnabled());
    stripeJs.confirmSetup.mockResolvedValueOnce({ error: { type: 'validation_error', message: 'Short' } });
    await user.click(save);
    await waitFor(() => expect(stripeJs.confirmSetup).toHaveBeenCalledOnce());
    expect(screen.queryByText('Card not saved')).toBeNull();
    stripeJs.confirmSetup.mockResolvedValueOnce({ error: { type: 'card_error', message: 'Declined.' } });
    await user.click(save);
    expect(await screen.findByText('Card not saved')).toBeInTheDocument();
    expect(screen.getAllByText('Declined.')).toHaveLength(1);
    await user.click(save);
    expect(await screen.findByText('We charged the open $29.99 to this card.')).toBeInTheDocument();
  });

  test('with an overdue payment is paid immediately', async () => {
    open(pastDue);
    answer(PayOpenInvoiceDocument, { payOpenInvoice: { ...start, status: 'past_due' } });
    const { user } = billing();
    await user.click(await screen.findByRole('button', { name: 'Pay now' }));
    const pay = await screen.findByRole('button', { name: 'Pay $29.99' });
    await waitFor(() => expect(pay).toBeEnabled());
    await user.click(pay);
    plan(active);
    expect(await screen.findByText('Payment Successful')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/The payment due/)).not.toBeInTheDocument());
  });
});
