import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Sealed } from './secrets.ts';
import { Singleton } from '#api/db/singleton.ts';

/** One known ciphertext, by which a start notices at once that APP_SECRET doesn't fit this database. */
@Entity()
export class SecretCanary extends Singleton {
  @Property({ type: 'text' })
  sealed!: Sealed;
}
