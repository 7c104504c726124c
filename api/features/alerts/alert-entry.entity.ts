import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';
import { Alert } from './alert.entity.ts';

/** What happened to an alert, or was done with it. */
export enum AlertEntryKind {
  /** The condition was first seen to hold. Worked out when a timeline is read, and not stored. */
  noticed = 'noticed',
  /** It had held for the rule's duration. Worked out like `noticed`. */
  held = 'held',
  raised = 'raised',
  /** It came back soon after it had recovered: the same alert goes on, until it has been well for a while. */
  flapping = 'flapping',
  /** Well at the moment, while it is flapping. */
  calm = 'calm',
  /** Wrong again, while it is flapping. */
  disturbed = 'disturbed',
  /** It was flapping and has been well for long enough. */
  stable = 'stable',
  /** Its severity, or whether it can be measured, changed. */
  changed = 'changed',
  resolved = 'resolved',
  acknowledged = 'acknowledged',
  unacknowledged = 'unacknowledged',
  snoozed = 'snoozed',
  unsnoozed = 'unsnoozed',
  /** The snooze is over and it is still wrong. */
  reminded = 'reminded',
  /** It began during maintenance: recorded, not sent. */
  maintenance = 'maintenance',
  ticket_opened = 'ticket_opened',
  ticket_noted = 'ticket_noted',
  ticket_closed = 'ticket_closed',
  ticket_failed = 'ticket_failed',
}
registerEnumType(AlertEntryKind, {
  name: 'AlertEntryKind',
  description: 'What happened to an alert, or was done with it.',
});

/** One line of an alert's timeline. Those that people are told about have deliveries. */
@ObjectType({ description: "One line of an alert's timeline." })
@Entity()
@Index({ properties: ['alert', 'at'] })
export class AlertEntry {
  @Field(() => ID)
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @ManyToOne(() => Alert, { deleteRule: 'cascade' })
  alert!: Rel<Alert>;

  @Field(() => GraphQLISODateTime)
  @Property({ type: 'timestamptz' })
  at!: Date;

  @Field(() => AlertEntryKind)
  @Enum({ items: () => AlertEntryKind })
  kind!: AlertEntryKind;

  @Field(() => String, {
    nullable: true,
    description: 'A sentence: the message, a note, which ticket, why not.',
  })
  @Property({ type: 'text', nullable: true })
  detail?: string | null;

  @Field(() => String, { nullable: true, description: 'Who did it, by name; null where nobody did.' })
  @Property({ type: 'text', nullable: true })
  by?: string | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'Until when: the end of a snooze.' })
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when it was wrong, where it began or was wrong again.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  since?: Date | null;
}
