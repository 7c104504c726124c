import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { AlertRule } from './alert-rule.entity.ts';
import { Controller } from '../controllers/controller.entity.ts';

/** Since when a rule has held for something, while it has not yet held for the rule's duration. */
@Entity()
@Unique({ properties: ['rule', 'controller', 'subject'] })
export class Standing {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => AlertRule, { deleteRule: 'cascade' })
  rule!: Rel<AlertRule>;

  @Index()
  @ManyToOne(() => Controller, { deleteRule: 'cascade' })
  controller!: Rel<Controller>;

  @Property({ type: 'text' })
  subject!: string;

  /** Moved forward by the time that was unknown: the duration counts only what was seen. */
  @Property({ type: 'timestamptz' })
  since!: Date;

  @Property({ type: 'timestamptz', nullable: true })
  unknownSince?: Date | null;
}
