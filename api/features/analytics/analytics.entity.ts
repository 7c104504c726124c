import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { Currency } from '../packages/package.entity.ts';

/** The platform as it stood at the end of a UTC day, noted soon after: what is deleted later does not change the past. */
@Entity()
export class PlatformDay {
  @PrimaryKey({ type: 'date' })
  day!: string;

  @Property({ type: 'integer' })
  users!: number;

  @Property({ type: 'integer' })
  activeSubscriptions!: number;

  /** Of a month, in the smallest unit of each currency. */
  @Property({ type: 'json' })
  revenue!: Partial<Record<Currency, number>>;

  /** That answered on the day. */
  @Property({ type: 'integer' })
  activeControllers!: number;

  /** That began on the day. */
  @Property({ type: 'integer' })
  alerts!: number;
}

/**
 * Minutes without a break in which the product ran: at least one node that answers people wrote here in each of them. What
 * lies between two stretches is an outage.
 */
@Entity()
export class RunningInterval {
  /** The first of its minutes. */
  @PrimaryKey({ type: 'timestamptz' })
  began!: Date;

  /** The end of its last minute. */
  @Property({ type: 'timestamptz' })
  until!: Date;
}
