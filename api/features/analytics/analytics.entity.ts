import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Currency } from '../packages/package.entity.ts';

/**
 * The platform's figures at the end of a UTC day. They are recorded soon after, so later deletions don't
 * change the past.
 */
@Entity()
export class PlatformDay {
  @PrimaryKey({ type: 'date' })
  day!: string;

  @Property({ type: 'integer' })
  users!: number;

  @Property({ type: 'integer' })
  activeSubscriptions!: number;

  /** Monthly revenue in the minor unit of each currency. */
  @Property({ type: 'json' })
  revenue!: Partial<Record<Currency, number>>;

  /** Controllers that responded on the day. */
  @Property({ type: 'integer' })
  activeControllers!: number;

  /** Alerts opened on the day. */
  @Property({ type: 'integer' })
  alerts!: number;
}

/**
 * An uninterrupted period in which at least one web node recorded every minute. The gap between two periods
 * is an outage.
 */
@Entity()
export class RunningInterval {
  /** Start of its first minute. */
  @PrimaryKey({ type: 'timestamptz' })
  began!: Date;

  @Property({ type: 'timestamptz' })
  until!: Date;
}
