import type { Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { User } from '#api/features/users/user.entity.ts';

/** Replaces a code from the app, once. Using it deletes the row. */
@Entity()
@Unique({ properties: ['user', 'codeHash'] })
export class RecoveryCode {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  user!: Rel<User>;

  /** SHA-256 of the code without its dashes, hex. */
  @Property({ type: 'text' })
  codeHash!: string;
}
