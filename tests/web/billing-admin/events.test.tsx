import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  BillingDriftDocument,
  ReconcileBillingDocument,
  ReplayStripeEventDocument,
  StripeEventsDocument,
} from '#web/gql/graphql.ts';
import { answer, asks, refuse } from '#tests/support/render.tsx';
import { event, keys, noKeys, open } from './samples.ts';

const failed = {
  ...event,
  id: '2',
  type: 'customer.subscription.updated',
  objectId: 'sub_1',
  status: 'failed' as const,
  failure: 'Stripe cannot be reached at the moment.',
  attempts: 4,
};
const rows = async () => {
  const buttons = await screen.findAllByRole('button', { name: 'Replay' });
  return buttons.map((button) => within(button.closest<HTMLElement>('[role=row]')!));
};

describe('The webhook log', () => {
  test('shows what Stripe told us, what became of it, and why it failed', async () => {
    open({ events: [failed, event] });
    const [first, second] = await rows();
    expect(first?.getByText('Failed')).toBeInTheDocument();
    expect(first?.getByText('customer.subscription.updated')).toBeInTheDocument();
    expect(first?.getByText('sub_1 · cus_1')).toBeInTheDocument();
    expect(first?.getByText(failed.failure)).toBeInTheDocument();
    expect(second?.getByText('Applied')).toBeInTheDocument();
  });

  test('has an event applied once more and says what came of it', async () => {
    const { user } = open({ events: [failed] });
    const replayed = { ...failed, status: 'applied' as const, failure: null, attempts: 5 };
    answer(ReplayStripeEventDocument, { replayStripeEvent: replayed });
    const [row] = await rows();
    await user.click(row!.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('customer.subscription.updated: applied.')).toBeInTheDocument();
    expect(asks(ReplayStripeEventDocument)[0]?.variables).toEqual({ id: '2' });
    expect(row?.queryByText(failed.failure)).not.toBeInTheDocument();
    refuse(ReplayStripeEventDocument, { message: 'Payments are not set up yet.', code: 'CONFLICT' });
    await user.click(row!.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Payments are not set up yet.')).toBeInTheDocument();
  });

  test('shows those of one status, and says when there are none', async () => {
    const { user } = open();
    await rows();
    answer(StripeEventsDocument, ({ status }) => ({ stripeEvents: status === 'failed' ? [] : [event] }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    expect(await screen.findByText('No events found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await rows()).toHaveLength(1);
  });

  test('brings older ones when asked', async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ ...event, id: `${n}`, stripeId: `evt_${n}` }));
    const { user } = open({ events: many });
    const more = await screen.findByText('Load more');
    answer(StripeEventsDocument, ({ after }) => ({
      stripeEvents: after === '49' ? [{ ...event, id: 'last', type: 'charge.refunded' }] : many,
    }));
    await user.click(more);
    expect(await screen.findByText('charge.refunded')).toBeInTheDocument();
    expect(screen.queryByText('Load more')).not.toBeInTheDocument();
  });

  test('says how it will look while nothing came', async () => {
    open({ events: [] });
    expect(await screen.findByText('No events yet')).toBeInTheDocument();
  });

  test('offers to try again when it could not be loaded', async () => {
    const { user } = open();
    await rows();
    refuse(StripeEventsDocument, { message: 'Not now', code: 'UNAVAILABLE' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Ignored');
    const alert = within(await screen.findByRole('alert'));
    answer(StripeEventsDocument, { stripeEvents: [event] });
    await user.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(1);
  });
});

describe('The reconciliation', () => {
  const drift = {
    teamName: 'Northwind Networks',
    what: 'Status',
    stored: 'active',
    atStripe: 'past_due',
    mended: true,
  };

  test('says when it last ran and that all was well', async () => {
    open();
    expect(await screen.findByText(/^Last compared/)).toBeInTheDocument();
    expect(await screen.findByText('Everything here was as it is at Stripe')).toBeInTheDocument();
  });

  test('says that it never ran', async () => {
    open({ settings: noKeys });
    expect(await screen.findByText('Never compared yet.')).toBeInTheDocument();
    expect(screen.queryByText('Everything here was as it is at Stripe')).not.toBeInTheDocument();
  });

  test('runs at once and lists what it found', async () => {
    const { user } = open({ settings: keys });
    const found = [drift, { ...drift, what: 'Invoice in_2', stored: null, mended: false }];
    answer(ReconcileBillingDocument, { reconcileBilling: found });
    answer(BillingDriftDocument, { billingDrift: found });
    await user.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('2 differences found.')).toBeInTheDocument();
    const [first, second] = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole(
      'listitem',
    );
    expect(first).toHaveTextContent('Status: active here, past_due at Stripe');
    expect(first).toHaveTextContent('Mended');
    expect(second).toHaveTextContent('Invoice in_2: nothing here, past_due at Stripe');
    expect(second).toHaveTextContent('Look at it');
  });

  test('says why it could not', async () => {
    const { user } = open();
    refuse(ReconcileBillingDocument, {
      message: 'Stripe cannot be reached at the moment.',
      code: 'UNAVAILABLE',
    });
    await user.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('Stripe cannot be reached at the moment.')).toBeInTheDocument();
  });
});
