import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, OneToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import type { TicketWish } from './ticket-wish.ts';

export enum TicketStatus {
  waiting = 'waiting',
  unknown = 'unknown',
  open = 'open',
  closed = 'closed',
  failed = 'failed',
}

registerEnumType(TicketStatus, {
  name: 'TicketStatus',
  description: 'How far a ticket has come.',
  valuesConfig: {
    waiting: { description: 'To be opened.' },
    unknown: {
      description: 'HaloPSA may have made it, or not: it is looked up before anything is tried again.',
    },
    open: { description: 'It is there, and open.' },
    closed: {
      description:
        'Closed, from here or in HaloPSA; or the alert was over before one was opened, see `reason`.',
    },
    failed: { description: 'It cannot be opened; `reason` says what to repair.' },
  },
});

/** The one HaloPSA ticket of an alert. */
@ObjectType({ description: 'The one HaloPSA ticket of an alert.' })
@Entity()
@Index({
  name: 'halopsa_ticket_to_check',
  expression: `create index "halopsa_ticket_to_check" on "halopsa_ticket" ("next_check_at") where "status" = 'open'`,
})
export class HalopsaTicket {
  @Field(() => ID, { description: 'A UUID of ours, not the number in HaloPSA.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @OneToOne(() => Alert, { deleteRule: 'cascade', unique: true, owner: true })
  alert!: Rel<Alert>;

  @Field({ description: "Stands in the ticket's text, and finds it again." })
  @Property({ type: 'text', unique: true })
  reference!: string;

  @Field(() => TicketStatus, { description: 'How far it has come.' })
  @Enum({ items: () => TicketStatus, default: TicketStatus.waiting })
  status: TicketStatus = TicketStatus.waiting;

  @Field(() => String, {
    nullable: true,
    description: 'Why there is none (yet), and what to do; null while nothing stands in its way.',
  })
  @Property({ type: 'text', nullable: true })
  reason?: string | null;

  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => Int, { nullable: true, description: 'Its number in HaloPSA; null before it is opened.' })
  @Property({ type: 'integer', nullable: true })
  ticketId?: number | null;

  /** The HaloPSA that it was opened in (`instanceKey`). */
  @Property({ type: 'text', nullable: true })
  home?: string | null;

  /** What the rule or the controller asked for when the alert was raised. */
  @Property({ type: 'json' })
  wish!: TicketWish;

  /** What its status was before it was closed from here: it goes back there if the alert does. */
  @Property({ type: 'integer', nullable: true })
  statusBefore?: number | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When it was opened; null before.' })
  @Property({ type: 'timestamptz', nullable: true })
  openedAt?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it was closed; null while it is not.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  closedAt?: Date | null;

  /** When HaloPSA is asked next whether somebody closed it. */
  @Property({ type: 'timestamptz', nullable: true })
  nextCheckAt?: Date | null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
