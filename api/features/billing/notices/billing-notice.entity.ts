import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Team } from '#api/features/teams/team.entity.ts';

/** A billing email that was sent to a team's owner. Each is sent once, however we learn about its cause. */
@Entity()
@Unique({ properties: ['team', 'kind', 'about'] })
export class BillingNotice {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** Kind of email, such as `billing-receipt`, or the Stripe event type for operators' emails. */
  @Property({ type: 'text' })
  kind!: string;

  /** Stripe ID of its subject, or a date. */
  @Property({ type: 'text' })
  about!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
