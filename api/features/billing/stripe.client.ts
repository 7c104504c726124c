import type { EntityManager } from '@mikro-orm/postgresql';
import { Stripe } from 'stripe';
import type { Config } from '#api/config/config.ts';
import { Conflict, ProductError, TooMany, Unavailable } from '#api/lib/errors.ts';
import { onlyRow, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { PaymentSettings } from './payment-settings.entity.ts';

export type { Stripe };

// Keep the library's developer hints out of the operator's log.
process.env['STRIPE_SUPPRESS_NOTICES'] ??= 'true';

/** Timeout in milliseconds. The library retries twice with the same idempotency key where that is safe. */
const timeout = 20_000;

/** Creates a Stripe client for one piece of work, so that a changed key applies immediately. */
export function openStripe({ stripeApiUrl }: Pick<Config, 'stripeApiUrl'>, secretKey: string): Stripe {
  const { protocol, hostname, port } = new URL(stripeApiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    ...(port && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 2,
    timeout,
    telemetry: false,
    appInfo: { name: 'Netlantern' },
  });
}

/** @throws Conflict if no key is saved, or it can't be decrypted */
export async function stripeOf(em: EntityManager, config: Config): Promise<Stripe> {
  const { secretKey } = await paymentSecrets(em);
  if (!secretKey) throw new Conflict("Payments aren't set up yet.");
  return openStripe(config, secretKey);
}

/** Decrypted keys and their mode: `true` is live, `false` is test, `null` without a key. */
export interface PaymentSecrets {
  secretKey?: string | null;
  webhookSecret?: string | null;
  livemode?: boolean | null;
}

/** Reads the saved secrets fresh, bypassing the identity map. @throws Conflict if they can't be decrypted */
export async function paymentSecrets(em: EntityManager): Promise<PaymentSecrets> {
  try {
    const [found] = await em.find(
      PaymentSettings,
      { id: 1 },
      { fields: ['secretKey', 'webhookSecret', 'livemode'], disableIdentityMap: true },
    );
    return {
      secretKey: found?.secretKey && vault.unseal(found.secretKey, 'payment_settings.secret_key', onlyRow),
      webhookSecret:
        found?.webhookSecret && vault.unseal(found.webhookSecret, 'payment_settings.webhook_secret', onlyRow),
      livemode: found?.livemode,
    };
  } catch (error) {
    if (error instanceof UnreadableSecret)
      throw new Conflict("The saved Stripe keys can't be decrypted. Enter them again.");
    throw error;
  }
}

/** Verifies an event's signature and parses it. @throws if no secret matches or it is too old */
export function verifyEvent(body: Buffer, signature: string, secrets: readonly string[]): Stripe.Event {
  let refusal: unknown = new Error('No webhook secret is saved');
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Whether Stripe reported that the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe rejected the request, rather than failing. */
export function isRejection(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  return error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
}

/**
 * Converts a Stripe error for the client. Only card errors show Stripe's own message, which is written for
 * cardholders.
 */
export function stripeFailure(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return new Conflict(error.message);
  if (error instanceof Stripe.errors.StripeRateLimitError)
    return new TooMany('Stripe is rate limiting us at the moment. Try again in a minute.', 60);
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new Unavailable("Stripe doesn't accept the saved secret key.");
  if (error instanceof Stripe.errors.StripePermissionError)
    return new Unavailable("The saved secret key doesn't have permission for this in Stripe.");
  if (error instanceof Stripe.errors.StripeConnectionError)
    return new Unavailable("We couldn't reach Stripe. Try again later.", {
      outcome: 'unknown',
    });
  return new Unavailable("Stripe couldn't process the request. Try again later.", {
    outcome: isRejection(error) ? 'refused' : 'unknown',
  });
}

/** Describes a failure for administrators, without keys, cards or addresses. */
export function failureText(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error instanceof ProductError
      ? error.message
      : 'An internal error occurred. See the log for details.';
  }
  const { statusCode, code, type, requestId } = error;
  const words = [statusCode, code ?? type].filter(Boolean).join(' ');
  return `${stripeFailure(error).message} (${words}${requestId ? `, request ${requestId}` : ''})`;
}
