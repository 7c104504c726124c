import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertEntry } from '../alerts/alert-entry.entity.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { Integration } from '../integrations/integration.entity.ts';
import { Team } from '../teams/team.entity.ts';
import type { ReasonCode, ReasonParams } from './reason-text.ts';

export enum DeliveryStatus {
  waiting = 'waiting',
  retrying = 'retrying',
  held = 'held',
  sent = 'sent',
  accepted = 'accepted',
  failed = 'failed',
  skipped = 'skipped',
  summarised = 'summarised',
}
registerEnumType(DeliveryStatus, {
  name: 'DeliveryStatus',
  description: 'How far a message has come.',
  valuesConfig: {
    waiting: { description: 'To be sent as soon as it is its turn.' },
    retrying: { description: 'It failed and is tried again at `notBefore`.' },
    held: { description: 'Quiet hours or maintenance: it waits until `notBefore`.' },
    sent: { description: 'The service said that it has it.' },
    accepted: { description: 'The service took it without saying that it was shown.' },
    failed: { description: 'Given up; `reason` says why.' },
    skipped: { description: 'Nobody was to be told; `reason` says why.' },
    summarised: { description: 'Told by one message together with others.' },
  },
});

export enum DeliveryKind {
  opened = 'opened',
  escalated = 'escalated',
  resolved = 'resolved',
  flapping = 'flapping',
  stable = 'stable',
  reminder = 'reminder',
  summary = 'summary',
}
registerEnumType(DeliveryKind, {
  name: 'DeliveryKind',
  description: 'What is told.',
  valuesConfig: {
    opened: { description: 'An alert was raised.' },
    escalated: { description: 'An open alert got worse: an impaired device went offline.' },
    resolved: { description: 'An alert is over.' },
    flapping: { description: 'An alert comes and goes: it is told as one until it is stable.' },
    stable: { description: 'A flapping alert has been well for long enough.' },
    reminder: { description: 'The snooze is over and it is still wrong.' },
    summary: { description: 'One message about many alerts.' },
  },
});

/** What is told of an alert; all but a summary, which tells of many. */
export type NoticeKind = Exclude<DeliveryKind, DeliveryKind.summary>;

const endings: readonly DeliveryKind[] = [DeliveryKind.resolved, DeliveryKind.stable];

/** Whether a kind tells that an alert is over. */
export function isEnding(kind: DeliveryKind): boolean {
  return endings.includes(kind);
}

/** Worked out when it is read. */
@ObjectType({ description: 'How the one message about many alerts stands.' })
export class SummaryStanding {
  @Field(() => ID, { description: "The `id` of the summary's own delivery." })
  id!: string;

  @Field(() => DeliveryStatus, { description: 'How far the summary has come.' })
  status!: DeliveryStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why it failed or waits, and what to do; null where all went well.',
  })
  reason!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it is sent or tried at the earliest; null once it is settled.',
  })
  notBefore!: Date | null;

  @Field(() => Int, { description: 'How many alerts it tells news of.' })
  alerts!: number;
}

/** One transition of an alert told to one channel, and to one address of it where it has several. */
@ObjectType({ description: 'One change of an alert told to one channel.' })
@Entity()
@Unique({ properties: ['entry', 'channel', 'recipient'] })
@Index({ properties: ['alert'] })
@Index({ properties: ['team', 'createdAt'] })
@Index({
  name: 'delivery_to_send',
  expression: `create index "delivery_to_send" on "delivery" ("integration_id", "created_at") where "status" in ('waiting', 'retrying', 'held')`,
})
@Index({ properties: ['integration', 'createdAt'] })
@Index({ properties: ['integration', 'sentAt'] })
export class Delivery {
  [OptionalProps]?: 'alertId' | 'entryId' | 'integrationId' | 'summaryId';

  /** Also the id under which receivers tell a repetition (`webhook-id`, Message-ID). */
  @Field(() => ID, {
    description: 'A UUID; webhooks and mails carry it, so that one that comes twice is known.',
  })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field(() => Alert, { nullable: true, description: 'What is told of; null for a summary.' })
  @ManyToOne(() => Alert, { nullable: true, deleteRule: 'cascade' })
  alert?: Rel<Alert> | null;

  @Field(() => ID, { nullable: true, description: 'Of what is told; null for a summary.' })
  get alertId(): string | null {
    return this.alert?.id ?? null;
  }

