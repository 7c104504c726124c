import { Temporal } from 'temporal-polyfill';
import type { NotificationPreferences } from '../account/notification-preferences.entity.ts';
import { AlertSeverity } from '../alerts/alert.enums.ts';
import { DeliveryChannel, NotificationChannel } from '../alerts/notification-channel.ts';
import { coversSite, type SiteLabels } from '../customers/site-limit.ts';
import type { ChannelConfig, WebhookEvent } from '../integrations/channel-config.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import { windowOver, covers, dateAt, wallSpan } from '../maintenance/occurrences.ts';
import type { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { DeliveryKind, DeliveryStatus, isEnding, type NoticeKind } from './delivery.entity.ts';
import { because, type Reason } from './reason-text.ts';

/** Everything that decides whether one transition is sent to one destination, and when. */
export interface Situation {
  kind: NoticeKind;
  severity: AlertSeverity;
  at: Date;
  channel: DeliveryChannel;
  /**
   * The channel's configuration. `null` if the team hasn't set it up. `recipientRefusal`: why it isn't used
   * for this recipient.
   */
  channelSetup: { isActive: boolean; isBroken: boolean; recipientRefusal?: Reason } | null;
  audience: Audience;
  /** The channel is limited to other customers and tags. */
  outsideLimit?: Reason;
  /** The webhook doesn't receive this type of event. */
  eventNotChosen?: boolean;
  /** Why this recipient gets no more new alerts today. */
  overMailLimit?: Reason;
  snoozedUntil: Date | null;
  /** The team's trial or subscription has ended. */
  hasEnded?: boolean;
  /** It opened beyond the package's monthly alert limit, and is only sent if it's critical. */
  overAlertLimit?: Reason;
  maintenance?: { name: string; endsAt: Date };
  /** This destination was notified that it began, or still will be. */
  wasNotified: boolean;
  /** A recovery is sent once it has lasted until then. */
  settledAt?: Date;
  /** Why it was held, if the problem has ended in the meantime. */
  endedWhileHeld?: HoldReason;
}

/** Why a delivery is held. */
export type HoldReason = 'maintenance' | 'quiet_hours';

export interface Decision {
  status: DeliveryStatus.waiting | DeliveryStatus.held | DeliveryStatus.skipped;
  notBefore: Date | null;
  /** `null` if it is sent right away. */
  reasonCode: Reason['reasonCode'] | null;
  reasonParams: Reason['reasonParams'];
}

/** Decides by the first rule that applies. Its reason tells people why they were or weren't notified. */
export function evaluatePolicy(situation: Situation): Decision {
  const { kind, severity, audience, maintenance, settledAt } = situation;
  const why = skipReason(situation);
  if (why) return { status: DeliveryStatus.skipped, ...why, notBefore: null };
  if (maintenance) {
    const { name, endsAt } = maintenance;
    const params = { window: name, until: endsAt.toISOString() };
    return { status: DeliveryStatus.held, ...because('maintenance', params), notBefore: endsAt };
  }
  const { quietUntil: quiet, holdsCritical } = audience.noRecipient === undefined ? audience : {};
  if (quiet && (severity !== AlertSeverity.critical || holdsCritical)) {
    const params = { until: quiet.toISOString() };
    return { status: DeliveryStatus.held, ...because('quiet_hours', params), notBefore: quiet };
  }
  if (kind === DeliveryKind.resolved && settledAt)
    return { status: DeliveryStatus.waiting, ...because('settling'), notBefore: settledAt };
  return { status: DeliveryStatus.waiting, reasonCode: null, reasonParams: null, notBefore: null };
}

function skipReason({ kind, channelSetup, audience, ...facts }: Situation): Reason | undefined {
  if (!channelSetup) return because('channel_missing');
  if (channelSetup.isBroken) return because('channel_broken');
  if (!channelSetup.isActive) return because('channel_off');
  if (channelSetup.recipientRefusal) return channelSetup.recipientRefusal;
  if (facts.hasEnded) return because('subscription_ended');
  if (isEnding(kind) && !facts.wasNotified) return because('opening_not_sent');
  // Recipients of the alert also get its recovery, even if the site has moved to another customer.
  if (facts.outsideLimit && !isEnding(kind)) return facts.outsideLimit;
  if (facts.overAlertLimit && isHeldBackByLimit(kind, facts)) return facts.overAlertLimit;
  if (facts.endedWhileHeld && !isEnding(kind))
    return because(facts.endedWhileHeld === 'maintenance' ? 'ended_in_maintenance' : 'ended_in_quiet_hours');
  if (facts.snoozedUntil && facts.snoozedUntil > facts.at && !isEnding(kind))
    return because('snoozed', { until: facts.snoozedUntil.toISOString() });
  if (facts.overMailLimit && !isEnding(kind)) return facts.overMailLimit;
  if (audience.noRecipient !== undefined) return audience.noRecipient;
  // Last, because anything skipped for this reason would otherwise have been sent.
  return facts.eventNotChosen ? because('event_not_chosen') : undefined;
}

/** Whether this destination hasn't been notified so far. Critical alerts are sent anyway. */
function isHeldBackByLimit(
  kind: NoticeKind,
  { severity, wasNotified }: Pick<Situation, 'severity' | 'wasNotified'>,
): boolean {
  return severity !== AlertSeverity.critical && (kind === DeliveryKind.opened || !wasNotified);
}

/** Whether it failed and can be sent again, or waits for a retry that can be made now. */
export function isResendable(
  { status, reasonCode }: { status: DeliveryStatus; reasonCode?: Reason['reasonCode'] | null },
  channelIsPaused: boolean,
): boolean {
  if (status === DeliveryStatus.failed || status === DeliveryStatus.retrying) return true;
  if (status === DeliveryStatus.waiting) return channelIsPaused;
  return status === DeliveryStatus.skipped && reasonCode === 'channel_broken';
}

/** Longest delay before a recovery is sent, in ms, however rarely its controller is read. */
const maxSettlingMs = 120_000;

/** What the decision needs to know about an alert. */
export interface AlertSituation extends SiteLabels {
  id: string;
  severity: AlertSeverity;
  controllerId: string;
  siteId: string;
  deviceMac: string | null;
  /** Of a provider's outage: its sites. Channels that are limited to one of them hear of it, and no maintenance covers it. */
  outageSites: SiteLabels[] | null;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
  /** It opened beyond the package's monthly alert limit. */
  isOverLimit: boolean;
  /** It was measured to have recovered, and may come back. */
  recovered: boolean;
  /** `null` once its rule is deleted. */
  channels: NotificationChannel[] | null;
  /** Seconds between readings. `null` before the first one. */
  pollSeconds: number | null;
}

/** What the decision needs to know about a team: its package, channels and windows, and its members' preferences. */
export interface TeamSituation {
  /** Its trial or subscription has ended. */
  hasEnded: boolean;
  /** Monthly alert limit of its package. `null` means no limit. */
  alertsAllowed: number | null;
  integrations: Map<string, Integration>;
  /** Names of the customers that channels are limited to, by ID. */
  customerNames: ReadonlyMap<string, string>;
  windows: MaintenanceWindow[];
  listeners: Listener[];
  mailed: EmailCounts;
}

/** One transition for one destination. */
export interface DeliveryRequest {
  alert: AlertSituation;
  kind: NoticeKind;
  channel: DeliveryChannel;
  recipient: string;
  wasNotified: boolean;
  endedWhileHeld?: HoldReason;
  /** When the recovery was seen. Absent if it has already been waited for. */
  recoveredAt?: Date;
}

export interface Policy {
  decide(question: DeliveryRequest): Decision;
  maintenanceOf(alert: AlertSituation): { window: MaintenanceWindow; endsAt: Date } | undefined;
}

/** Creates the policy of a team at one moment. Values shared by many alerts are computed once. */
export function policyFor(team: TeamSituation, at: Date): Policy {
  const { hasEnded, alertsAllowed, integrations, customerNames, windows, listeners, mailed } = team;
  const audiences = new Map<string, Audience>();
  const refusals = new Map<string, Reason | undefined>();
  const limits = new Map<string, Reason | undefined>();
  const maintenances = new Map<string, ReturnType<Policy['maintenanceOf']>>();

  function maintenanceOf(alert: AlertSituation) {
    if (windows.length === 0 || alert.outageSites) return undefined;
    const { controllerId, siteId, deviceMac } = alert;
    return cached(maintenances, `${controllerId} ${siteId} ${deviceMac}`, () =>
      windowOver(windows, alert, at),
    );
  }

  function limitReason({ customerIds, tags }: Integration): Reason {
    const customers = customerIds.map((id) => customerNames.get(id) ?? 'a deleted customer');
    return because('out_of_scope', { customers, tags });
  }

  function decide({ alert, recoveredAt, ...request }: DeliveryRequest): Decision {
    const { channel, recipient } = request;
    const { severity, snoozedUntil, isOverLimit } = alert;
    const over = maintenanceOf(alert);
    const integration = integrations.get(channel);
    return evaluatePolicy({
      ...request,
      severity,
      snoozedUntil,
      hasEnded,
      overAlertLimit: isOverLimit ? because('alert_limit', { limit: alertsAllowed }) : undefined,
      at,
      channelSetup: integration
        ? {
            isActive: integration.isActive,
            isBroken: !integration.isActive && !!integration.disabledAt,
            recipientRefusal: cached(refusals, `${channel} ${recipient}`, () =>
              recipientRefusal(integration, recipient),
            ),
          }
        : null,
      outsideLimit:
        integration && !(alert.outageSites ?? [alert]).some((site) => coversSite(integration, site))
          ? limitReason(integration)
          : undefined,
      eventNotChosen: !!integration && isEventNotChosen(integration, request.kind),
      overMailLimit:
        channel === NotificationChannel.email
          ? cached(limits, recipient, () => overMailLimit(recipient, listeners, mailed))
          : undefined,
      audience: cached(audiences, `${channel} ${recipient} ${severity}`, () =>
        audienceOf({ channel, recipient }, severity, listeners, at),
      ),
      ...(over && { maintenance: { name: over.window.name, endsAt: over.endsAt } }),
      ...(recoveredAt && request.kind === DeliveryKind.resolved && settling(alert, recoveredAt)),
    });
  }

  return { decide, maintenanceOf };
}

/** Waits for two more readings. An alert that is no longer monitored doesn't come back. */
function settling({ recovered, pollSeconds }: AlertSituation, from: Date): { settledAt?: Date } {
  if (!recovered) return {};
  const seconds = pollSeconds && pollSeconds > 0 ? pollSeconds : Number.POSITIVE_INFINITY;
  return { settledAt: new Date(from.getTime() + Math.min(2000 * seconds, maxSettlingMs)) };
}

function cached<T>(cache: Map<string, T>, key: string, find: () => T): T {
  if (!cache.has(key)) cache.set(key, find());
  return cache.get(key) as T;
}

/** One member's notification preferences. */
export interface Listener {
  /** In lowercase. */
  email: string;
  suspended: boolean;
  /** They opened the link that was emailed there. */
  confirmed: boolean;
  emailNotifications: boolean;
  alertNotifications: boolean;
  channels: readonly string[];
  severities: readonly string[];
  /** The number of their browsers with push notifications turned on. */
  browsers: number;
  /** Severities that these receive. */
  pushSeverities: readonly string[];
  /** Whether critical alerts are pushed during quiet hours, too. */
  criticalInQuietHours: boolean;
  quietHours: boolean;
  quietFrom: string;
  quietUntil: string;
  timeZone: string;
}

/**
 * Whether anyone receives it. `quietUntil`: not before then, because everyone who would has quiet hours. `holdsCritical`:
 * not even critical alerts.
 */
type Audience =
  { noRecipient: Reason } | { noRecipient?: undefined; quietUntil?: Date; holdsCritical?: boolean };

/**
 * Who receives a severity through a channel. A member's own address and browsers follow their preferences, and other
 * addresses always receive it. A shared channel receives it while at least one member wants it.
 * @param recipient an address; empty for a channel with one destination
 */
export function audienceOf(
  { channel, recipient }: { channel: DeliveryChannel; recipient: string },
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  if (channel === NotificationChannel.email) return ownerOf(recipient, severity, listeners, at);
  if (channel === DeliveryChannel.push) return browsersOf(recipient, severity, listeners, at);
  const wanting = listeners.filter((one) => !one.suspended && !refusal(one, channel, severity));
  if (wanting.length === 0) return { noRecipient: because('no_listener') };
  const ends = wanting.map((one) => quietUntil(one, at));
  const awake = ends.some((end) => end === undefined);
  if (awake) return {};
  return { quietUntil: ends.reduce((first, end) => (end! < first! ? end : first)) };
}

function ownerOf(
  recipient: string,
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  const owner = listeners.find(({ email }) => email === normalEmail(recipient));
  if (!owner) return {};
  if (owner.suspended) return { noRecipient: because('account_suspended') };
  if (!owner.confirmed) return { noRecipient: because('address_unconfirmed') };
  const why = refusal(owner, NotificationChannel.email, severity);
  return why ? { noRecipient: why } : { quietUntil: quietUntil(owner, at) };
}

/** A phone wakes people, so quiet hours hold critical alerts as well, unless the person wants them. */
function browsersOf(
  recipient: string,
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  const owner = listeners.find(({ email }) => email === normalEmail(recipient));
  if (!owner) return { noRecipient: because('recipient_removed') };
  if (owner.suspended) return { noRecipient: because('account_suspended') };
  if (!owner.alertNotifications) return { noRecipient: because('alerts_off') };
  if (owner.browsers === 0) return { noRecipient: because('no_browser') };
  if (!owner.pushSeverities.includes(severity))
    return { noRecipient: because('push_severity_unwanted', { severity }) };
  return { quietUntil: quietUntil(owner, at), holdsCritical: !owner.criticalInQuietHours };
}

/** Why a member doesn't want it. Undefined if they do. */
function refusal(
  listener: Listener,
  channel: NotificationChannel,
  severity: AlertSeverity,
): Reason | undefined {
  if (!listener.alertNotifications) return because('alerts_off');
  if (channel === NotificationChannel.email && !listener.emailNotifications) return because('emails_off');
  if (!listener.channels.includes(channel)) return because('channel_unwanted');
  if (!listener.severities.includes(severity)) return because('severity_unwanted', { severity });
  return undefined;
}

/** A member's quiet hours. */
export type QuietHours = Pick<NotificationPreferences, 'quietHours' | 'quietFrom' | 'quietUntil'> & {
  timeZone: string;
};

/** End of the quiet hours at a moment. Undefined outside them. The same start and end means the whole day. */
export function quietUntil(hours: QuietHours, at: Date): Date | undefined {
  if (!hours.quietHours) return undefined;
  const from = Temporal.PlainTime.from(hours.quietFrom);
  const minutes = minutesFrom(from, Temporal.PlainTime.from(hours.quietUntil));
  const today = dateAt(at, hours.timeZone);
  const spans = [today.subtract({ days: 1 }), today].map((day) =>
    wallSpan(day.toPlainDateTime(from), minutes, hours.timeZone),
  );
  const on = spans.filter((span) => covers(span, at));
  return on.length > 0 ? new Date(Math.max(...on.map(({ end }) => end))) : undefined;
}

const day = 24 * 60;

function minutesFrom(from: Temporal.PlainTime, until: Temporal.PlainTime): number {
  return (from.until(until).total('minutes') + day) % day || day;
}

/**
 * Why an address gets no more emails: the team removed it, or it unsubscribed. Undefined for other addresses and for
 * channels with one destination.
 */
export function recipientRefusal(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  recipient: string,
): Reason | undefined {
  if (type !== NotificationChannel.email) return undefined;
  const { recipients = [], unsubscribed = [] } = config as Pick<ChannelConfig, 'recipients' | 'unsubscribed'>;
  const isIn = (list: readonly string[]) => list.some((one) => normalEmail(one) === normalEmail(recipient));
  if (recipient === '') return because('no_recipients');
  if (!isIn(recipients)) return because('recipient_removed');
  return isIn(unsubscribed) ? because('unsubscribed') : undefined;
}

/**
 * Daily limit of alert emails to each address that belongs to no member, and to all of these in a team,
 * because they haven't confirmed that they want them. Enough for a shared mailbox on a bad day, and too few
 * to flood strangers.
 */
const maxEmailsPerDay = { address: 200, team: 500 };

/** Emails sent to each address within the last day, by lowercase address. */
export type EmailCounts = ReadonlyMap<string, number>;

/** Why an address gets no more new alerts. Undefined for members. */
function overMailLimit(
  recipient: string,
  listeners: readonly { email: string }[],
  mailed: EmailCounts,
): Reason | undefined {
  const members = new Set(listeners.map(({ email }) => email));
  const address = normalEmail(recipient);
  if (recipient === '' || members.has(address)) return undefined;
  if ((mailed.get(address) ?? 0) >= maxEmailsPerDay.address)
    return because('address_mail_limit', { limit: maxEmailsPerDay.address });
  const all = [...mailed].filter(([one]) => !members.has(one)).reduce((sum, [, count]) => sum + count, 0);
  return all >= maxEmailsPerDay.team
    ? because('team_mail_limit', { limit: maxEmailsPerDay.team })
    : undefined;
}

/** The event type that must be selected. Webhooks that receive opened alerts also receive escalations. */
function webhookEventOf(kind: Exclude<NoticeKind, DeliveryKind.updated>): WebhookEvent {
  return kind === DeliveryKind.escalated ? 'alert.opened' : `alert.${kind}`;
}

/** Whether a webhook doesn't receive this kind of event. All other channels receive every kind. */
export function isEventNotChosen(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  kind: NoticeKind,
): boolean {
  const { events } = config as Pick<ChannelConfig, 'events'>;
  if (type !== NotificationChannel.webhook || !events || kind === DeliveryKind.updated) return false;
  return !events.includes(webhookEventOf(kind));
}
