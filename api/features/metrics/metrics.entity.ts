import { PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Index, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';

/** A controller's measurements on one UTC day. Unobserved time is in no sum. */
@Entity()
export class DailyMeasurement {
  @ManyToOne(() => Controller, { primary: true, deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @PrimaryKey({ type: 'date' })
  day!: string;

  [PrimaryKeyProp]?: ['controller', 'day'];

  /** Device-seconds during which a device was known to be online or offline. */
  @Property({ type: 'double', default: 0 })
  observedSeconds: number = 0;

  /** The part of them spent online. */
  @Property({ type: 'double', default: 0 })
  onlineSeconds: number = 0;

  /**
   * Bytes over the gateways' uplinks, from rates times the time between readings. `null`: no rate was ever
   * read.
   */
  @Property({ type: 'double', nullable: true })
  transferredBytes?: number | null;
}

/**
 * An uninterrupted period in which a controller, or one console behind it, was either reachable or
 * unreachable. Written on change instead of every round: an open interval lasts until the controller's last
 * round. Time between two intervals wasn't monitored.
 */
@Entity()
@Index({
  name: 'reachability_interval_open_index',
  expression:
    'create index "reachability_interval_open_index" on "reachability_interval" ("controller_id") where "until" is null',
})
@Index({ properties: ['controller', 'began'] })
export class ReachabilityInterval {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  /** The console; empty for the controller itself. */
  @Property({ type: 'text' })
  hostId!: string;

  @Property({ type: 'timestamptz' })
  began!: Date;

  /** `null`: ongoing. */
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Property({ type: 'boolean' })
  seen!: boolean;

  /** Why it is unreachable or incomplete, in words for the owner. `null` if nothing is wrong. */
  @Property({ type: 'text', nullable: true })
  problem?: string | null;
}

/**
 * An internet connection, as measured by UniFi's cloud: one for each site with a gateway inside a console.
 */
@Entity()
@Unique({ properties: ['controller', 'hostId', 'siteId'] })
export class Wan {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  /** UniFi's ID of the site inside the console. Empty if the cloud doesn't report it. */
  @Property({ type: 'text' })
  siteId!: string;

  /** The provider, according to the latest period. */
  @Property({ type: 'text', nullable: true })
  ispName?: string | null;
}
