import { Field, Float, GraphQLISODateTime, Int, ObjectType, registerEnumType, ID } from 'type-graphql';
import { Currency, Package } from '../packages/package.entity.ts';

export enum SubscriptionState {
  trial = 'trial',
  free = 'free',
  incomplete = 'incomplete',
  trialing = 'trialing',
  active = 'active',
  past_due = 'past_due',
  ended = 'ended',
  none = 'none',
}
registerEnumType(SubscriptionState, {
  name: 'SubscriptionState',
  description: "State of a team's subscription.",
  valuesConfig: {
    trial: { description: 'Trial without a card or subscription.' },
    free: { description: 'Free package.' },
    incomplete: { description: 'Started, awaiting the first payment.' },
    trialing: { description: 'Subscription in its trial, not charged yet.' },
    active: { description: 'Paid for.' },
    past_due: { description: 'A payment failed. Service continues during the grace period.' },
    ended: { description: 'Ended. Monitoring is paused.' },
    none: { description: "No package, and no limits: the operator's own team." },
  },
});

@ObjectType({ description: 'The saved card, without its full number.' })
export class CardInfo {
  @Field({ description: "Stripe's brand name: `visa`, `mastercard`." })
  brand!: string;

  @Field({ description: 'Last four digits.' })
  last4!: string;

  @Field(() => Int, { description: 'Expiry month, 1 to 12.' })
  expMonth!: number;

  @Field(() => Int, { description: 'Expiry year, such as 2029.' })
  expYear!: number;
}

@ObjectType({ description: "A team's use of its package. A limit of `null` means unlimited." })
export class PackageUsage {
  @Field(() => Int, { description: "All of the team's controllers, monitored or not." })
  controllers!: number;

  @Field(() => Int, { nullable: true, description: 'Maximum monitored controllers.' })
  maxControllers?: number | null;

  @Field(() => Int, { description: 'Adopted devices of the monitored sites.' })
  devices!: number;

  @Field(() => Int, { nullable: true, description: 'Maximum monitored devices.' })
  maxDevices?: number | null;

  @Field(() => Int, { description: 'Alerts opened in this calendar month (UTC).' })
  alertsThisMonth!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Alerts sent per calendar month (UTC). Critical ones are always sent.',
  })
  maxAlertsPerMonth?: number | null;

  @Field(() => Int, { nullable: true, description: 'Days of history kept.' })
  dataRetentionDays?: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Bytes transferred through gateways this calendar month (UTC). `null` if nothing was measured.',
  })
  transferredBytes?: number | null;

  @Field(() => Int, { description: "Controllers over the package's limit. They're kept but not monitored." })
  controllersBeyond!: number;

  @Field(() => Int, { description: "Devices over the package's limit. They're listed but not monitored." })
  devicesBeyond!: number;
}

@ObjectType({ description: "A team's subscription, and how long its service lasts." })
export class TeamSubscription {
  @Field(() => SubscriptionState, { description: 'Current state.' })
  state!: SubscriptionState;

  @Field({ description: "Whether the team's networks are being monitored." })
  isActive!: boolean;

  @Field(() => Package, {
    nullable: true,
    description: 'Package whose limits apply. `null` if there are no limits.',
  })
  package?: Package | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the trial without a card, past or future. `null` if there was none.',
  })
  trialEndsAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'End of service, past or future, due to the trial, grace period or cancellation. `null` if there is none.',
  })
  activeUntil?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the paid period. `null` without a subscription.',
  })
  currentPeriodEnd?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "End of a canceled subscription. `null` if it isn't canceled.",
  })
  cancelAt?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Monthly price in the smallest unit of `currency`. `null` without a subscription.',
  })
  amount?: number | null;

  @Field(() => Currency, {
    nullable: true,
    description: 'Currency of `amount`. `null` without a subscription.',
  })
  currency?: Currency | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Credit deducted from the next invoices, in the smallest unit of `currency`. `null` if there is none.',
  })
  creditLeft?: number | null;

  @Field(() => Package, {
    nullable: true,
    description:
      'Package of a change or subscription that awaits a payment or card. `null` if nothing is pending.',
  })
  pendingPackage?: Package | null;

  @Field(() => CardInfo, {
    nullable: true,
    description: 'Saved card. `null` if there is none.',
  })
  paymentMethod?: CardInfo | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when a payment has been overdue. `null` if none is.',
  })
  pastDueSince?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Time of the next payment attempt. `null` if none is scheduled.',
  })
  nextAttemptAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Stripe subscription ID (`sub_…`). `null` without a subscription.',
  })
  stripeSubscriptionId?: string | null;

  @Field({ description: 'Whether purchasing is on and payments are set up.' })
  canPurchase!: boolean;
}

@ObjectType({ description: 'Teams by the state of their subscription. Each team counts once.' })
export class Subscribers {
  @Field(() => Int, { description: 'Teams on trial, with or without a subscription.' })
  onTrial!: number;

  @Field(() => Int, { description: 'Teams with a paid subscription.' })
  paying!: number;

  @Field(() => Int, { description: 'Teams with a failed payment whose service continues for now.' })
  pastDue!: number;

  @Field(() => Int, { description: 'Teams whose trial or subscription has ended.' })
  ended!: number;

  @Field(() => Int, { description: 'Teams on a free package or without a package.' })
  none!: number;

  @Field(() => Int, {
    description:
      'Active subscriptions: paying, past due, or on trial with a subscription that is charged when the trial ends.',
  })
  active!: number;
}

@ObjectType({ description: 'Teams of one package by the state of their subscription.' })
export class PackageSubscribers extends Subscribers {
  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the package they subscribed to, or otherwise have. `null` for teams without a package.',
  })
  packageId!: string | null;
}

/** Teams in the same state. */
export interface TeamGroup {
  state: SubscriptionState;
  /** Whether they have a subscription that gives service. */
  subscribed: boolean;
  teams: number;
}

const fields: Record<SubscriptionState, Exclude<keyof Subscribers, 'active'>> = {
  [SubscriptionState.trial]: 'onTrial',
  [SubscriptionState.trialing]: 'onTrial',
  [SubscriptionState.active]: 'paying',
  [SubscriptionState.past_due]: 'pastDue',
  [SubscriptionState.ended]: 'ended',
  [SubscriptionState.free]: 'none',
  [SubscriptionState.incomplete]: 'none',
  [SubscriptionState.none]: 'none',
};

export function countSubscribers(groups: readonly TeamGroup[]): Subscribers {
  const counts: Subscribers = { onTrial: 0, paying: 0, pastDue: 0, ended: 0, none: 0, active: 0 };
  for (const { state, subscribed, teams } of groups) {
    counts[fields[state]] += teams;
    if (subscribed && state !== SubscriptionState.ended) counts.active += teams;
  }
  return counts;
}
