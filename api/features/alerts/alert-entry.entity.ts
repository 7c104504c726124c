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
  affected = 'affected',
  resolved = 'resolved',
  folded = 'folded',
  acknowledged = 'acknowledged',
  unacknowledged = 'unacknowledged',
  snoozed = 'snoozed',
  unsnoozed = 'unsnoozed',
  reminded = 'reminded',
  maintenance = 'maintenance',
  maintenance_started = 'maintenance_started',
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
      description: 'The condition was first met. Computed when the timeline is read, not stored.',
    },
    held: {
      description:
        'The condition had been met for the duration of the rule. Computed on read, like `noticed`.',
    },
    raised: { description: 'The alert was opened.' },
    flapping: {
      description:
        'The problem returned soon after it was resolved. The alert continues until the problem has been resolved for a while.',
    },
    calm: { description: 'A flapping alert is OK for now.' },
    disturbed: { description: 'The problem of a flapping alert returned.' },
    stable: { description: 'The alert stopped flapping, because the problem stayed resolved long enough.' },
    escalated: { description: 'It got worse: an impaired device went offline. `detail` is the new message.' },
    eased: {
      description: "It got better but isn't over: a device came back impaired. `detail` is the new message.",
    },
    changed: { description: 'Its severity, or whether it can be measured, changed.' },
    affected: {
      description: 'The devices behind it changed, or the sites of an outage. `detail` is the new message.',
    },
    resolved: { description: 'Resolved. `detail` says how.' },
    folded: {
      description:
        'It became part of the alert about its cause, which was found later. `detail` is the name of its device, and `causeAlertId` its ID.',
    },
    acknowledged: { description: 'Acknowledged. `detail` is the note.' },
    unacknowledged: { description: 'The acknowledgement was removed.' },
    snoozed: { description: 'Snoozed. No notifications are sent before `until`.' },
    unsnoozed: { description: 'The snooze was ended before its time.' },
    reminded: { description: 'The snooze ended and the problem persists.' },
    maintenance: { description: 'Raised during maintenance, so it was recorded without notifications.' },
    maintenance_started: {
      description:
        'Someone put the device or its site into maintenance until `until`. If the problem persists after that, notifications are sent again.',
    },
    ticket_opened: { description: 'A ticket was opened in HaloPSA.' },
    ticket_noted: { description: 'A note was added to its ticket.' },
    ticket_closed: { description: 'Its ticket was closed, from here or in HaloPSA.' },
    ticket_failed: { description: 'Opening a ticket failed. `detail` says why.' },
  },
});

/** Snapshot of the alert at a timeline entry, or the active maintenance window. */
export type EntryParams = Partial<
  Pick<
    Alert,
    | 'type'
    | 'severity'
    | 'impairment'
    | 'value'
    | 'threshold'
    | 'deviceCount'
    | 'affectedCount'
    | 'affectedSiteCount'
  >
> & {
  window?: string;
  /** The alert that this one became part of. */
  cause?: { alertId: string; deviceName: string };
  /** The snooze that a longer or shorter one replaced, to give it back if that one is undone. */
  replaced?: { until: string; by: string; userId?: string };
  /** It escalated again soon after it had eased, so no one is notified again. */
  isRepeated?: true;
};

/** One entry of an alert's timeline. Entries that notify people have deliveries. */
@ObjectType({ description: "One line of an alert's timeline." })
@Entity()
@Index({ properties: ['alert', 'at'] })
export class AlertEntry {
  @Field(() => ID, {
    description: 'Stable ID, unique within the timeline.',
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

  /** Parameters that `detail` is rendered from, unless it is stored as text. */
  @Property({ type: 'json', nullable: true })
  params?: EntryParams | null;

  @Field(() => ID, {
    nullable: true,
    description: 'For `folded`: ID of the alert that it became part of. Otherwise `null`.',
  })
  get causeAlertId(): string | null {
    return this.params?.cause?.alertId ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person who did it. `null` for automatic entries.',
  })
  @Property({ type: 'text', nullable: true })
  by?: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'End of a snooze or of a maintenance window. Otherwise `null`.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  until?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the problem began, for entries about its start or return. Otherwise `null`.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  since?: Date | null;
}
