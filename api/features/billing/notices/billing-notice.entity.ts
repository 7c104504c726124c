import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Team } from '#api/features/teams/team.entity.ts';

/** Something about money that a team's owner was told by mail: once, whichever way we learn of it. */
@Entity()
@Unique({ properties: ['team', 'kind', 'about'] })
export class BillingNotice {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** The kind of the letter, as `billing-receipt`; of what the operator is told, the type of Stripe's event. */
  @Property({ type: 'text' })
  kind!: string;

  /** Id of what it is about at Stripe, or a day. */
  @Property({ type: 'text' })
  about!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
