import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
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

@ObjectType('Invoice', { description: 'An invoice of this team.' })
export class ShownInvoice {
  @Field(() => ID, { description: 'What `GET /api/invoices/:id/pdf` takes.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it is called on paper; null before it has a number.',
  })
  number?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'When it was made.' })
  date!: Date;

  @Field(() => Int, {
    description: 'In the smallest unit of `currency`; below zero for what was credited.',
  })
  amount!: number;

  @Field(() => Int, {
    description:
      'What was taken for it, in the smallest unit of `currency`: less than `amount` where a credit paid a part.',
  })
  amountPaid!: number;

  @Field(() => Currency, { description: 'What the amounts are in.' })
  currency!: Currency;

  @Field({ description: "Stripe's word: `open`, `paid`, `uncollectible`, `void`." })
  status!: string;

  @Field({ description: 'What it is for: `1 Nov – 1 Dec 2026`.' })
  period!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When what it is for begins; null where it is for no time.',
  })
  periodStart?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When what it is for ends; null where it is for no time.',
  })
  periodEnd?: Date | null;

  @Field({ description: 'Whether `GET /api/invoices/:id/pdf` has something to give.' })
  hasPdf!: boolean;

  @Field(() => Int, { description: 'In the smallest unit of `currency`.' })
  amountRemaining!: number;
}
