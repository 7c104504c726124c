import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Team } from '../teams/team.entity.ts';

/**
 * An address that unsubscribed from a team's alert emails. It outlives the channel, and only its owner can
 * undo it.
 */
@Entity()
@Unique({ properties: ['team', 'address'] })
export class Unsubscription {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** Normalized. */
  @Property({ type: 'text' })
  address!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
