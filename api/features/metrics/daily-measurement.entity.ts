import { PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';

/** What was measured of a controller on one UTC day. Time that was not observed is in no sum. */
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

  /** Of these, online. */
  @Property({ type: 'double', default: 0 })
  onlineSeconds: number = 0;

  /** Bytes over the gateways' uplinks, from rates times the time between readings; null: no rate was ever read. */
  @Property({ type: 'double', nullable: true })
  transferredBytes?: number | null;
}
