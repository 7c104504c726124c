import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '#api/demo/stripe/browser.ts';

const secret = 'pi_1_secret_x';
const user = userEvent.setup({ delay: null });
const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: Record<string, object[]>;
let stripe: Stripe;
let elements: StripeElements;

beforeEach(async () => {
  asked.length = 0;
  const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', client_secret: secret };
  answers = { intent: [intent], confirm: [{ status: 'succeeded' }], authenticate: [{ status: 'succeeded' }] };
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    const queue = answers[path.split('/').at(-1)!]!;
    return Response.json(queue.length > 1 ? queue.shift() : queue[0]);
  });
  // jsdom has dialogs without their methods.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  stripe = (await loadStripe('pk_test_1'))!;
  elements = stripe.elements({ clientSecret: secret });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function mount() {
  const place = document.body.appendChild(document.createElement('div'));
  const element = elements.create('payment');
  element.mount(place);
  return element;
}
const pay = () => stripe.confirmPayment({ elements, redirect: 'if_required' });
const type = async (number: string, expiry = '1239', cvc = '123') => {
  await user.type(screen.getByLabelText('Card number'), number);
  await user.type(screen.getByLabelText('Expiration date'), expiry);
  await user.type(screen.getByLabelText('Security code'), cvc);
};

describe('The stand-in for Stripe.js', () => {
  test('has fields that report when they are ready and complete', async () => {
    const element = mount();
    const ready = vi.fn();
    const changes: unknown[] = [];
    element.on('ready', ready);
    element.on('change', ({ complete }) => changes.push(complete));
    await waitFor(() => expect(ready).toHaveBeenCalled());
    await type('4242424242424242');
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
    expect(screen.getByLabelText('Expiration date')).toHaveValue('12 / 39');
    expect(changes.at(-2)).toBe(false);
    expect(changes.at(-1)).toBe(true);
  });

  test('pays with the entered card', async () => {
    mount();
    await type('4242424242424242');
    expect(await pay()).toMatchObject({ paymentIntent: { id: 'pi_1', status: 'succeeded' } });
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2039, cvc: '123' };
    expect(asked[0]).toEqual({ path: '/dev/stripe/confirm', body: { clientSecret: secret, card } });
  });

  test.each([
    ['', '1239', '123', 'Your card number is incomplete.'],
    ['4242424242424241', '1239', '123', 'Your card number is invalid.'],
    ['4242424242424242', '1220', '123', "Your card's expiration date is in the past."],
    ['4242424242424242', '1339', '123', "Your card's expiration month is invalid."],
    ['4242424242424242', '1239', '1', "Your card's security code is incomplete."],
  ])('sends nothing about an invalid card: %s %s %s', async (number, expiry, cvc, message) => {
    mount();
    if (number) await type(number, expiry, cvc);
    expect(await pay()).toMatchObject({ error: { type: 'validation_error', message } });
    expect(await elements.submit()).toMatchObject({ error: { message } });
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  test('shows why a card was declined, and accepts another with the same secret', async () => {
    mount();
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    answers['confirm'] = [{ status: 'failed', error }, { status: 'succeeded' }];
    await user.click(screen.getByRole('button', { name: 'Declined · 0002' }));
    expect(await pay()).toEqual({ error });
    await user.click(screen.getByRole('button', { name: 'Works · 4242' }));
    expect(await pay()).toHaveProperty('paymentIntent');
  });

  test.each([
    ['Complete authentication', true],
    ['Fail authentication', false],
    ['the Escape key', false],
  ])('shows the bank’s question over the page, answered by %s', async (way, ok) => {
    mount();
    answers['confirm'] = [{ status: 'requires_action' }];
    await user.click(screen.getByRole('button', { name: '3-D Secure · 3155' }));
    const paid = pay();
    const dialog = await screen.findByRole('dialog', { name: '3-D Secure' });
    if (way === 'the Escape key') fireEvent(dialog, new Event('cancel'));
    else await user.click(screen.getByRole('button', { name: way }));
    await paid;
    expect(asked[1]).toEqual({ path: '/dev/stripe/authenticate', body: { clientSecret: secret, ok } });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('repeats the question of a saved card’s bank', async () => {
    const waiting = { ...answers['intent']![0], status: 'requires_action' };
    answers['intent'] = [waiting, ...answers['intent']!];
    const paid = stripe.handleNextAction({ clientSecret: secret });
    await user.click(await screen.findByRole('button', { name: 'Complete authentication' }));
    expect(await paid).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  });

  test('says so if our own server does not respond', async () => {
    mount();
    await type('4242424242424242');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await pay()).toMatchObject({ error: { type: 'api_connection_error' } });
  });

  test('can be removed and created again', () => {
    mount().destroy();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    expect(elements.getElement('payment')).toBeNull();
    mount();
    expect(screen.getByLabelText('Card number')).toBeInTheDocument();
  });
});
