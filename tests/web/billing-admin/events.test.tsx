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
  test('shows Stripe’s events, their outcome, and why they failed', async () => {
    open({ events: [failed, event] });
    const [first, second] = await rows();
    expect(first?.getByText('Failed')).toBeInTheDocument();
    expect(first?.getByText('customer.subscription.updated')).toBeInTheDocument();
    expect(first?.getByText('sub_1 · cus_1')).toBeInTheDocument();
    expect(first?.getByText(failed.failure)).toBeInTheDocument();
    expect(second?.getByText('Applied')).toBeInTheDocument();
  });

  test('replays an event and reports the outcome', async () => {
    const { user } = open({ events: [failed] });
    const replayed = { ...failed, status: 'applied' as const, failure: null, attempts: 5 };
    answer(ReplayStripeEventDocument, { replayStripeEvent: replayed });
    const [row] = await rows();
    await user.click(row!.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('customer.subscription.updated: applied.')).toBeInTheDocument();
    expect(asks(ReplayStripeEventDocument)[0]?.variables).toEqual({ id: '2' });
    expect(row?.queryByText(failed.failure)).not.toBeInTheDocument();
    refuse(ReplayStripeEventDocument, { message: 'Payments aren’t set up yet.', code: 'CONFLICT' });
    await user.click(row!.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Payments aren’t set up yet.')).toBeInTheDocument();
  });

  test('filters by status, and says when nothing matches', async () => {
    const { user } = open();
    await rows();
    answer(StripeEventsDocument, ({ status }) => ({ stripeEvents: status === 'failed' ? [] : [event] }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    expect(await screen.findByText('No events found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await rows()).toHaveLength(1);
  });

  test('loads older events on request', async () => {
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

  test('explains the empty log', async () => {
    open({ events: [] });
    expect(await screen.findByText('No events yet')).toBeInTheDocument();
  });

  test('offers a retry when loading fails', async () => {
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

  test('shows the last run, and that there were no differences', async () => {
    open();
    expect(await screen.findByText(/^Last compared/)).toBeInTheDocument();
    expect(await screen.findByText('No differences found')).toBeInTheDocument();
  });

  test('says when it hasn’t run yet', async () => {
    open({ settings: noKeys });
    expect(await screen.findByText('Not compared yet.')).toBeInTheDocument();
    expect(screen.queryByText('No differences found')).not.toBeInTheDocument();
  });

  test('runs on demand and lists the differences', async () => {
    const { user } = open({ settings: keys });
    const found = [drift, { ...drift, what: 'Invoice in_2', stored: null, mended: false }];
    answer(ReconcileBillingDocument, { reconcileBilling: found });
    answer(BillingDriftDocument, { billingDrift: found });
    await user.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('2 differences found.')).toBeInTheDocument();
    const [first, second] = within(screen.getByRole('list', { name: 'Differences' })).getAllByRole(
      'listitem',
    );
    expect(first).toHaveTextContent('Status: active here, past_due in Stripe');
    expect(first).toHaveTextContent('Corrected');
    expect(second).toHaveTextContent('Invoice in_2: nothing here, past_due in Stripe');
    expect(second).toHaveTextContent('Needs review');
  });

  test('explains why it failed', async () => {
    const { user } = open();
    refuse(ReconcileBillingDocument, {
      message: 'Stripe cannot be reached at the moment.',
      code: 'UNAVAILABLE',
    });
    await user.click(await screen.findByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('Stripe cannot be reached at the moment.')).toBeInTheDocument();
  });
});
