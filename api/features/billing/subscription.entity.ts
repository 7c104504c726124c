import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Currency, Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';

/** Final statuses. */
export const finalStatuses = ['canceled', 'incomplete_expired'] as const;

/**
 * A subscription as last read from Stripe, which alone decides its state. A team has at most one that hasn't
 * ended.
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

  /** Stripe's status: `trialing`, `active`, `past_due`, … Stripe may add others. */
  @Property({ type: 'text' })
  status!: string;

  /** Package with this price. `null` if no package has it anymore. */
  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'set null' })
  package?: Rel<Package> | null;

  @Property({ type: 'text' })
  priceId!: string;

  /** The single item whose price a package change replaces. */
  @Property({ type: 'text' })
  itemId!: string;

  /** Monthly amount in the minor unit of `currency`. */
  @Property({ type: 'integer' })
  amount!: number;

  @Enum({ items: () => Currency })
  currency!: Currency;

  @Property({ type: 'timestamptz', nullable: true })
  currentPeriodEnd?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  trialEnd?: Date | null;

  /** Scheduled cancellation. `null` if it renews. */
  @Property({ type: 'timestamptz', nullable: true })
  cancelAt?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  endedAt?: Date | null;

  /** Since when a payment has been overdue. `null` if none is. */
  @Property({ type: 'timestamptz', nullable: true })
  pastDueSince?: Date | null;

  /** Stripe price ID of a pending change. */
  @Property({ type: 'text', nullable: true })
  pendingPriceId?: string | null;

  /** Card details that may be shown. */
  @Property({ type: 'json', nullable: true })
  paymentMethod?: { brand: string; last4: string; expMonth: number; expYear: number } | null;

  /**
   * The trial's first card was never added. The subscription never gave service, and the team keeps what it
   * had.
   */
  @Property({ type: 'boolean', default: false })
  lacksCard: boolean = false;

  /** Credit balance in the minor unit of `currency`, deducted from the next invoices. */
  @Property({ type: 'integer', default: 0 })
  creditLeft: number = 0;

  @Property({ type: 'timestamptz' })
  startedAt!: Date;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  readAt: Date = new Date();
}

/**
 * Statuses in which a team has what it bought. Excludes `unpaid`, `paused` and everything before the first
 * payment.
 */
const runningStatuses = ['trialing', 'active', 'past_due'] as const;

/** SQL condition on a row of `subscription`. */
export const isRunning = `status in (${runningStatuses.map((status) => `'${status}'`).join(', ')})`;
