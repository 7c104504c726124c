import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Controller } from './controller.entity.ts';

/** A wired client that was seen, so that its absence can be noticed. Kept only where a rule asks for it. */
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
