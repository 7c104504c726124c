import { Field, ID, Int, ObjectType } from 'type-graphql';
import { SubscriptionState } from './team-subscription.ts';

/** Every screen and API call that counts subscribers uses this definition. */
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
export interface Alike {
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

export function countSubscribers(groups: readonly Alike[]): Subscribers {
  const counts: Subscribers = { onTrial: 0, paying: 0, pastDue: 0, ended: 0, none: 0, active: 0 };
  for (const { state, subscribed, teams } of groups) {
    counts[fields[state]] += teams;
    if (subscribed && state !== SubscriptionState.ended) counts.active += teams;
  }
  return counts;
}
