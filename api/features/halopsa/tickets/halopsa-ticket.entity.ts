import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { ticketUrl } from '../halopsa-connection.entity.ts';
import type { TicketSettings } from './ticket-settings.ts';

export enum TicketStatus {
  waiting = 'waiting',
  unknown = 'unknown',
  open = 'open',
  closed = 'closed',
  failed = 'failed',
}

registerEnumType(TicketStatus, {
  name: 'TicketStatus',
  description: 'Status of a HaloPSA ticket.',
  valuesConfig: {
    waiting: { description: 'Queued to be created.' },
    unknown: {
      description: 'Unknown whether HaloPSA created it. We look it up before retrying.',
    },
    open: { description: 'Open in HaloPSA.' },
    closed: {
      description: 'Closed by us or in HaloPSA, or not needed because the alert ended first. See `reason`.',
    },
    failed: { description: 'Could not be created. `reason` says what to fix.' },
  },
});

/**
 * The HaloPSA ticket of an alert. An alert has at most one, and an outage of a provider may have a linked one for each further
 * client.
 */
@ObjectType({ description: 'A HaloPSA ticket of an alert.' })
@Entity()
@Index({
  name: 'halopsa_ticket_of_client',
  expression: `create unique index "halopsa_ticket_of_client" on "halopsa_ticket" ("alert_id", coalesce("linked_client_id", 0))`,
})
@Index({
  name: 'halopsa_ticket_to_check',
  expression: `create index "halopsa_ticket_to_check" on "halopsa_ticket" ("next_check_at") where "status" = 'open'`,
})
export class HalopsaTicket {
  [OptionalProps]?: 'ticketUrl' | 'clientName';

  @Field(() => ID, { description: 'UUID of our record, not the ticket number in HaloPSA.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @ManyToOne(() => Alert, { deleteRule: 'cascade' })
  alert!: Rel<Alert>;

  /** ID of the HaloPSA client that a linked ticket is about. `null` for the alert's main ticket. */
  @Property({ type: 'integer', nullable: true })
  linkedClientId?: number | null;

  @Field({ description: "Reference in the ticket's text, by which we find it again." })
  @Property({ type: 'text', unique: true })
  reference!: string;

  @Field(() => TicketStatus, { description: 'Ticket status.' })
  @Enum({ items: () => TicketStatus, default: TicketStatus.waiting })
  status: TicketStatus = TicketStatus.waiting;

  @Field(() => String, {
    nullable: true,
    description: 'Why there is no ticket yet, and what to do. `null` if nothing is wrong.',
  })
  @Property({ type: 'text', nullable: true })
  reason?: string | null;

  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => Int, { nullable: true, description: 'Ticket number in HaloPSA. `null` until it is created.' })
  @Property({ type: 'integer', nullable: true })
  ticketId?: number | null;

  @Field(() => String, { nullable: true, description: 'URL of the ticket. `null` until it is created.' })
  get ticketUrl(): string | null {
    const [resourceServer] = this.home?.split(' ') ?? [];
    return resourceServer && this.ticketId ? ticketUrl(resourceServer, this.ticketId) : null;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Name of the client in HaloPSA. `null` if the ticket names none, or its name is unknown.',
  })
  get clientName(): string | null {
    return this.settings.clientName;
  }

  /** The HaloPSA it was created in (`instanceKey`). */
  @Property({ type: 'text', nullable: true })
  home?: string | null;

  /** Settings of the rule or controller when the alert opened. */
  @Property({ type: 'json', fieldName: 'wish' })
  settings!: TicketSettings;

  /** Status before we closed it, to restore if the alert reopens. */
  @Property({ type: 'integer', nullable: true })
  statusBefore?: number | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was created. `null` until then.' })
  @Property({ type: 'timestamptz', nullable: true })
  openedAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was closed. `null` while it is open.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  closedAt?: Date | null;

  /** When to check next whether someone has closed it. */
  @Property({ type: 'timestamptz', nullable: true })
  nextCheckAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
