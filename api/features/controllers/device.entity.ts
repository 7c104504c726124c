import { ArrayType, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Controller } from './controller.entity.ts';
import type { DeviceReading } from './reading.ts';

export enum DeviceState {
  online = 'online',
  offline = 'offline',
  busy = 'busy',
  unknown = 'unknown',
}
registerEnumType(DeviceState, {
  name: 'DeviceState',
  description: 'What was last seen of a device.',
  valuesConfig: {
    online: { description: 'UniFi says that it is connected.' },
    offline: { description: 'UniFi says that it is not.' },
    busy: { description: 'It is updating, adopting or getting ready: neither up nor down.' },
    unknown: { description: 'Not told: its console could not be read, or does not list it any more.' },
  },
});

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

  @Field(() => DeviceState, { description: 'At the last reading; `unknown` is no `offline`.' })
  @Property({ type: 'text' })
  state!: DeviceReading['state'];

  @Field(() => GraphQLISODateTime, { description: 'Since when it is seen in this state without a break.' })
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
