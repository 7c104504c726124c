import { ArrayType, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Controller } from './controller.entity.ts';
import type { DeviceReading } from './reading.ts';

/** A device as it was last seen. Written only when something about it changed. */
@ObjectType({ description: 'A device as it was last seen.' })
@Entity()
@Unique({ properties: ['controller', 'hostId', 'mac'] })
export class Device {
  @Field(() => ID, { description: 'A UUID of ours; it stays when the device is renamed.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Field({ description: 'The site that it is at.' })
  @Property({ type: 'text' })
  hostId!: string;

  @Field({ description: '12 upper-case hex digits.' })
  @Property({ type: 'text' })
  mac!: string;

  @Field({ description: 'As it is called at UniFi.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'As UniFi says, such as `U7 Pro`; null when it does not.',
  })
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

  @Field({ description: "Beyond the package's limit: it is listed, and not watched." })
  @Property({ type: 'boolean', default: false })
  overLimit: boolean = false;

  /** When it was first seen: the oldest are watched first. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();

  /** Ports that were up at some time: only these can go down. */
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', defaultRaw: "'{}'" })
  upPorts: number[] = [];
}
