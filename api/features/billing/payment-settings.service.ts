import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { Invalid } from '#api/lib/errors.ts';
import { isMask, masked, onlyRow, vault } from '#api/security/secrets.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { record } from '../audit/audit.service.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { Package } from '../packages/package.entity.ts';
import { modeOf, secretsIn, keyErrors, type PaymentSettingsInput } from './payment-settings.input.ts';
import {
  PaymentSettings,
  type PaymentSettingsView,
  type StripeConfig,
  type StripeTest,
} from './payment-settings.entity.ts';
import { failureText, isMissing, paymentSecrets, stripeOf, type Stripe } from './stripe.client.ts';

/** Path of the webhook endpoint for Stripe. */
export const webhookPath = '/api/stripe/webhook';

/** Public settings, cached until someone changes them. */
export function stripeConfig({ app }: Pick<Context, 'app'>): Promise<StripeConfig> {
  return app.content.read('stripeConfig', () => configOf(app.orm.em.fork()));
}

async function configOf(em: EntityManager): Promise<StripeConfig> {
  const { publishableKey, secretKeyTail, purchasingEnabled } = await loadSingleton(em, PaymentSettings);
  // Without the secret key no payment works, so a partial setup counts as none.
  return { stripePublishableKey: (secretKeyTail && publishableKey) || null, purchasingEnabled };
}

export async function paymentSettings({ em, app }: ViewerContext): Promise<PaymentSettingsView> {
  return viewOf(await loadSingleton(em, PaymentSettings), app.config);
}

function viewOf(settings: PaymentSettings, { publicUrl }: { publicUrl: string }): PaymentSettingsView {
  return {
    stripePublishableKey: settings.publishableKey ?? null,
    stripeSecretKey: masked(settings.secretKeyTail),
    stripeWebhookSecret: masked(settings.webhookSecretTail),
    purchasingEnabled: settings.purchasingEnabled,
    livemode: settings.livemode ?? null,
    webhookUrl: `${publicUrl}${webhookPath}`,
    reconciledAt: settings.reconciledAt ?? null,
  };
}

/**
 * Saves keys, which apply from the next call to Stripe. @throws Invalid for malformed keys, or keys from two
 * modes
 */
export function savePaymentSettings(
  ctx: ViewerContext,
  input: PaymentSettingsInput,
): Promise<PaymentSettingsView> {
  requireFreshProof(ctx);
  return changeSettings(ctx, async (em, settings) => {
    const before = described(settings);
    const removed = input.removeKeys
      ? { publishableKey: null, secretKey: null, webhookSecret: null, livemode: null }
      : {};
    const given = { ...removed, ...givenIn(input) };
    const publishableKey = 'publishableKey' in given ? given.publishableKey : settings.publishableKey;
    check(given, { publishableKey, livemode: settings.livemode });
    em.assign(settings, {
      ...('publishableKey' in given && { publishableKey: given.publishableKey }),
      ...('secretKey' in given && {
        secretKey: given.secretKey
          ? vault.seal(given.secretKey, 'payment_settings.secret_key', onlyRow)
          : null,
        secretKeyTail: given.secretKey?.slice(-4) ?? null,
        livemode: modeOf(given.secretKey) ?? null,
      }),
      ...('webhookSecret' in given && {
        webhookSecret: given.webhookSecret
          ? vault.seal(given.webhookSecret, 'payment_settings.webhook_secret', onlyRow)
          : null,
        webhookSecretTail: given.webhookSecret?.slice(-4) ?? null,
      }),
    });
    await em.flush();
    const changed = Object.entries(given)
      .filter(([key]) => key === 'secretKey' || key === 'webhookSecret')
      .map(([key, value]) => [key, value ? 'changed' : 'removed']);
    const after = { ...described(settings), ...Object.fromEntries(changed) };
    await record(em, ctx, { action: 'payments.update', subject: 'Payment settings', before, after });
    return viewOf(settings, ctx.app.config);
  });
}

type Keys = { [Key in 'publishableKey' | 'secretKey' | 'webhookSecret']?: string | null };

