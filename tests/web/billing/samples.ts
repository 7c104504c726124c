import {
  type CreateSubscriptionMutation,
  InvoicesDocument,
  type InvoicesQuery,
  PackagesOfferedDocument,
  type PackagesOfferedQuery,
  PlanStatusQueryDocument,
  StripeConfigDocument,
  SubscriptionOfferDocument,
  TeamSubscriptionDocument,
} from '#web/gql/graphql.ts';
import type { SubscriptionFieldsFragment } from '#web/gql/graphql.ts';
import { answer } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Plan = Unmasked<SubscriptionFieldsFragment>;

export const professional: PackagesOfferedQuery['packages'][number] = {
  id: 'professional',
  name: 'Professional Plan',
  description: 'For a busy team',
  price: '29.99',
  currency: 'USD',
  maxControllers: 5,
  maxDevices: 100,
  maxAlertsPerMonth: 1000,
  dataRetentionDays: 90,
  features: ['HaloPSA tickets'],
};
export const provider = {
  ...professional,
  id: 'provider',
  name: 'Provider Plan',
  price: '79.00',
  maxControllers: 25,
};
export const free = { ...professional, id: 'free', name: 'Starter', price: '0', maxControllers: 1 };

export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Subscribed and paid. */
export const active: Plan = {
  state: 'active',
  isActive: true,
  canPurchase: true,
  package: professional,
  trialEndsAt: null,
  activeUntil: null,
  currentPeriodEnd: '2026-12-01T12:00:00Z',
  cancelAt: null,
  amount: 2999,
  currency: 'USD',
  creditLeft: null,
  pendingPackage: null,
  paymentMethod: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
  pastDueSince: null,
  nextAttemptAt: null,
  stripeSubscriptionId: 'sub_1',
  usage: {
    controllers: 1,
    maxControllers: 5,
    devices: 15,
    maxDevices: 100,
    alertsThisMonth: 12,
    maxAlertsPerMonth: 1000,
    dataRetentionDays: 90,
    transferredBytes: 2_100_000_000,
    controllersBeyond: 0,
    devicesBeyond: 0,
  },
};
/** Days without a card. */
export const trial: Plan = {
  ...active,
  state: 'trial',
  trialEndsAt: inDays(11.5),
  activeUntil: inDays(11.5),
  currentPeriodEnd: null,
  amount: null,
  currency: null,
  paymentMethod: null,
  stripeSubscriptionId: null,
};
const ago = inDays(-2);
export const ended: Plan = { ...trial, state: 'ended', isActive: false, trialEndsAt: ago, activeUntil: ago };
export const pastDue: Plan = {
  ...active,
  state: 'past_due',
  pastDueSince: '2026-11-12T12:00:00Z',
  activeUntil: '2099-11-19T12:00:00Z',
};

export const invoice: InvoicesQuery['invoices'][number] = {
  id: 'in1',
  number: 'A1B2-0001',
  date: '2026-11-01T12:00:00Z',
  amount: 2999,
  amountPaid: 2999,
  amountRemaining: 0,
  currency: 'USD',
  status: 'paid',
  period: '1 Nov – 1 Dec 2026',
  periodStart: '2026-11-01T12:00:00Z',
  periodEnd: '2026-12-01T12:00:00Z',
  hasPdf: true,
};

export const start: Unmasked<CreateSubscriptionMutation['createSubscription']> = {
  clientSecret: 'pi_1_secret_1',
  confirm: 'payment',
  status: 'incomplete',
  amount: 2999,
  currency: 'USD',
  firstPaymentAt: null,
};

/** What the server knows of the team's plan from now on. */
export function plan(now: Plan): void {
  answer(TeamSubscriptionDocument, { subscription: now });
  answer(PlanStatusQueryDocument, { subscription: now });
}

/** All that the screens of billing ask for as they open. */
export function open(now: Plan, { invoices = [invoice], sells = true, key = 'pk_test_1' } = {}): void {
  plan(now);
  answer(InvoicesDocument, { invoices });
  answer(StripeConfigDocument, {
    stripeConfig: { stripePublishableKey: key || null, purchasingEnabled: sells },
  });
  answer(PackagesOfferedDocument, { packages: [free, professional, provider] });
  answer(SubscriptionOfferDocument, {
    subscriptionOffer: {
      prices: [{ currency: 'USD', amount: 2999 }],
      fixedCurrency: null,
      firstPaymentAt: null,
      savedCard: null,
    },
  });
}
