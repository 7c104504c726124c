import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';
import type { ConsoleReading } from '../unifi/reading.ts';

/** A site as a controller last read it. Written only when something has changed. */
@Entity()
@Unique({ properties: ['controller', 'hostId'] })
@Index({
  name: 'site_reading_disconnected',
  expression: `create index "site_reading_disconnected" on "site_reading" ("controller_id") where "link" = 'disconnected'`,
})
export class SiteReading {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  hostId!: string;

  @Property({ type: 'text' })
  name!: string;

  /** The console's connection to the cloud. */
  @Property({ type: 'text' })
  link!: ConsoleReading['link'];

  /** UniFi's own word for `link`, if it is neither `connected` nor `disconnected`. */
  @Property({ type: 'text', nullable: true })
  reportedState?: string | null;

  @Property({ type: 'timestamptz' })
  stateSince!: Date;

  /** Since when it has been missing from the account's complete list of consoles. */
  @Property({ type: 'timestamptz', nullable: true })
  goneAt?: Date | null;

  /** Version of the Network application, else of the console's firmware. */
  @Property({ type: 'text', nullable: true })
  version?: string | null;

  /** Product name of the console. */
  @Property({ type: 'text', nullable: true })
  hardware?: string | null;

  @Property({ type: 'text', nullable: true })
  osVersion?: string | null;

  @Property({ type: 'text', nullable: true })
  ispName?: string | null;

  @Property({ type: 'integer', nullable: true })
  wifiClients?: number | null;

  @Property({ type: 'integer', nullable: true })
  wiredClients?: number | null;

  /** Included in the other two. */
  @Property({ type: 'integer', nullable: true })
  guestClients?: number | null;

  @Property({ type: 'timestamptz', nullable: true })
  backedUpAt?: Date | null;

  /** When these numbers of clients were last stored. They change too often to be written each time. */
  @Property({ type: 'timestamptz', nullable: true })
  countedAt?: Date | null;

  /** When the number of clients of each of its devices was last stored. */
  @Property({ type: 'timestamptz', nullable: true })
  clientsAt?: Date | null;
}
