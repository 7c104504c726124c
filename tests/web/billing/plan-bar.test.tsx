import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PlanStatusQueryDocument, RefreshSubscriptionDocument } from '#web/gql/graphql.ts';
import { alice, answer, asks, renderApp } from '#tests/support/render.tsx';
import { active, ended, inDays, open, pastDue, plan, trial } from './samples.ts';

const Somewhere = () => <h1>Somewhere</h1>;
const also = [{ path: '/somewhere', audience: 'member', Screen: Somewhere }] as const;
const app = (path: string, teamRole = alice.teamRole) =>
  renderApp({ path, signedInAs: { ...alice, teamRole }, also });
const bar = async () => within(await screen.findByLabelText('Plan'));
const soon = { ...trial, trialEndsAt: inDays(1.5), activeUntil: inDays(1.5) };

describe('The line above every screen', () => {
  test('says that the trial ends soon, and stays dismissed until its text changes', async () => {
    open(soon);
    const { user } = app('/somewhere');
    const line = await bar();
    expect(line.getByText(/^2 days left in your trial/)).toBeInTheDocument();
    expect(line.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
      'href',
      '/subscribe?package=professional',
    );
    await user.click(line.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByLabelText('Plan')).not.toBeInTheDocument();
  });

  test.each([
    ['of a payment that is missing', pastDue, /^The payment due .+ failed\./, 'Update card'],
    ['of the end', ended, /^Monitoring is paused\. Your trial ended on /, 'Subscribe'],
  ])('speaks up %s, and cannot be dismissed', async (_of, now, title, way) => {
    open(now);
    app('/somewhere');
    const line = await bar();
    expect(screen.getByRole('alert', { name: 'Plan' })).toBeInTheDocument();
    expect(line.getByText(title)).toBeInTheDocument();
    expect(line.getByRole('link', { name: way })).toBeInTheDocument();
    expect(line.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  });

  test('tells members who can change the plan', async () => {
    open(pastDue);
    app('/somewhere', 'viewer');
    const line = await bar();
    expect(line.getByText('The team owner can change this.')).toBeInTheDocument();
    expect(line.queryByRole('link')).not.toBeInTheDocument();
  });

  test.each([
    ['while all is well', active, '/somewhere', 'Somewhere'],
    ['while the trial is young', trial, '/somewhere', 'Somewhere'],
    ['where the same is told at length', soon, '/billing', 'Billing and Subscription'],
  ])('is not there %s', async (_when, now, path, title) => {
    open(now);
    app(path);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    await waitFor(() => expect(asks(PlanStatusQueryDocument)).not.toEqual([]));
    expect(screen.queryByLabelText('Plan')).not.toBeInTheDocument();
  });
});

describe('Returning from the bank', () => {
  const back = (purpose: string, status: string) =>
    `/somewhere?returned=${purpose}&redirect_status=${status}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1`;
  const at = (path: string) => renderApp({ path, signedInAs: alice, also });

  test('waits for the server, and removes the secret from the address', async () => {
    open({ ...ended, state: 'incomplete', stripeSubscriptionId: 'sub_1' });
    answer(RefreshSubscriptionDocument, { refreshSubscription: ended });
    at(back('subscribe', 'succeeded'));
    expect(await screen.findByText('Activating…')).toBeInTheDocument();
    await waitFor(() => expect(window.location.search).toBe(''));
    plan(active);
    expect(await screen.findByText('You are subscribed!')).toBeInTheDocument();
    expect(screen.queryByText('Activating…')).not.toBeInTheDocument();
  });

  test('says that the bank declined, and where to try again', async () => {
    open(ended);
    at(back('subscribe', 'failed'));
    expect(
      await screen.findByText('Your bank didn’t confirm the payment. You haven’t been charged.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/packages');
    expect(screen.queryByText('Activating…')).not.toBeInTheDocument();
  });

  test('saves the new card', async () => {
    open(active);
    answer(RefreshSubscriptionDocument, { refreshSubscription: active });
    at(back('card', 'succeeded'));
    expect(await screen.findByText('Card updated')).toBeInTheDocument();
  });
});
