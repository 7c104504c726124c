import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';

/** A line to the internet, as UniFi's cloud measures it: one for each site inside a console that has a gateway. */
@Entity()
@Unique({ properties: ['controller', 'hostId', 'siteId'] })
export class Wan {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  /** UniFi's id of the site inside the console; empty where the cloud does not tell. */
  @Property({ type: 'text' })
  siteId!: string;

  /** The provider, as the newest period names it. */
  @Property({ type: 'text', nullable: true })
  ispName?: string | null;
}
