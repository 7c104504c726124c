import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType } from 'type-graphql';
import { Package } from '../packages/package.entity.ts';

/** The tenant: controllers, rules and alerts belong to a team, people are members of it. */
@ObjectType({ description: 'A team, which owns controllers, rules and alerts. Users are its members.' })
@Entity()
export class Team {
  @Field(() => ID, { description: 'UUID, used by `switchTeam`.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Field({ description: 'Team name, visible to its members.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "IANA name of the zone for times in chats, tickets and emails to people whose own zone isn't known, e.g. `Europe/London`. `null`: UTC.",
  })
  @Property({ type: 'text', nullable: true })
  timeZone?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of the trial. `null` if there is none.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  trialEndsAt?: Date | null;

  /**
   * Package whose limits apply: chosen for the trial, then the paid one. `null` means no limits, for the
   * operator's own team.
   */
  @Index()
  @ManyToOne(() => Package, { nullable: true, deleteRule: 'restrict' })
  package?: Rel<Package> | null;

  /**
   * End of service. Afterwards nothing is polled and no one is notified. `null` if there is no end. Set with
   * the subscription.
   */
  @Property({ type: 'timestamptz', nullable: true })
  activeUntil?: Date | null;

  /** Its only Stripe customer. */
  @Unique()
  @Property({ type: 'text', nullable: true })
  stripeCustomerId?: string | null;

  /** Number of the last event. Counted up under this row's lock, so the sequence has no gaps and follows commits. */
  @Property({ type: 'bigint', default: 0 })
  lastEventSeq: string = '0';

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** Trial days of a new team (DECISIONS section 7). */
export const trialDays = 14;

export function endOfTrial(now: number): Date {
  return new Date(now + trialDays * 86_400_000);
}
