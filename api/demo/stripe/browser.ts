import type { Appearance } from '@stripe/stripe-js';
import { paymentElement, type PaymentElement, type ValidationError, make } from './browser-element.ts';
import { addStyle } from './browser-look.ts';

/**
 * A browser stand-in for Stripe.js, for the demo and tests: the part of `window.Stripe` that our screens use.
 * It is served at /dev/stripe.js and isn't part of the build. What users enter goes to our own server.
 */

interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

interface StripeError {
  type: string;
  code?: string;
  message: string;
}

interface Intent {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  client_secret: string;
}

interface ConfirmOptions {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: { return_url?: string };
  redirect?: 'always' | 'if_required';
}

type Elements = ReturnType<typeof makeElements>;
type Answer = { status?: string; error?: StripeError };
type Confirmed = { error: StripeError } | { paymentIntent: Intent } | { setupIntent: Intent };

const notReached: StripeError = {
  type: 'api_connection_error',
  message: 'We could not reach Stripe. Check your connection and try again.',
};

/** Calls our own server, which calls the stand-in. */
async function call<T>(deed: string, body: object): Promise<T | { error: StripeError }> {
  try {
    const answer = await fetch(`/dev/stripe/${deed}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said = (await answer.json()) as T & { message?: string };
    return answer.ok ? said : { error: { type: 'api_error', message: said.message ?? notReached.message } };
  } catch {
    return { error: notReached };
  }
}

function makeElements(options: ElementsOptions = {}) {
  let { clientSecret, appearance } = options;
  let payment: PaymentElement | null = null;
  const elements = {
    create(type: string) {
      if (type !== 'payment') throw new Error(`The stand-in for Stripe.js has no element "${type}".`);
      if (payment) throw new Error('Can only create one Element of type payment through Elements.');
      const made = paymentElement(appearance);
      const { destroy } = made;
      made.destroy = () => {
        payment = null;
        return destroy();
      };
      return (payment = made);
    },
    getElement: (type: string | { __elementType?: string }) =>
      (typeof type === 'string' ? type : type.__elementType) === 'payment' ? payment : null,
    update(next: ElementsOptions) {
      clientSecret = next.clientSecret ?? clientSecret;
      appearance = next.appearance ?? appearance;
      payment?.look(appearance);
    },
    async submit(): Promise<{ error: ValidationError } | { selectedPaymentMethod: string }> {
      const read = elements.payment().read();
      return 'error' in read ? read : { selectedPaymentMethod: 'card' };
    },
    fetchUpdates: async () => ({}),
    on: () => elements,
    once: () => elements,
    off: () => elements,
    clientSecret: () => clientSecret,
    payment() {
      if (!payment?.place) throw new Error('The Payment Element is not mounted.');
      return payment;
    },
  };
  return elements;
}

/** The outcome of an intent, after the bank's confirmation if it requires one. */
async function settle(clientSecret: string, answer: Answer, place: HTMLElement): Promise<Confirmed> {
  const asked =
    answer.status === 'requires_action'
      ? await call<Answer>('authenticate', { clientSecret, ok: await askBank(place) })
      : answer;
  return asked.error ? { error: asked.error } : retrieve(clientSecret);
}

async function retrieve(clientSecret: string): Promise<Confirmed> {
  const intent = await call<Intent>('intent', { clientSecret });
  if ('error' in intent) return intent;
  return intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent };
}

/** Confirms with the entered card. By default the browser then leaves for the return URL, as with Stripe. */
async function confirm(prefix: string, options: ConfirmOptions): Promise<Confirmed> {
  const { elements, confirmParams, redirect = 'always' } = options;
  const clientSecret = options.clientSecret ?? elements?.clientSecret();
  if (!elements || !clientSecret?.startsWith(prefix))
    throw new Error(`Expected elements and a client secret of the form ${prefix}…_secret_….`);
  const read = elements.payment().read();
  if ('error' in read) return read;
  const answer: Answer = await call<Answer>('confirm', { clientSecret, card: read.card });
  const confirmed = await settle(clientSecret, answer, elements.payment().place ?? document.body);
  if ('error' in confirmed || redirect === 'if_required') return confirmed;
  const to = new URL(confirmParams?.return_url ?? location.href);
  const name = prefix === 'pi_' ? 'payment_intent' : 'setup_intent';
  to.searchParams.set(name, clientSecret.split('_secret_')[0]!);
  to.searchParams.set(`${name}_client_secret`, clientSecret);
  to.searchParams.set('redirect_status', 'succeeded');
  location.assign(to);
  return new Promise(() => {});
}

/** Needs no card: confirms with the bank what a saved card left open. */
async function handleNextAction(clientSecret: string): Promise<Confirmed> {
  const found = await retrieve(clientSecret);
  if ('error' in found) return found;
  const { status } = 'paymentIntent' in found ? found.paymentIntent : found.setupIntent;
  return status === 'requires_action' ? settle(clientSecret, { status }, document.body) : found;
}

function unknown(name: string): () => never {
  return () => {
    throw new Error(`The stand-in for Stripe.js has no ${name}().`);
  };
}

function Stripe(publishableKey: string) {
  if (!publishableKey.startsWith('pk_')) throw new Error('This is no publishable key.');
  return {
    elements: makeElements,
    confirmPayment: (options: ConfirmOptions) => confirm('pi_', options),
    confirmSetup: (options: ConfirmOptions) => confirm('seti_', options),
    confirmCardPayment: handleNextAction,
    confirmCardSetup: handleNextAction,
    handleNextAction: ({ clientSecret }: { clientSecret: string }) => handleNextAction(clientSecret),
    retrievePaymentIntent: retrieve,
    retrieveSetupIntent: retrieve,
    // Libraries check for these methods to recognize Stripe.
    createToken: unknown('createToken'),
    createPaymentMethod: unknown('createPaymentMethod'),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) });

const css = `
dialog.stripe-stand-in-bank { box-sizing: border-box; width: min(24rem, calc(100vw - 32px)); margin: auto; padding: 24px; border: 1px solid #94a3b8; border-radius: 8px; background: #fff; color: #0f172a; font: 14px/20px system-ui, sans-serif; pointer-events: auto }
dialog.stripe-stand-in-bank::backdrop { background: #0b1120b3 }
dialog.stripe-stand-in-bank h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px }
dialog.stripe-stand-in-bank p { margin: 0 0 16px }
dialog.stripe-stand-in-bank div { display: flex; flex-wrap: wrap; gap: 8px }
dialog.stripe-stand-in-bank button { min-height: 44px; padding: 0 14px; border: 1px solid #64748b; border-radius: 6px; background: #fff; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
dialog.stripe-stand-in-bank button.main { border-color: #1d4ed8; background: #1d4ed8; color: #fff }
dialog.stripe-stand-in-bank button:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 2px }
`;

/**
 * The bank's confirmation (3-D Secure), above everything else. Returns true once it is approved. It is placed
 * in `place`, so that a page's dialog that traps the focus allows it.
 */
async function askBank(place: HTMLElement): Promise<boolean> {
  const style = addStyle(css);
  const before = document.activeElement;
  const dialog = make('dialog', {
    class: 'stripe-stand-in-bank',
    'aria-labelledby': 'stripe-stand-in-bank-title',
    'aria-describedby': 'stripe-stand-in-bank-text',
  });
  const buttons = make('div');
  const complete = make('button', { type: 'button', class: 'main' }, 'Complete authentication');
  const fail = make('button', { type: 'button' }, 'Fail authentication');
  buttons.append(complete, fail);
  dialog.append(
    make('h2', { id: 'stripe-stand-in-bank-title' }, '3-D Secure'),
    make('p', { id: 'stripe-stand-in-bank-text' }, 'A stand-in for your bank. Is it you who pays?'),
    buttons,
  );
  place.append(dialog);
  try {
    return await new Promise<boolean>((answer) => {
      complete.addEventListener('click', () => answer(true));
      fail.addEventListener('click', () => answer(false));
      dialog.addEventListener('cancel', () => answer(false));
      // Don't close the page's own dialog or submit its form.
      dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.stopPropagation());
      dialog.showModal();
    });
  } finally {
    dialog.close();
    dialog.remove();
    style.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
