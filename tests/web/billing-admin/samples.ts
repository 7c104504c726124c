import { AdminStats } from '#web/features/analytics/PlatformFigures.tsx';
import {
  type AdminStatsQuery,
  BillingDriftDocument,
  type BillingDriftQuery,
  PaymentSettingsDocument,
  type PaymentSettingsFieldsFragment,
  StripeConfigDocument,
  type StripeConfigQuery,
  type StripeEventFieldsFragment,
  StripeEventsDocument,
} from '#web/gql/graphql.ts';
import { ada, answer, renderApp } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

export const keys: PaymentSettingsFieldsFragment = {
  stripePublishableKey: 'pk_test_public',
  stripeSecretKey: '••••abcd',
  stripeWebhookSecret: '••••wxyz',
  livemode: false,
  webhookUrl: 'https://netlantern.test/api/stripe/webhook',
  reconciledAt: '2026-11-21T02:00:00Z',
};
export const noKeys: PaymentSettingsFieldsFragment = {
  ...keys,
  stripePublishableKey: null,
  stripeSecretKey: null,
  stripeWebhookSecret: null,
  livemode: null,
  reconciledAt: null,
};
export const event: StripeEventFieldsFragment = {
  id: '1',
  stripeId: 'evt_1',
  type: 'invoice.paid',
  objectId: 'in_1',
  customerId: 'cus_1',
  status: 'applied',
  failure: null,
  attempts: 1,
  receivedAt: '2026-11-20T12:00:00Z',
  appliedAt: '2026-11-20T12:00:01Z',
};
export const stats: Unmasked<AdminStatsQuery['adminStats']> = {
  days: ['2026-11-21', '2026-11-22'],
  totalUsers: 1204,
  userGrowth: 12.5,
  userHistory: [1070, 1204],
  activeSubscriptions: 87,
  subscribers: { onTrial: 8, paying: 4, pastDue: 1, ended: 2, none: 3, active: 5 },
  subscriptionGrowth: -3,
  subscriptionHistory: [90, 87],
  currency: 'USD',
  revenues: [
    { currency: 'USD', amount: 260_913, growth: null, history: [0, 260_913] },
    { currency: 'GBP', amount: 9900, growth: 50, history: [6600, 9900] },
  ],
};

export const config = (more: Partial<StripeConfigQuery['stripeConfig']> = {}) =>
  answer(StripeConfigDocument, {
    stripeConfig: { stripePublishableKey: 'pk_test_public', purchasingEnabled: true, ...more },
  });

type World = {
  settings?: PaymentSettingsFieldsFragment;
  events?: StripeEventFieldsFragment[];
  drift?: BillingDriftQuery['billingDrift'];
};

export function open({ settings = keys, events = [event], drift = [] }: World = {}) {
  answer(PaymentSettingsDocument, { paymentSettings: settings });
  answer(StripeEventsDocument, { stripeEvents: events });
  answer(BillingDriftDocument, { billingDrift: drift });
  answer(AdminStats, { adminStats: stats });
  config({ stripePublishableKey: settings.stripePublishableKey });
  return renderApp({ path: '/admin/billing', signedInAs: ada });
}
