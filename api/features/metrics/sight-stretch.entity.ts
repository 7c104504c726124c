import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';

/**
 * A time without a change in which a controller, or one console behind it, could be seen or not. Written when that changes
 * and not with each round: an open one reaches as far as the controller's last round. Between two stretches nobody looked.
 */
@Entity()
@Index({
  name: 'sight_stretch_open_index',
  expression:
    'create index "sight_stretch_open_index" on "sight_stretch" ("controller_id") where "until" is null',
})
@Index({ properties: ['controller', 'began'] })
export class SightStretch {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  /** The console; empty for the controller itself. */
  @Property({ type: 'text' })
  hostId!: string;

  @Property({ type: 'timestamptz' })
  began!: Date;

  /** Null: it lasts. */
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Property({ type: 'boolean' })
  seen!: boolean;

  /** Why it is not seen, or not whole, in words for the owner; null where nothing is wrong. */
  @Property({ type: 'text', nullable: true })
  problem?: string | null;
}
