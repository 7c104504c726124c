import { vi } from 'vitest';

type Failure = { error: { type: string; code?: string; message?: string } };

/** What the Stripe.js of a test answers, and what it was asked. */
export const stripeJs = {
  confirmPayment: vi.fn<(asked: unknown) => Promise<object | Failure>>(),
  confirmSetup: vi.fn<(asked: unknown) => Promise<object | Failure>>(),
  handleNextAction: vi.fn<(asked: unknown) => Promise<object | Failure>>(),
  /** How the payment stands at Stripe. */
  status: 'requires_payment_method',
  keys: [] as string[],
};

/** A tiny window.Stripe: its element is ready at once, and confirms as the test says. */
export function installStripe(): void {
  stripeJs.confirmPayment.mockReset().mockResolvedValue({});
  stripeJs.confirmSetup.mockReset().mockResolvedValue({});
  stripeJs.handleNextAction.mockReset().mockResolvedValue({});
  stripeJs.status = 'requires_payment_method';
  const make = (key: string) => {
    stripeJs.keys.push(key);
    return {
      elements,
      createToken: () => undefined,
      createPaymentMethod: () => undefined,
      confirmCardPayment: () => undefined,
      confirmPayment: (asked: unknown) => stripeJs.confirmPayment(asked),
      confirmSetup: (asked: unknown) => stripeJs.confirmSetup(asked),
      handleNextAction: (asked: unknown) => stripeJs.handleNextAction(asked),
      retrievePaymentIntent: async () => ({ paymentIntent: { status: stripeJs.status } }),
      registerAppInfo: () => undefined,
      _registerWrapper: () => undefined,
    };
  };
  Object.assign(window, { Stripe: Object.assign(make, { version: 'endive' }) });
}

function elements() {
  const listeners = new Map<string, () => void>();
  const element = {
    mount: (place: HTMLElement) => {
      place.append('Card fields of Stripe');
      setTimeout(() => listeners.get('ready')?.());
    },
    on: (event: string, listener: () => void) => void listeners.set(event, listener),
    off: () => undefined,
    once: () => undefined,
    update: () => undefined,
    unmount: () => undefined,
    destroy: () => undefined,
  };
  return {
    create: () => element,
    getElement: () => element,
    update: () => undefined,
    submit: async () => ({}),
    on: () => undefined,
  };
}