function givenIn({ publishableKey, secretKey, webhookSecret }: PaymentSettingsInput): Keys {
  const secrets = isMask(webhookSecret) ? [] : secretsIn(webhookSecret);
  return {
    ...(publishableKey?.trim() && { publishableKey: publishableKey.trim() }),
    ...(secretKey?.trim() && !isMask(secretKey) && { secretKey: secretKey.trim() }),
    ...(secrets.length > 0 && { webhookSecret: secrets.join(' ') }),
  };
}

/** Switching between test and live mode requires both keys, so that modes never mix. */
function check(given: Keys, saved: Pick<PaymentSettings, 'publishableKey' | 'livemode'>): void {
  const { publishableKey, secretKey, webhookSecret } = given;
  const fields = keyErrors({
    publishableKey: publishableKey ?? undefined,
    secretKey: secretKey ?? undefined,
    webhookSecret: webhookSecret ?? undefined,
  });
  if (Object.keys(fields).length > 0) throw new Invalid(fields);
  const modes = [
    modeOf(saved.publishableKey),
    'secretKey' in given ? modeOf(secretKey) : (saved.livemode ?? undefined),
  ].filter((mode) => mode !== undefined);
  if (new Set(modes).size > 1)
    throw new Invalid({
      [secretKey ? 'secretKey' : 'publishableKey']: 'Both keys must be from the same mode: test or live',
    });
}

function described({ publishableKey, purchasingEnabled, livemode }: PaymentSettings): AuditDetails {
  return { publishableKey: publishableKey ?? null, livemode: livemode ?? null, purchasingEnabled };
}

/** Turns purchasing on or off. Existing subscriptions continue. */
export function setPurchasingEnabled(ctx: ViewerContext, enabled: boolean): Promise<StripeConfig> {
  return changeSettings(ctx, async (em, settings) => {
    const before = { purchasingEnabled: settings.purchasingEnabled };
    settings.purchasingEnabled = enabled;
    await em.flush();
    const after = { purchasingEnabled: enabled };
    await record(em, ctx, { action: 'payments.purchasing', subject: 'User purchasing', before, after });
    return configOf(em);
  });
}

/** Public pages show whether purchasing is on, so refresh them. */
async function changeSettings<T>(
  { em, app }: ViewerContext,
  change: (em: EntityManager, settings: PaymentSettings) => Promise<T>,
): Promise<T> {
  await loadSingleton(em, PaymentSettings);
  const done = await em.transactional(async (em) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    return change(em, await em.findOneOrFail(PaymentSettings, { id: 1 }, { lockMode, refresh: true }));
  });
  app.content.changed();
  return done;
}

/** Tests the saved key, and whether the packages' prices exist in Stripe. */
export async function testStripe(ctx: ViewerContext): Promise<StripeTest> {
  const answered = await answerOf(ctx);
  const { success, message } = answered;
  await ctx.em.transactional((em) =>
    record(em, ctx, {
      action: success ? 'payments.test' : 'payments.test_failed',
      subject: 'Stripe',
      after: { answer: message },
    }),
  );
  return answered;
}

async function answerOf({ em, app }: ViewerContext): Promise<StripeTest> {
  const { livemode } = await paymentSecrets(em);
  const stripe = await stripeOf(em, app.config);
  try {
    await stripe.subscriptions.list({ limit: 1 });
    const missing = await missingPrices(em, stripe);
    if (missing.length > 0) return { success: false, message: missing.join(' ') };
  } catch (error) {
    return { success: false, message: failureText(error) };
  }
  return { success: true, message: `Stripe accepts the key, in ${livemode ? 'live' : 'test'} mode.` };
}

async function missingPrices(em: EntityManager, stripe: Stripe): Promise<string[]> {
  const sentences: string[] = [];
  for (const { name, stripePriceId, stripePriceIdUsd } of await em.find(Package, { isActive: true })) {
    for (const id of [stripePriceId, stripePriceIdUsd].filter((id) => !!id)) {
      const found = await stripe.prices.retrieve(id!).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!found) sentences.push(`The price ${id} of ${name} doesn't exist in Stripe.`);
      else if (!found.active) sentences.push(`The price ${id} of ${name} is archived in Stripe.`);
    }
  }
  return sentences;
}
