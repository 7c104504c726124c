import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { HalopsaConnection } from './halopsa-connection.entity.ts';

/** A list of a team's HaloPSA as it was last read: clients, sites of a client, categories, priorities … */
@Entity()
@Unique({ properties: ['connection', 'name'] })
export class HalopsaList {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => HalopsaConnection, { deleteRule: 'cascade' })
  connection!: Rel<HalopsaConnection>;

  /** `clients`, `sites:246`, `categories`. */
  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'json' })
  rows!: unknown[];

  /** There are more than were read. */
  @Property({ type: 'boolean', default: false })
  truncated: boolean = false;

  @Property({ type: 'timestamptz' })
  readAt!: Date;
}
