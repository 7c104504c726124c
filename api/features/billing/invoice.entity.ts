import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Currency } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';

/** An invoice at Stripe as it was last read there. Drafts are not kept. */
@Entity()
@Index({ properties: ['team', 'issuedAt'] })
export class Invoice {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Unique()
  @Property({ type: 'text' })
  stripeId!: string;

  /** What it is called on paper. */
  @Property({ type: 'text', nullable: true })
  number?: string | null;

  /** Of Stripe's: `open`, `paid`, `uncollectible`, `void`. */
  @Property({ type: 'text' })
  status!: string;

  /** Stripe's reason: `subscription_create`, `subscription_cycle`, … */
  @Property({ type: 'text', nullable: true })
  billingReason?: string | null;

  /** In the smallest unit of `currency`, as the two below. */
  @Property({ type: 'integer' })
  total!: number;

  @Property({ type: 'integer' })
  amountPaid!: number;

  @Property({ type: 'integer' })
  amountRemaining!: number;

  @Enum({ items: () => Currency })
  currency!: Currency;

  @Property({ type: 'timestamptz' })
  issuedAt!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  periodStart?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  periodEnd?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  paidAt?: Date | null;

  /** When the card is tried again; null: it is not. */
  @Property({ type: 'timestamptz', nullable: true })
  nextAttemptAt?: Date | null;
}
