import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from './controller.entity.ts';
import type { DeviceReading } from './reading.ts';

/** A device as it was last seen. Written only when something about it changed. */
@Entity()
@Unique({ properties: ['controller', 'hostId', 'mac'] })
export class Device {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  /** 12 upper-case hex digits. */
  @Property({ type: 'text' })
  mac!: string;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text', nullable: true })
  model?: string | null;

  @Property({ type: 'text' })
  role!: DeviceReading['role'];

  @Property({ type: 'boolean' })
  isConsole!: boolean;

  @Property({ type: 'text' })
  state!: DeviceReading['state'];

  @Property({ type: 'timestamptz' })
  stateSince!: Date;

  /** Ports that were up at some time: only these can go down. */
  @Property({ type: 'integer[]', defaultRaw: "'{}'" })
  upPorts: number[] = [];
}
