import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertChangeKind } from '#api/features/alerts/alert.enums.ts';

/** One thing that happened to a team, in commit order without gaps. */
@Entity()
export class Event {
  @PrimaryKey({ type: 'uuid' })
  teamId!: string;

  /** Counts from 1 within the team. */
  @PrimaryKey({ type: 'bigint' })
  seq!: string;

  [PrimaryKeyProp]?: ['teamId', 'seq'];

  @Property({ type: 'text' })
  kind!: AlertChangeKind;

  @Property({ type: 'uuid' })
  alertId!: string;

  @Property({ type: 'uuid' })
  controllerId!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
