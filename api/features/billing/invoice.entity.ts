import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType } from 'type-graphql';
import { Currency } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';

/** An invoice as last read from Stripe. Drafts aren't kept. */
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

  /** Invoice number on the PDF. */
  @Property({ type: 'text', nullable: true })
  number?: string | null;

  /** Stripe's status: `open`, `paid`, `uncollectible` or `void`. */
  @Property({ type: 'text' })
  status!: string;

  /** Stripe's reason: `subscription_create`, `subscription_cycle`, … */
  @Property({ type: 'text', nullable: true })
  billingReason?: string | null;

  /** In the minor unit of `currency`, like the two below. */
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

  /** Time of the next payment attempt. `null` if none is scheduled. */
  @Property({ type: 'timestamptz', nullable: true })
  nextAttemptAt?: Date | null;
}

@ObjectType('Invoice', { description: 'An invoice of this team.' })
export class InvoiceView {
  @Field(() => ID, { description: 'ID, for `GET /api/invoices/:id/pdf`.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Invoice number. `null` until it has one.',
  })
  number?: string | null;

  @Field(() => GraphQLISODateTime, { description: 'Creation time.' })
  date!: Date;

  @Field(() => Int, {
    description: 'Amount in the smallest unit of `currency`. Negative for credits.',
  })
  amount!: number;

  @Field(() => Int, {
    description:
      'Amount paid, in the smallest unit of `currency`. Less than `amount` if a credit covered part of it.',
  })
  amountPaid!: number;

  @Field(() => Currency, { description: 'What the amounts are in.' })
  currency!: Currency;

  @Field({ description: "Stripe's status: `open`, `paid`, `uncollectible` or `void`." })
  status!: string;

  @Field({ description: 'Billed period, such as `1 Nov – 1 Dec 2026`.' })
  period!: string;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Start of the billed period. `null` if there is none.',
  })
  periodStart?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the billed period. `null` if there is none.',
  })
  periodEnd?: Date | null;

  @Field({ description: 'Whether `GET /api/invoices/:id/pdf` returns a file.' })
  hasPdf!: boolean;

  @Field(() => Int, { description: 'In the smallest unit of `currency`.' })
  amountRemaining!: number;
}
