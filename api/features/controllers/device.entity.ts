import { ArrayType, OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { consoleUrl, Controller } from './controller.entity.ts';
import type { DeviceFacts, DeviceReading, StateReason } from '../unifi/reading.ts';
import { macOf } from '../unifi/shapes.ts';

export enum DeviceState {
  online = 'online',
  offline = 'offline',
  impaired = 'impaired',
  busy = 'busy',
  unknown = 'unknown',
}
registerEnumType(DeviceState, {
  name: 'DeviceState',
  description: 'State of a device at the latest reading.',
  valuesConfig: {
    online: { description: 'UniFi reports the device as online.' },
    offline: {
      description: 'UniFi reports the device as offline, or its console lost the connection to it.',
    },
    impaired: {
      description:
        "The device is reachable but doesn't work, e.g. it has lost its uplink (`isolated`). See `stateReason`.",
    },
    busy: { description: 'The device is updating, being adopted or getting ready: neither up nor down.' },
    unknown: {
      description:
        "The state isn't known, e.g. because the console couldn't be read or UniFi reported a state that we don't recognize. See `stateReason`.",
    },
  },
});

export enum DeviceRole {
  gateway = 'gateway',
  switch = 'switch',
  access_point = 'access_point',
  other = 'other',
}
registerEnumType(DeviceRole, {
  name: 'DeviceRole',
  description: 'What a device does in its network.',
  valuesConfig: {
    gateway: { description: 'Connects the site to the internet.' },
    switch: { description: 'Connects devices by cable.' },
    access_point: { description: 'Connects clients by Wi-Fi.' },
    other: { description: 'Anything else, such as a camera or a console without a gateway.' },
  },
});

export enum DeviceStateReason {
  interrupted = 'interrupted',
  isolated = 'isolated',
  incorrect_topology = 'incorrect_topology',
  update_overdue = 'update_overdue',
  updating = 'updating',
  adopting = 'adopting',
  getting_ready = 'getting_ready',
  deleting = 'deleting',
  unlisted = 'unlisted',
  unrecognized = 'unrecognized',
  unreported = 'unreported',
  console_offline = 'console_offline',
  network_stopped = 'network_stopped',
  console_gone = 'console_gone',
  console_unknown = 'console_unknown',
  unread = 'unread',
}
registerEnumType(DeviceStateReason, {
  name: 'DeviceStateReason',
  description: "Reason for a device's state, if the state alone doesn't say.",
  valuesConfig: {
    interrupted: { description: '`offline`: its console lost the connection to it.' },
    isolated: { description: '`impaired`: it has lost its uplink to the network.' },
    incorrect_topology: { description: "`impaired`: it's connected in a place where it can't work." },
    update_overdue: { description: '`impaired`: it has been updating for more than 15 minutes.' },
    updating: { description: "`busy`: it's installing an update." },
    adopting: { description: "`busy`: it's being adopted." },
    getting_ready: { description: "`busy`: it's starting or being configured." },
    deleting: { description: "`busy`: it's being removed from UniFi." },
    unlisted: {
      description:
        '`offline`: UniFi no longer lists it, and counts one more device as offline. `unknown`: UniFi no longer lists it.',
    },
    unrecognized: {
      description: "`unknown`: UniFi reported a state that we don't recognize. See `reportedState`.",
    },
    unreported: { description: '`unknown`: UniFi lists it without a state.' },
    console_offline: { description: '`unknown`: its console is offline.' },
    network_stopped: {
      description: "`unknown`: the Network application of its console isn't running, or has just come back.",
    },
    console_gone: { description: '`unknown`: its console is no longer in the UniFi account.' },
    console_unknown: { description: "`unknown`: whether its console is connected isn't known." },
    unread: { description: "`unknown`: the list that it's on couldn't be read." },
  },
});

export enum UplinkKind {
  wired = 'wired',
  wireless = 'wireless',
}
registerEnumType(UplinkKind, {
  name: 'UplinkKind',
  description: 'How a device connects to the one above it.',
  valuesConfig: {
    wired: { description: 'By cable.' },
    wireless: { description: 'By Wi-Fi, as part of a mesh.' },
  },
});

export enum UplinkSource {
  topology = 'topology',
  statistics = 'statistics',
  detail = 'detail',
}
registerEnumType(UplinkSource, {
  name: 'UplinkSource',
  description: 'Where in UniFi an uplink was read.',
  valuesConfig: {
    topology: { description: "The console's topology, which names ports." },
    statistics: { description: 'Device statistics, which name the ports of access points only.' },
    detail: { description: "The device's details, which name no port." },
  },
});

@ObjectType({ description: 'Ports of a device that can supply power over Ethernet (PoE).' })
export class PoePorts {
  @Field(() => Int, { description: 'Ports that can supply power.' })
  total!: number;

  @Field(() => Int, { description: 'Ports that supply power now, including limited ones.' })
  inUse!: number;

  @Field(() => Int, { description: 'Ports whose power UniFi reports as limited.' })
  limited!: number;
}

/** A device as last seen. Written only when something has changed. */
@ObjectType({ description: 'A device as it was last seen.' })
@Entity()
@Unique({ properties: ['controller', 'hostId', 'mac'] })
export class Device {
  [OptionalProps]?: 'shownMac' | 'url';

  @Field(() => ID, { description: 'Our own UUID. Stays the same when the device is renamed.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Field({ description: 'ID of its site.' })
  @Property({ type: 'text' })
  hostId!: string;

  /** Its MAC, or UniFi's key for a device without one. */
  @Property({ type: 'text' })
  mac!: string;

  @Field(() => String, {
    name: 'mac',
    description: '12 upper-case hex digits. Empty if UniFi lists the device without a MAC address.',
  })
  get shownMac(): string {
    return macOf(this.mac) ?? '';
  }

  @Field({ description: 'Device name in UniFi.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Model reported by UniFi, such as `U7 Pro`. `null` if it reports none.',
  })
  @Property({ type: 'text', nullable: true })
  model?: string | null;

  @Field(() => DeviceRole, { description: 'What it does in its network.' })
  @Property({ type: 'text' })
  role!: DeviceReading['role'];

  @Field({ description: 'Whether it is the console of its site, which connects to the internet.' })
  @Property({ type: 'boolean' })
  isConsole!: boolean;

  @Field(() => DeviceState, { description: 'State at the latest reading.' })
  @Property({ type: 'text' })
  state!: DeviceReading['state'];

  @Field(() => DeviceStateReason, {
    nullable: true,
    description: 'Why the device is in this state. `null` if the state says it all.',
  })
  @Property({ type: 'text', nullable: true })
  stateReason?: StateReason | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The state in UniFi's own words, e.g. `CONNECTION_INTERRUPTED`. `null` if UniFi didn't report one.",
  })
  @Property({ type: 'text', nullable: true })
  reportedState?: string | null;

  @Field(() => GraphQLISODateTime, {
    description: 'When the device entered this state, as far as it was seen without a break.',
  })
  @Property({ type: 'timestamptz' })
  stateSince!: Date;

  /** When its update was first observed. */
  @Property({ type: 'timestamptz', nullable: true })
  updatingSince?: Date | null;

  /** When it first went missing from all of UniFi's lists and counts. */
  @Property({ type: 'timestamptz', nullable: true })
  missingSince?: Date | null;

  /** When it left this console: it moved to another one, or was removed. It is no longer listed or counted. */
  @Property({ type: 'timestamptz', nullable: true })
  leftAt?: Date | null;

  @Field({ description: "Beyond the package's limit: it is listed, and not watched." })
  @Property({ type: 'boolean', default: false })
  overLimit: boolean = false;

  @Field(() => String, {
    nullable: true,
    description:
      'Version of its firmware as UniFi writes it, such as `7.2.123`. `null` if UniFi reports none.',
  })
  @Property({ type: 'text', nullable: true })
  firmwareVersion?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether UniFi offers newer firmware for it. `null` if UniFi doesn't say.",
  })
  @Property({ type: 'boolean', nullable: true })
  updateAvailable?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'IP address, such as `10.0.0.12`. `null` if UniFi reports none.',
  })
  @Property({ type: 'text', nullable: true })
  ip?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it last started, within about two minutes. `null` if UniFi has never reported it.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  startedAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was last adopted. `null` for consoles, and if UniFi reports none.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  adoptedAt?: Date | null;

  @Field(() => String, { description: 'URL of its console in UniFi, where it is managed.' })
  get url(): string {
    return consoleUrl(this.hostId);
  }

  /** MAC of the device that it connects to. */
  @Property({ type: 'text', nullable: true })
  uplinkMac?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Port on its uplink device that it is connected to. `null` if UniFi reports none, as for most switches.',
  })
  @Property({ type: 'integer', nullable: true })
  uplinkPort?: number | null;

  @Field(() => UplinkKind, {
    nullable: true,
    description: "How it connects to its uplink device. `null` if UniFi doesn't say.",
  })
  @Property({ type: 'text', nullable: true })
  uplinkKind?: DeviceFacts['uplinkKind'] | null;

  @Field(() => UplinkSource, {
    nullable: true,
    description: 'Where in UniFi its uplink was read. `null` without an uplink.',
  })
  @Property({ type: 'text', nullable: true })
  uplinkSource?: DeviceFacts['uplinkSource'] | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description:
      'When UniFi last reported its uplink while it was online, within six hours. `null` without an uplink.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  uplinkSeenAt?: Date | null;

  @Field(() => PoePorts, {
    nullable: true,
    description: "Its ports that can supply power. `null` if it has none, or they haven't been read.",
  })
  @Property({ type: 'json', nullable: true })
  poe?: PoePorts | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Clients that UniFi reports as connected to it. `null` if the console's whole list of clients hasn't been read.",
  })
  @Property({ type: 'integer', nullable: true })
  clientCount?: number | null;

  /** When it was first seen. Under a limit, the oldest devices are monitored first. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();

  /** Ports that have ever been up. Only these can go down. */
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', defaultRaw: "'{}'" })
  upPorts: number[] = [];

  /** Those of them that are down. `null` if the ports couldn't be read, or no rule needs them. */
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', nullable: true })
  downPorts?: number[] | null;
}

/** A wired client, recorded so that its absence can be detected. Only recorded if a rule needs it. */
@Entity()
@Unique({ properties: ['controller', 'mac'] })
export class Client {
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
  uplinkMac?: string | null;
}

/** A device was connected to another device or port. Kept for 90 days. */
@Entity()
@Index({ properties: ['controller', 'hostId', 'at'] })
export class UplinkChange {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  @Property({ type: 'text' })
  mac!: string;

  /** When the new uplink was first read. */
  @Index()
  @Property({ type: 'timestamptz' })
  at!: Date;

  @Property({ type: 'text' })
  fromMac!: string;

  @Property({ type: 'integer', nullable: true })
  fromPort?: number | null;

  @Property({ type: 'text' })
  toMac!: string;

  @Property({ type: 'integer', nullable: true })
  toPort?: number | null;
}
