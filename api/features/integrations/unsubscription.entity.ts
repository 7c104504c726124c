import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Team } from '../teams/team.entity.ts';

/** Somebody asked by a link for no more alert mails of a team. It outlives the channel: only they lift it. */
@Entity()
@Unique({ properties: ['team', 'address'] })
export class Unsubscription {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** Normal form. */
  @Property({ type: 'text' })
  address!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
