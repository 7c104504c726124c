import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, GraphQLISODateTime, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { AlertEntry } from '../alerts/alert-entry.entity.ts';
import { Alert } from '../alerts/alert.entity.ts';
import { DeliveryChannel } from '../alerts/notification-channel.ts';
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
  description: 'Delivery status of a message.',
  valuesConfig: {
    waiting: { description: 'Queued to be sent.' },
    retrying: { description: 'Failed, and will be retried at `notBefore`.' },
    held: { description: 'Held until `notBefore` because of quiet hours or maintenance.' },
    sent: { description: 'The service confirmed that it received the message.' },
    accepted: { description: 'The service accepted the message but did not confirm delivery.' },
    failed: { description: 'Failed, with no more retries. See `reason`.' },
    skipped: { description: 'Not sent. See `reason`.' },
    summarised: { description: 'Covered by a summary of several alerts.' },
  },
});

export enum DeliveryKind {
  opened = 'opened',
  escalated = 'escalated',
  resolved = 'resolved',
  flapping = 'flapping',
  stable = 'stable',
  reminder = 'reminder',
  updated = 'updated',
  summary = 'summary',
}
registerEnumType(DeliveryKind, {
  name: 'DeliveryKind',
  description: 'Kind of news that a delivery reports.',
  valuesConfig: {
    opened: { description: 'An alert opened.' },
    escalated: { description: 'An open alert became more severe because an impaired device went offline.' },
    resolved: { description: 'An alert was resolved.' },
    flapping: {
      description: 'An alert keeps opening and resolving. It is reported as one problem until it is stable.',
    },
    stable: { description: 'A flapping alert has been OK long enough to count as stable.' },
    reminder: { description: 'A snooze or a maintenance window ended and the problem is still there.' },
    updated: {
      description:
        'More or fewer devices or sites are affected. The message about the alert was edited, and no other one is sent.',
    },
    summary: { description: 'One message about many alerts.' },
  },
});

/** Messages about one alert: all kinds except summaries. */
export type NoticeKind = Exclude<DeliveryKind, DeliveryKind.summary>;

/** What people receive for each kind. An edit changes a message that they already have, and doesn't notify them. */
const received: Record<DeliveryKind, 'message' | 'summary' | 'edit'> = {
  opened: 'message',
  escalated: 'message',
  resolved: 'message',
  flapping: 'message',
  stable: 'message',
  reminder: 'message',
  updated: 'edit',
  summary: 'summary',
};

/** Whether a delivery is a message, which an edit isn't. */
export function isMessage(kind: DeliveryKind): boolean {
  return received[kind] !== 'edit';
}

