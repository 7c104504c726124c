import { ArrayType, PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Customer } from '../customers/customer.entity.ts';
import { Team } from '../teams/team.entity.ts';
import type { SiteLimit } from '../customers/site-limit.ts';
import type { PlannedSpan } from '../maintenance/planned-coverage.ts';
import type { SiteMonthFigures } from './figures.ts';

/**
 * What was measured at a site on a past day of its team's time zone, without planned work. Added up once, so that a report
 * reads a row for each day and site instead of one for each hour and device.
 */
@Entity()
export class SiteDay {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  @PrimaryKey({ type: 'date' })
  day!: string;

  @PrimaryKey({ type: 'text' })
  hostId!: string;

  [PrimaryKeyProp]?: ['team', 'day', 'hostId'];

  /** Device-seconds, like the next two. */
  @Property({ type: 'double' })
  observed!: number;

  @Property({ type: 'double' })
  online!: number;

  @Property({ type: 'double' })
  planned!: number;

  /** Seconds in which the state of any of its devices was known. */
  @Property({ type: 'double' })
  measured!: number;
}

/** Up to which day a team's days have been added up. */
@Entity()
export class ReportProgress {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** `null` before the first. */
  @Property({ type: 'date', nullable: true })
  storedUntil?: string | null;

  [PrimaryKeyProp]?: 'team';
}

/** A month that is over and whose figures are stored, so that they neither change nor get lost. */
@Entity()
export class ReportMonth {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** `2026-05` */
  @PrimaryKey({ type: 'text' })
  month!: string;

  [PrimaryKeyProp]?: ['team', 'month'];

  /** IANA name of the zone whose calendar it follows. */
  @Property({ type: 'text' })
  timeZone!: string;

  @Property({ type: 'timestamptz' })
  madeAt!: Date;

  /** Older alerts had been deleted by then. `null`: none of the month's. */
  @Property({ type: 'timestamptz', nullable: true })
  alertsSince?: Date | null;

  @Property({ type: 'json' })
  planned!: StoredSpan[];

  /**
   * IDs of the alerts that it counts as incidents although they were raised during planned work, because they outlasted it.
   * `null`: stored before these were kept.
   */
  @Property({ type: new ArrayType(), columnType: 'uuid[]', nullable: true })
  outlasting?: string[] | null;
}

/** Planned work as JSON. Reports that were stored before windows could be limited have no customers, tags and places. */
export type StoredSpan = Omit<PlannedSpan, 'from' | 'until' | 'places' | keyof SiteLimit> &
  Partial<SiteLimit & Pick<PlannedSpan, 'places'>> & { from: string; until: string };

/** A site's part of a stored month, with the customer and tags that it had then. */
@Entity()
export class SiteMonth {
  @ManyToOne(() => Team, { primary: true, deleteRule: 'cascade' })
  team!: Rel<Team>;

  @PrimaryKey({ type: 'text' })
  month!: string;

  @PrimaryKey({ type: 'text' })
  hostId!: string;

  [PrimaryKeyProp]?: ['team', 'month', 'hostId'];

  @Property({ type: 'json' })
  figures!: SiteMonthFigures;
}

/** Who gets the monthly report of a customer, or of all sites, by email. */
@ObjectType({ description: 'Who gets the monthly report of a customer, or of all sites, by email.' })
@Entity()
@Index({
  name: 'report_schedule_once_per_scope',
  expression:
    'create unique index "report_schedule_once_per_scope" on "report_schedule" ("team_id", coalesce("customer_id", \'00000000-0000-0000-0000-000000000000\'))',
})
export class ReportSchedule {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Index()
  @ManyToOne(() => Customer, { nullable: true, deleteRule: 'cascade' })
  customer?: Rel<Customer> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the customer. `null` means all sites of your team.',
  })
  get customerId(): string | null {
    return this.customer?.id ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Name of the customer. `null` means all sites of your team.',
  })
  get customerName(): string | null {
    return this.customer?.name ?? null;
  }

  @Field({ description: 'Whether the report is sent on the first of the month.' })
  @Property({ type: 'boolean', default: false })
  isActive: boolean = false;

  @Field(() => [ID], { description: 'IDs of the members who get it. Those who have left the team don’t.' })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  memberIds: string[] = [];

  @Field(() => [String], { description: 'Other addresses that get it, up to 10.' })
  @Property({ type: 'text[]', defaultRaw: "'{}'" })
  addresses: string[] = [];
}

/** Someone who doesn't want a team's monthly reports any more. */
@Entity()
@Unique({ properties: ['team', 'address'] })
export class ReportUnsubscription {
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  /** In lower case. */
  @Property({ type: 'text' })
  address!: string;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
