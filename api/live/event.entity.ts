import { ArrayType, PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertChangeKind } from '#api/features/alerts/alert.enums.ts';

/** A change to an alert, or a controller that was added, changed or removed. */
export type EventKind = `${AlertChangeKind}` | 'controller';

/** An event of a team, in commit order without gaps. */
@Entity()
export class Event {
  @PrimaryKey({ type: 'uuid' })
  teamId!: string;

  /** Starts at 1 for each team. */
  @PrimaryKey({ type: 'bigint' })
  seq!: string;

  [PrimaryKeyProp]?: ['teamId', 'seq'];

  @Property({ type: 'text' })
  kind!: EventKind;

  /** `null` if it concerns a whole controller. */
  @Property({ type: 'uuid', nullable: true })
  alertId?: string | null;

  @Property({ type: 'uuid' })
  controllerId!: string;

  /** All controllers that a provider's outage has affected, which hear of it too. `null` for other events. */
  @Property({ type: new ArrayType((id: string) => id), columnType: 'uuid[]', nullable: true })
  affectedControllerIds?: string[] | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
