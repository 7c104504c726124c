import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * Minutes without a break in which the product ran: at least one node that answers people wrote here in each of them. What
 * lies between two stretches is an outage.
 */
@Entity()
export class UpStretch {
  /** The first of its minutes. */
  @PrimaryKey({ type: 'timestamptz' })
  began!: Date;

  /** The end of its last minute. */
  @Property({ type: 'timestamptz' })
  until!: Date;
}
