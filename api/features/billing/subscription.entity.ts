import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Currency, Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';

/** States after which nothing comes any more. */
export const finalStatuses = ['canceled', 'incomplete_expired'] as const;

/**
 * A subscription at Stripe as it was last read there; nothing of it is decided here. A team has at most one that is not
 * over.
 */
@Entity()
@Index({
  name: 'subscription_team_id_live_unique',
  expression: `create unique index "subscription_team_id_live_unique" on "subscription" ("team_id") where "status" not in ('canceled', 'incomplete_expired')`,
})
export class Subscription {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Unique()
  @Property({ type: 'text' })
  stripeId!: string;

  /** Of Stripe's: `trialing`, `active`, `past_due`, … An open list: others may come. */
  @Property({ type: 'text' })
  status!: string;

  /** Whose price it has; null for a price that is no package's any more. */
  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'set null' })
  package?: Rel<Package> | null;

  @Property({ type: 'text' })
  priceId!: string;

  /** Its one item, which a change of package replaces the price of. */
  @Property({ type: 'text' })
  itemId!: string;

  /** Of a month, in the smallest unit of `currency`. */
  @Property({ type: 'integer' })
  amount!: number;

  @Enum({ items: () => Currency })
  currency!: Currency;

  @Property({ type: 'timestamptz', nullable: true })
  currentPeriodEnd?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  trialEnd?: Date | null;

  /** When it will end by somebody's wish; null while it goes on. */
  @Property({ type: 'timestamptz', nullable: true })
  cancelAt?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  endedAt?: Date | null;

  /** Since when a payment is missing; null while none is. */
  @Property({ type: 'timestamptz', nullable: true })
  pastDueSince?: Date | null;

  /** The price that a change waits with until it is paid. */
  @Property({ type: 'text', nullable: true })
  pendingPriceId?: string | null;

  /** The card that is charged, as far as it may be shown. */
  @Property({ type: 'json', nullable: true })
  paymentMethod?: { brand: string; last4: string; expMonth: number; expYear: number } | null;

  /** A trial whose first card was never given: it has never given anything, and what the team had goes on. */
  @Property({ type: 'boolean', default: false })
  lacksCard: boolean = false;

  /** What the customer has to its credit, in the smallest unit of `currency`: the next invoices use it up. */
  @Property({ type: 'integer', default: 0 })
  creditLeft: number = 0;

  /** When Stripe made it. */
  @Property({ type: 'timestamptz' })
  startedAt!: Date;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  readAt: Date = new Date();
}

/** States of Stripe's in which a team has what it bought: not `unpaid` or `paused`, nor before the first payment. */
const runningStatuses = ['trialing', 'active', 'past_due'] as const;

/** SQL: whether a row of `subscription` is in such a state. */
export const isRunning = `status in (${runningStatuses.map((status) => `'${status}'`).join(', ')})`;
