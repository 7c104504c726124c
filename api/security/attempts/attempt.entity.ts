import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A counter of attempts. Only used by `attempts.ts`. */
@Entity()
export class Attempt {
  /** The limit's name and a SHA-256 of the subject, so that it reveals no address. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  @Property({ type: 'integer', default: 0 })
  points: number = 0;

  /** Milliseconds since 1970. */
  @Property({ type: 'bigint', nullable: true })
  expire?: string | null;
}
