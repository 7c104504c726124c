import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Config } from '#api/config/config.ts';

/** A running process, as of its last heartbeat. It deletes its row when it stops. */
@Entity()
export class Node {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  /** Host name. */
  @Property({ type: 'text' })
  host!: string;

  @Property({ type: 'text' })
  role!: Config['role'];

  @Property({ type: 'text' })
  version!: string;

  @Property({ type: 'timestamptz' })
  startedAt!: Date;

  /** By the database's clock, which all nodes share. */
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  seenAt!: Date;

  /** Whether its pub/sub connection is up. */
  @Property({ type: 'boolean', fieldName: 'bell_ready' })
  pubsubReady!: boolean;

  /** Seconds that events have been waiting to reach its subscribers. */
  @Property({ type: 'double' })
  eventsBehind!: number;

  /** Free bytes in `DATA_DIR`. `null` if unknown. */
  @Property({ type: 'bigint', nullable: true })
  diskFree?: string | null;

  /** Total bytes. */
  @Property({ type: 'bigint', nullable: true })
  diskTotal?: string | null;
}
