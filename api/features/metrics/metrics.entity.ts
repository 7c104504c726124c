import { ArrayType, type Opt, PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Index, Unique } from '@mikro-orm/decorators/legacy';
import { Alert } from '../alerts/alert.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';
import type {
  AddressFamily,
  ConsoleReading,
  DeviceReading,
  LineReading,
  LineSource,
  StateReason,
} from '../unifi/reading.ts';

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

/** A change of a device's or console's state. Written on change instead of every round, and kept for 90 days. */
@Entity()
export class StateChange {
  @ManyToOne(() => Controller, { primary: true, deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @PrimaryKey({ type: 'text' })
  hostId!: string;

  /** The device; empty for the console itself. */
  @PrimaryKey({ type: 'text' })
  mac!: string;

  /** The round that saw it. */
  @PrimaryKey({ type: 'timestamptz' })
  at!: Date;

  [PrimaryKeyProp]?: ['controller', 'hostId', 'mac', 'at'];

  /** When a console's state began, according to UniFi. `null`: when a round saw it. */
  @Property({ type: 'timestamptz', nullable: true })
  since?: Date | null;

  @Property({ type: 'text' })
  state!: DeviceReading['state'] | ConsoleReading['link'];

  /** Why it is impaired. `null` for other states. */
  @Property({ type: 'text', nullable: true })
  stateReason?: StateReason | null;

  /** Ports that were up before and are down. `null`: unknown, as for a device that isn't online. */
  @Property({ type: new ArrayType(Number), columnType: 'integer[]', nullable: true })
  downPorts?: number[] | null;
}

/** The first line of a site has the place of the only one that earlier releases knew. IDs contain no spaces. */
export const slotOf = ({ siteId, key }: { siteId: string; key: string }): string =>
  key === 'WAN' ? siteId : `${siteId} ${key}`;

/** An internet line of a site's gateway, as listed and measured by UniFi. */
@Entity()
@Unique({ properties: ['controller', 'hostId', 'slot'] })
@Index({ properties: ['asn'] })
@Index({
  name: 'wan_down',
  expression: `create index "wan_down" on "wan" ("controller_id") where "state" = 'down'`,
})
export class Wan {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  /**
   * What is unique of a line on its console (`slotOf`). In the column that the release before internet lines knows, because its
   * nodes write measurements during a rolling deploy, and rely on this constraint.
   */
  @Property({ type: 'text', fieldName: 'site_id' })
  slot!: string;

  /** UniFi's ID of the site inside the console. Empty if the cloud doesn't report it. */
  @Property({
    type: 'text',
    fieldName: 'network_site_id',
    generated: `(split_part(site_id, ' '::text, 1)) stored`,
  })
  siteId!: string & Opt;

  /** `WAN`, `WAN2`. Empty for measurements of a site that can't be attributed to one of its lines. */
  @Property({ type: 'text', default: 'WAN' })
  key: string = 'WAN';

  /** The provider. */
  @Property({ type: 'text', nullable: true })
  ispName?: string | null;

  /** Number of the provider's autonomous system, according to the latest period. */
  @Property({ type: 'integer', nullable: true })
  asn?: number | null;

  @Property({ type: 'text', nullable: true })
  addressFamily?: AddressFamily | null;

  @Property({ type: 'text', default: 'unknown' })
  state: LineReading['state'] = 'unknown';

  /** `null`: UniFi hasn't listed it yet. */
  @Property({ type: 'timestamptz', nullable: true })
  stateSince?: Date | null;

  /** Whether it carries traffic. `null`: unknown. */
  @Property({ type: 'text', nullable: true })
  role?: LineReading['role'] | null;

  @Property({ type: 'timestamptz', nullable: true })
  roleSince?: Date | null;

  /** Whether it usually waits for another line to fail. `null`: not seen yet. */
  @Property({ type: 'boolean', nullable: true })
  isStandby?: boolean | null;

  /** False for a port that has never been in use. */
  @Property({ type: 'boolean', default: false })
  hasBeenUp: boolean = false;

  /** Since when UniFi no longer lists it. */
  @Property({ type: 'timestamptz', nullable: true })
  missingSince?: Date | null;

  /** End of the latest period in which the cloud measured that it was down. */
  @Property({ type: 'timestamptz', nullable: true })
  downUntil?: Date | null;

  /** Whether it carries the traffic of another line. `null`: unknown. */
  @Property({ type: 'boolean', nullable: true })
  takesOver?: boolean | null;

  /** End of the latest period in which the cloud measured that it does. */
  @Property({ type: 'timestamptz', nullable: true })
  takeoverUntil?: Date | null;

  /** The availability that the provider promises. Percent. */
  @Property({ type: 'double', nullable: true })
  promisedPercent?: number | null;
}

/** An uninterrupted time in which a line was up or down. Time between two intervals is unknown. */
@Entity()
@Index({ properties: ['wan', 'began'] })
export class WanInterval {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Wan, { deleteRule: 'cascade' })
  wan!: Rel<Wan>;

  @Property({ type: 'timestamptz' })
  began!: Date;

  /** `null`: ongoing. */
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Property({ type: 'boolean' })
  isUp!: boolean;

  /** What reported its beginning. `null`: begun before this was stored. */
  @Property({ type: 'text', nullable: true })
  source?: LineSource | null;
}

/**
 * A time in which a line wasn't measured, because its console was unreachable, while lines of its provider were down at other
 * sites. Apart from the alert, whose list of sites changes and which is kept only as long as the package says.
 */
@Entity()
@Index({ properties: ['wan', 'began'] })
export class InferredOutage {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Wan, { deleteRule: 'cascade' })
  wan!: Rel<Wan>;

  /** The alert about the provider. `null` once that was deleted. */
  @Index()
  @ManyToOne(() => Alert, { nullable: true, deleteRule: 'set null' })
  alert?: Rel<Alert> | null;

  @Property({ type: 'text' })
  provider!: string;

  /** How many sites were affected, the most there were during this time. */
  @Property({ type: 'integer' })
  siteCount!: number;

  @Property({ type: 'timestamptz' })
  began!: Date;

  /** `null`: ongoing. */
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;
}

/** A change of what rounds saw of a line, when they saw it. Intervals have the times that UniFi measured. Kept for 90 days. */
@Entity()
export class LineChange {
  @ManyToOne(() => Wan, { primary: true, deleteRule: 'cascade' })
  wan!: Rel<Wan>;

  /** The round that saw it. */
  @PrimaryKey({ type: 'timestamptz' })
  at!: Date;

  [PrimaryKeyProp]?: ['wan', 'at'];

  @Property({ type: 'text' })
  state!: LineReading['state'];

  /** The measured time for which it had been down. `null`: rounds saw it. */
  @Property({ type: 'timestamptz', nullable: true })
  downFrom?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  downUntil?: Date | null;

  /** Whether it carried the traffic of another line. `null`: unknown. */
  @Property({ type: 'boolean', nullable: true })
  takesOver?: boolean | null;

  /** The measured time for which it had. `null`: rounds saw it. */
  @Property({ type: 'timestamptz', nullable: true })
  takeoverFrom?: Date | null;

  @Property({ type: 'timestamptz', nullable: true })
  takeoverUntil?: Date | null;
}