/** SQL: the kinds for which people receive one of these. */
const kindsReceivedAs = (...as: ('message' | 'summary' | 'edit')[]): string => {
  const kinds = Object.values(DeliveryKind).filter((kind) => as.includes(received[kind]));
  return `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;
};

/** SQL: whether the delivery `d` is a message, which an edit isn't. */
export const isMessageSql = `d.kind not in ${kindsReceivedAs('edit')}`;

/** SQL: whether the delivery `d` is a message about one alert. */
export const isSingleMessageSql = `d.kind not in ${kindsReceivedAs('edit', 'summary')}`;

const endings: readonly DeliveryKind[] = [DeliveryKind.resolved, DeliveryKind.stable];

/** Whether a kind reports that the problem has ended. */
export function isEnding(kind: DeliveryKind): boolean {
  return endings.includes(kind);
}

/** Channels whose messages can be edited, so that they always show what an open alert affects. */
export const editedChannels: readonly DeliveryChannel[] = [DeliveryChannel.discord];

/** Computed on read. */
@ObjectType({ description: 'Status of a summary: one message about many alerts.' })
export class SummaryStatus {
  @Field(() => ID, { description: "ID of the summary's own delivery." })
  id!: string;

  @Field(() => DeliveryStatus, { description: 'Delivery status of the summary.' })
  status!: DeliveryStatus;

  @Field(() => String, {
    nullable: true,
    description: 'Why it failed or is waiting, and what to do. `null` if all went well.',
  })
  reason!: string | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Earliest time of the next attempt. `null` once no attempt is left to make.',
  })
  notBefore!: Date | null;

  @Field(() => Int, { description: 'Number of alerts that it reports on.' })
  alerts!: number;
}

/** One transition of an alert for one channel, or for one address of a channel with several. */
@ObjectType({ description: 'One message about a change of an alert, for one destination of a channel.' })
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

  /** Also the ID by which receivers recognize a duplicate (`webhook-id`, Message-ID). */
  @Field(() => ID, {
    description: 'UUID. Webhooks and emails carry it, so that receivers can dedupe them.',
  })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @ManyToOne(() => Team, { deleteRule: 'cascade' })
  team!: Rel<Team>;

  @Field(() => Alert, { nullable: true, description: 'Alert that it reports. `null` for a summary.' })
  @ManyToOne(() => Alert, { nullable: true, deleteRule: 'cascade' })
  alert?: Rel<Alert> | null;

  @Field(() => ID, { nullable: true, description: 'ID of the alert. `null` for a summary.' })
  get alertId(): string | null {
    return this.alert?.id ?? null;
  }

  /** `null` for a summary. */
  @ManyToOne(() => AlertEntry, { nullable: true, deleteRule: 'cascade' })
  entry?: Rel<AlertEntry> | null;

  @Field(() => ID, {
    nullable: true,
    description: "ID of the line in the alert's timeline that it reports. `null` for a summary.",
  })
  get entryId(): string | null {
    return this.entry?.id ?? null;
  }

  /** `null` once the channel is removed, or if it was never set up. */
  @ManyToOne(() => Integration, { nullable: true, deleteRule: 'set null' })
  integration?: Rel<Integration> | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the channel. `null` once the channel is removed, or if it was never set up. For push notifications, it is not the ID of an integration.',
  })
  get integrationId(): string | null {
    return this.integration?.id ?? null;
  }

  @Field(() => DeliveryChannel, { description: 'Kind of channel.' })
  @Enum({ items: Object.values(DeliveryChannel) })
  channel!: DeliveryChannel;

  @Field({
    description:
      'Email address of the recipient, also for push notifications. Empty for channels with a single destination.',
  })
  @Property({ type: 'text', default: '' })
  recipient: string = '';

  @Field(() => DeliveryKind, { description: 'Kind of news that it reports.' })
  @Enum({ items: () => DeliveryKind })
  kind!: DeliveryKind;

  @Field(() => DeliveryStatus, { description: 'Delivery status.' })
  @Enum({ items: () => DeliveryStatus, default: DeliveryStatus.waiting })
  status: DeliveryStatus = DeliveryStatus.waiting;

  /** `null` if all went well. `reasonText()` makes the sentence. */
  @Property({ type: 'text', nullable: true })
  reasonCode?: ReasonCode | null;

  @Property({ type: 'json', nullable: true })
  reasonParams?: ReasonParams | null;

  @Field(() => Int, { description: 'Number of attempts so far.' })
  @Property({ type: 'integer', default: 0 })
  attempts: number = 0;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'Earliest time of the next attempt. `null` once no attempt is left to make.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  notBefore?: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the service accepted it. `null` if it has not yet.',
  })
  @Property({ type: 'timestamptz', nullable: true })
  sentAt?: Date | null;

  /** The service's own ID of the message: a Discord message ID, a Teams run ID, an email provider's ID. */
  @Property({ type: 'text', nullable: true })
  reference?: string | null;

  /** The summary that covers it. For a summary, the first one of its storm. */
  @Index()
  @ManyToOne(() => Delivery, { nullable: true, deleteRule: 'set null' })
  summary?: Rel<Delivery> | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the summary that covers it. For a follow-up summary, ID of the first one. Otherwise `null`.',
  })
  get summaryId(): string | null {
    return this.summary?.id ?? null;
  }

  @Field(() => SummaryStatus, {
    name: 'summary',
    nullable: true,
    description:
      'Status of the summary that covers it, or of the summary itself. `null` if it is sent on its own.',
  })
  summaryStatus?: SummaryStatus | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: 'When the pause of its channel ends. `null` if it is not waiting for a paused channel.',
  })
  pausedUntil?: Date | null;

  @Field(() => [DeliveryAttempt], { description: 'Attempts to deliver it, oldest first.' })
  attemptLog?: DeliveryAttempt[];

  @Field(() => GraphQLISODateTime, { description: 'When the delivery was planned.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}

/** Outcome of an attempt. */
export enum AttemptResult {
  sent = 'sent',
  accepted = 'accepted',
  failed = 'failed',
}

/** One attempt to deliver a message, and its outcome. */
@ObjectType({ description: 'One attempt to deliver a message, and its outcome.' })
@Entity()
export class DeliveryAttempt {
  @Field(() => ID, { description: 'UUID of the attempt.' })
  @PrimaryKey({ type: 'uuid', defaultRaw: 'gen_random_uuid()' })
  id!: string;

  @Index()
  @ManyToOne(() => Delivery, { deleteRule: 'cascade' })
  delivery!: Rel<Delivery>;

  @Field(() => GraphQLISODateTime, { description: 'When the request started.' })
  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  at: Date = new Date();

  @Field(() => Int, { description: 'Duration in milliseconds until the response or the timeout.' })
  @Property({ type: 'integer' })
  durationMs!: number;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the response. `null` if there was none.' })
  @Property({ type: 'integer', nullable: true })
  status?: number | null;

  @Enum({ items: () => AttemptResult })
  result!: AttemptResult;

  /** Why it failed. */
  @Property({ type: 'text', nullable: true })
  reasonCode?: ReasonCode | null;

  @Property({ type: 'json', nullable: true })
  reasonParams?: ReasonParams | null;

  /** Rendered on read. */
  @Field({ description: 'Outcome, as a sentence.' })
  outcome?: string;

  @Field(() => String, {
    nullable: true,
    description: 'First 1024 characters of the response. `null` if there was none.',
  })
  @Property({ type: 'text', nullable: true })
  answer?: string | null;
}
