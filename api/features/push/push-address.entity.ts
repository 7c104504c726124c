import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from '#api/security/secrets.ts';
import { Controller } from '../controllers/controller.entity.ts';

/** The address to which the consoles of one controller push. Made when somebody first asks for it. */
@Entity()
export class PushAddress {
  [OptionalProps]?: 'madeAt';

  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Controller, { deleteRule: 'cascade', unique: true })
  controller!: Rel<Controller>;

  /** Whoever has it can push: encrypted, and still to be shown again to its owner. */
  @Property({ type: 'text', lazy: true })
  token!: Sealed;

  /** By which it is found, as passes are. */
  @Property({ type: 'text', unique: true })
  tokenHash!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  madeAt: Date = new Date();
}