  /** Null for a summary. */
  @ManyToOne(() => AlertEntry, { nullable: true, deleteRule: 'cascade' })
  entry?: Rel<AlertEntry> | null;

  @Field(() => ID, {
    nullable: true,
    description: "The line of the alert's timeline that it tells. Null for a summary.",
  })
  get entryId(): string | null {
    return this.entry?.id ?? null;
  }

  /** Null once the channel is removed, and where there was none. */
  @ManyToOne(() => Integration, { nullable: true, deleteRule: 'set null' })
  integration?: Rel<Integration> | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null once the channel is removed, and where there was none.',
  })
  get integrationId(): string | null {
    return this.integration?.id ?? null;
  }

  @Field(() => NotificationChannel, { description: 'By which it is told.' })
  @Enum({ items: () => NotificationChannel })
  channel!: NotificationChannel;

  @Field({ description: 'The address of a mail; empty for channels that have one destination.' })
  @Property({ type: 'text', default: '' })
  recipient: string = '';

  @Field(() => DeliveryKind, { description: 'What is told.' })
  @Enum({ items: () => DeliveryKind })
  kind!: DeliveryKind;

  @Field(() => DeliveryStatus, { description: 'How far it has come.' })
  @Enum({ items: () => DeliveryStatus, default: DeliveryStatus.waiting })
  status: DeliveryStatus = DeliveryStatus.waiting;

  /** `null` if all went well. `reasonText()` makes the sentence. */
  @Property({ type: 'text', nullable: true })
  reasonCode?: ReasonCode | null;

  @Property({ type: 'json', nullable: true })
  reasonParams?: ReasonParams | null;

  @Field(() => Int, { description: 'How often it was tried.' })
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When it is sent or tried at the earliest; null once it is settled.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  notBefore?: Date | null;

  @Field(() => GraphQLISODateTime, { nullable: true, description: 'When the service took it; null before.' })
  @Property({ type: 'timestamptz', nullable: true })
  sentAt?: Date | null;

  /** What the place calls the message: a Discord message id, a Teams run id, a provider's id of a mail. */
  @Property({ type: 'text', nullable: true })
  reference?: string | null;

  /** The summary that told it; of a summary the first of its storm. */
  @Index()
  @ManyToOne(() => Delivery, { nullable: true, deleteRule: 'set null' })
  summary?: Rel<Delivery> | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The summary that told it; of a summary that goes on with an earlier one the first of them; else null.',
  })
  get summaryId(): string | null {
    return this.summary?.id ?? null;
  }

  @Field(() => SummaryStanding, {
    name: 'summary',
    nullable: true,
    description:
      'How the message stands that tells it together with others; of a summary itself. Null where it is told alone.',
  })
  toldBy?: SummaryStanding | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Its channel is paused until then; null where it does not wait for that.',
  })
  pausedUntil?: Date | null;

  @Field(() => [DeliveryAttempt], { description: 'What was tried, oldest first.' })
  attemptLog?: DeliveryAttempt[];

  @Field(() => GraphQLISODateTime, { description: 'When there was something to tell.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** What came of an attempt. */
export enum AttemptResult {
  sent = 'sent',
  accepted = 'accepted',
  failed = 'failed',
}

/** One try to deliver, and what came of it. */
@ObjectType({ description: 'One try to deliver, and what came of it.' })
@Entity()
export class DeliveryAttempt {
  @Field(() => ID, { description: 'A UUID.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Delivery, { deleteRule: 'cascade' })
  delivery!: Rel<Delivery>;

  @Field(() => GraphQLISODateTime, { description: 'When the call began.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  at: Date = new Date();

  @Field(() => Int, { description: 'Milliseconds until the answer, or until it was given up.' })
  @Property({ type: 'integer' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer; null where there was none.' })
  @Property({ type: 'integer', nullable: true })
  status?: number | null;

  @Enum({ items: () => AttemptResult })
  result!: AttemptResult;

  /** Why it failed. */
  @Property({ type: 'text', nullable: true })
  reasonCode?: ReasonCode | null;

  @Property({ type: 'json', nullable: true })
  reasonParams?: ReasonParams | null;

  /** Rendered when it's read. */
  @Field({ description: 'What came of it, in words.' })
  outcome?: string;

  @Field(() => String, {
    nullable: true,
    description: 'At most the first 1024 characters of the answer; null where there was none.',
  })
  @Property({ type: 'text', nullable: true })
  answer?: string | null;
}
