import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from '../controllers/controller.entity.ts';
import { Alert } from './alert.entity.ts';
import { AlertRule } from './alert-rule.entity.ts';

/** When a rule started to hold for something, before it has held for the rule's duration. */
@Entity()
@Unique({ properties: ['rule', 'controller', 'subject'] })
export class PendingCondition {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => AlertRule, { deleteRule: 'cascade' })
  rule!: Rel<AlertRule>;

  @Index()
  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  subject!: string;

  /** Moved forward by unknown time, so that the duration only counts observed time. */
  @Property({ type: 'timestamptz' })
  since!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  unknownSince?: Date | null;

  /** The alert that it is part of: its device is down because that one's is. */
  @Index()
  @ManyToOne(() => Alert, { nullable: true, deleteRule: 'set null' })
  causeAlert?: Rel<Alert> | null;

  /** When that alert stopped being the reason. If it is still down some minutes later, it raises its own. */
  @Property({ type: 'timestamptz', nullable: true })
  releasedAt?: Date | null;
}
