import type { EntityManager } from '@mikro-orm/postgresql';
import { Stripe } from 'stripe';
import type { Config } from '#api/config/config.ts';
import { Conflict, ProductError, TooMany, Unavailable } from '#api/lib/errors.ts';
import { onlyRow, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { PaymentSettings } from './payment-settings.entity.ts';

export type { Stripe };

// Its hints for developers have no place in an operator's log.
process.env['STRIPE_SUPPRESS_NOTICES'] ??= 'true';

/** Milliseconds for one answer; the library asks twice more where that helps, under the same key. */
const timeout = 20_000;

/** Stripe as it is asked with a key. It is made anew for each piece of work: no key outlives a change. */
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

/** Stripe by the saved key. @throws Conflict while there is none, or none that can be read */
export async function stripeOf(em: EntityManager, config: Config): Promise<Stripe> {
  const { secretKey } = await paymentSecrets(em);
  if (!secretKey) throw new Conflict('Payments are not set up yet.');
  return openStripe(config, secretKey);
}

/** The saved keys in plain text, and their mode: `true` is live, `false` is test, null without a key. */
export interface PaymentSecrets {
  secretKey?: string | null;
  webhookSecret?: string | null;
  livemode?: boolean | null;
}

/** The saved secrets, read past everything this request has read before. @throws Conflict for those that cannot be read */
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

/** Checks where a delivery comes from, and reads it. @throws for one that none of the secrets has signed, or an old one */
export function verifyEvent(body: Buffer, signature: string, secrets: readonly string[]): Stripe.Event {
  let refusal: unknown = new Error('There is no secret to check it with');
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Whether Stripe says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether Stripe looked at it and said no, rather than failing. */
export function isRejection(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  return error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
}

/** What a failure of Stripe's is for the caller. Only a card's own sentence is Stripe's; it is made for its holder. */
export function stripeFailure(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return new Conflict(error.message);
  if (error instanceof Stripe.errors.StripeRateLimitError)
    return new TooMany('Stripe is asked too often at the moment. Try again in a minute.', 60);
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new Unavailable('Stripe does not accept the saved secret key.');
  if (error instanceof Stripe.errors.StripePermissionError)
    return new Unavailable('The saved secret key may not do this at Stripe.');
  if (error instanceof Stripe.errors.StripeConnectionError)
    return new Unavailable("We couldn't reach Stripe. Try again later.", {
      outcome: 'unknown',
    });
  return new Unavailable("Stripe couldn't process the request. Try again later.", {
    outcome: isRejection(error) ? 'refused' : 'unknown',
  });
}

/** Why something failed at Stripe, for administrators: no key, no card and no address is in it. */
export function failureText(error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error instanceof ProductError ? error.message : 'It failed in the program; its log says why.';
  }
  const { statusCode, code, type, requestId } = error;
  const words = [statusCode, code ?? type].filter(Boolean).join(' ');
  return `${stripeFailure(error).message} (${words}${requestId ? `, request ${requestId}` : ''})`;
}
