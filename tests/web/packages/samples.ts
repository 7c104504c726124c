import {
  AllPackagesDocument,
  PackageInUseDocument,
  PackagePriceCheckDocument,
  PackageSubscribersDocument,
  PriceListDocument,
  type SoldPackageFieldsFragment,
  StripeConfigDocument,
} from '#web/gql/graphql.ts';
import { answer } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';

type Sold = Unmasked<SoldPackageFieldsFragment>;

const nobody = { onTrial: 0, paying: 0, pastDue: 0, ended: 0, none: 0, active: 0 };

const plan: Sold = {
  id: 'pro',
  name: 'Professional Plan',
  description: 'Several sites under one roof.',
  price: '29.99',
  currency: 'USD',
  maxControllers: 5,
  maxDevices: 100,
  maxAlertsPerMonth: 1000,
  dataRetentionDays: 30,
  features: ['Live alerts', 'Every channel', 'HaloPSA tickets', 'Maintenance windows', 'API tokens'],
  stripePriceId: null,
  stripePriceIdUsd: 'price_pro',
  isActive: true,
  subscriberCount: 12,
};

export const free: Sold = {
  ...plan,
  id: 'free',
  name: 'FREE',
  price: '0',
  maxControllers: 1,
  features: ['Something else'],
  stripePriceIdUsd: null,
  subscriberCount: 0,
};
export const professional = plan;
export const provider: Sold = {
  ...plan,
  id: 'provider',
  name: 'Provider & Söhne',
  price: '99.00',
  currency: 'GBP',
  maxControllers: -1,
  maxDevices: -1,
  dataRetentionDays: 1,
  stripePriceId: 'price_provider',
  stripePriceIdUsd: null,
  subscriberCount: 1,
};

export const three = [free, professional, provider];

/** What the public price list answers. */
export function sells(packages: readonly Sold[] = three, purchasingEnabled = true): void {
  answer(PriceListDocument, { packages: [...packages] } as never);
  answer(StripeConfigDocument, { stripeConfig: { stripePublishableKey: 'pk_test_1', purchasingEnabled } });
}

const atStripe = { cancelAt: null, pastDueSince: null, stripeSubscriptionId: 'sub_1' };

/** What the team has. */
export function has(state: string, packageId?: string, more: object = {}): void {
  const own = packageId ? { id: packageId } : null;
  const subscription = { ...atStripe, state, package: own, ...more };
  answer(PackageInUseDocument, { subscription } as never);
}

/** What the operator keeps. */
export function keeps(packages: readonly Sold[] = three): void {
  answer(AllPackagesDocument, { allPackages: [...packages] } as never);
  answer(PackagePriceCheckDocument, { packagePriceCheck: { checked: true, problems: [] } } as never);
  answer(PackageSubscribersDocument, {
    packageSubscribers: [
      { packageId: 'pro', ...nobody, paying: 9, pastDue: 1, onTrial: 2, active: 12 },
      { packageId: 'provider', ...nobody, paying: 1, active: 1 },
    ],
  });
}
