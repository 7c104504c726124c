import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from './secrets.ts';
import { Singleton } from '#api/db/singleton.ts';

/** A known ciphertext, which shows immediately at start-up whether APP_SECRET fits this database. */
@Entity()
export class SecretCanary extends Singleton {
  @Property({ type: 'text' })
  sealed!: Sealed;
}
