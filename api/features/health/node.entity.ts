import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Config } from '#api/config/config.ts';

/** A running process of the product, as it last told the others of itself. It takes its row away when it stops. */
@Entity()
export class Node {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  /** The machine's name. */
  @Property({ type: 'text' })
  host!: string;

  @Property({ type: 'text' })
  role!: Config['role'];

  @Property({ type: 'text' })
  version!: string;

  @Property({ type: 'timestamptz' })
  startedAt!: Date;

  /** By the clock of the database, which all nodes share. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  seenAt!: Date;

  /** Whether its pub/sub connection is up. */
  @Property({ type: 'boolean', fieldName: 'bell_ready' })
  pubsubReady!: boolean;

  /** For how long events have waited to be passed on to its subscribers, seconds. */
  @Property({ type: 'double' })
  eventsBehind!: number;

  /** Bytes that are free where it keeps its files (`DATA_DIR`); null where it could not tell. */
  @Property({ type: 'bigint', nullable: true })
  diskFree?: string | null;

  /** Bytes that there are in all. */
  @Property({ type: 'bigint', nullable: true })
  diskTotal?: string | null;
}
