import type { Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, ObjectType, registerEnumType } from 'type-graphql';
import { Team } from '../teams/team.entity.ts';
import { Alert } from './alert.entity.ts';

/** What happened to an alert, or was done with it. */
export enum AlertEntryKind {
  noticed = 'noticed',
  held = 'held',
  raised = 'raised',
  flapping = 'flapping',
  calm = 'calm',
  disturbed = 'disturbed',
  stable = 'stable',
  escalated = 'escalated',
  eased = 'eased',
  changed = 'changed',
  resolved = 'resolved',
  acknowledged = 'acknowledged',
  unacknowledged = 'unacknowledged',
  snoozed = 'snoozed',
  unsnoozed = 'unsnoozed',
  reminded = 'reminded',
  maintenance = 'maintenance',
  ticket_opened = 'ticket_opened',
  ticket_noted = 'ticket_noted',
  ticket_closed = 'ticket_closed',
  ticket_failed = 'ticket_failed',
}
registerEnumType(AlertEntryKind, {
  name: 'AlertEntryKind',
  description: 'What happened to an alert, or was done with it.',
  valuesConfig: {
    noticed: {
      description:
        'The condition was first seen to hold. Worked out when a timeline is read, and not stored.',
    },
    held: { description: "It had held for the rule's duration. Worked out like `noticed`." },
    raised: { description: 'The alert was opened.' },
    flapping: {
      description:
        'It came back soon after it had recovered: the same alert goes on, until it has been well for a while.',
    },
    calm: { description: 'Well at the moment, while it is flapping.' },
    disturbed: { description: 'Wrong again, while it is flapping.' },
    stable: { description: 'It was flapping and has been well for long enough.' },
    escalated: { description: 'It got worse: an impaired device went offline. `detail` is the new message.' },
    eased: {
      description: "It got better but isn't over: a device came back impaired. `detail` is the new message.",
    },
    changed: { description: 'Its severity, or whether it can be measured, changed.' },
    resolved: { description: 'It is over; `detail` says how.' },
    acknowledged: { description: 'Somebody sees to it; `detail` is their note.' },
    unacknowledged: { description: 'The acknowledgement was taken back.' },
    snoozed: { description: 'Nobody is told about it again before `until`.' },
    unsnoozed: { description: 'The snooze was ended before its time.' },
    reminded: { description: 'The snooze is over and it is still wrong.' },
    maintenance: { description: 'It began during maintenance: recorded, not sent.' },
    ticket_opened: { description: 'A ticket was opened in HaloPSA.' },
    ticket_noted: { description: 'A note was added to its ticket.' },
    ticket_closed: { description: 'Its ticket was closed, from here or in HaloPSA.' },
    ticket_failed: { description: 'No ticket could be opened; `detail` says why.' },
  },
});

/** The alert as it was at a line of its timeline, or the maintenance window that was on. */
export type EntryParams = Partial<
  Pick<Alert, 'type' | 'severity' | 'impairment' | 'value' | 'threshold' | 'deviceCount'>
> & {
  window?: string;
  /** It escalated again soon after it had eased, so nobody is notified again. */
  isRepeated?: true;
};

/** One line of an alert's timeline. Those that people are told about have deliveries. */
@ObjectType({ description: "One line of an alert's timeline." })
@Entity()
@Index({ properties: ['alert', 'at'] })
export class AlertEntry {
  @Field(() => ID, {
    description: 'Unlike any other line of the timeline, and the same whenever it is read.',
  })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @ManyToOne(() => Alert, { deleteRule: 'cascade' })
  alert!: Rel<Alert>;

  @Field(() => GraphQLISODateTime, { description: 'When it happened.' })
  @Property({ type: 'timestamptz' })
  at!: Date;

  @Field(() => AlertEntryKind, { description: 'What happened.' })
  @Enum({ items: () => AlertEntryKind })
  kind!: AlertEntryKind;

  @Field(() => String, {
    nullable: true,
    description:
      "The alert's message at that time, a note, the ticket, or why there is none. Times are in your time zone. `null` if `kind` says everything.",
  })
  @Property({ type: 'text', nullable: true })
  detail?: string | null;

  /** What `detail` is rendered from where it isn't stored as text. */
  @Property({ type: 'json', nullable: true })
  params?: EntryParams | null;

  @Field(() => String, { nullable: true, description: 'Who did it, by name; null where nobody did.' })
  @Property({ type: 'text', nullable: true })
  by?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Until when: the end of a snooze; else null.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Since when it was wrong, where it began or was wrong again; else null.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  since?: Date | null;
}
