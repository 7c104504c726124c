import { AlertSeverity } from '../alerts/alert.enums.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import { hasEnded, beyondAlerts } from '../packages/limits.ts';
import { channelName, storedReason, channelAdjective } from './reason-text.ts';
import {
  isEnding,
  type NoticeKind,
  DeliveryKind,
  DeliveryReason,
  DeliveryStatus,
  type ReasonParams,
} from './delivery.entity.ts';
import { windowOver } from '../maintenance/active-window.ts';
import type { MaintenanceWindow } from '../maintenance/maintenance-window.entity.ts';
import type { Integration } from '../integrations/integration.entity.ts';
import { normalEmail } from '../users/normal-email.ts';
import { Temporal } from 'temporal-polyfill';
import type { NotificationPreferences } from '../account/notification-preferences.entity.ts';
import { covers, dateAt, wallSpan } from '../maintenance/wall-span.ts';
import type { ChannelConfig, WebhookEvent } from '../integrations/channel-config.ts';

/** Everything that decides whether one transition is told to one destination, and when. */
export interface Situation {
  kind: NoticeKind;
  severity: AlertSeverity;
  at: Date;
  channel: NotificationChannel;
  /** The channel as the team set it up; null where it did not; `unwanted`: why it is not used for this recipient. */
  place: { isActive: boolean; isBroken: boolean; unwanted?: string } | null;
  audience: Audience;
  /** The webhook does not receive this kind of event. */
  unchosen?: boolean;
  /** Why nothing more that begins is told to this recipient today. */
  enough?: string;
  snoozedUntil: Date | null;
  /** The team's trial or subscription is over. */
  hasEnded?: boolean;
  /** It began beyond the package's alerts of its month: why it is not told unless it is critical. */
  beyond?: string;
  maintenance?: { name: string; endsAt: Date };
  /** Somebody was told that it began, or still will be. */
  openingTold: boolean;
  /** A recovery is told once it has lasted until then. */
  settledAt?: Date;
  /** It waited, and meanwhile it is over: why it waited. */
  overSince?: HeldFor;
}

/** What something is held for. */
export type HeldFor = DeliveryReason.maintenance | DeliveryReason.quiet_hours;

/** A reason for people, and what later decisions need to know of it. */
interface Why {
  reason: string | null;
  reasonCode: DeliveryReason | null;
  reasonParams: ReasonParams | null;
}

export interface Decision extends Why {
  status: DeliveryStatus.waiting | DeliveryStatus.held | DeliveryStatus.skipped;
  notBefore: Date | null;
}

/** Why an end is not told; elsewhere its beginning may have been. */
export const beginningUntold = "This channel wasn't notified when the alert opened";

/** Decides by the first that applies; the reason is for whoever asks why they were, or were not, told. */
export function judge(situation: Situation): Decision {
  const { kind, severity, channel, audience, maintenance, settledAt } = situation;
  const why = skipReason(situation);
  if (why) return { status: DeliveryStatus.skipped, ...why, notBefore: null };
  if (maintenance) {
    const { name, endsAt } = maintenance;
    const params = { window: name, until: endsAt.toISOString() };
    return {
      status: DeliveryStatus.held,
      ...coded(channel, DeliveryReason.maintenance, params),
      notBefore: endsAt,
    };
  }
  const quietUntil = audience.nobody === undefined ? audience.quietUntil : undefined;
  if (quietUntil && severity !== AlertSeverity.critical) {
    const params = { until: quietUntil.toISOString() };
    return {
      status: DeliveryStatus.held,
      ...coded(channel, DeliveryReason.quiet_hours, params),
      notBefore: quietUntil,
    };
  }
  if (kind !== DeliveryKind.resolved || !settledAt)
    return { status: DeliveryStatus.waiting, ...because(null), notBefore: null };
  const reason = 'Sent after two more readings without the problem';
  return { status: DeliveryStatus.waiting, ...because(reason), notBefore: settledAt };
}

function skipReason({ kind, channel, place, audience, ...facts }: Situation): Why | undefined {
  const name = channelName[channel];
  if (!place) return because(`${name} is not set up for this team`);
  if (place.isBroken) return coded(channel, DeliveryReason.channel_broken);
  if (!place.isActive) return because(`${name} is switched off`);
  if (place.unwanted) return because(place.unwanted);
  if (facts.hasEnded) return because(hasEnded);
  if (isEnding(kind) && !facts.openingTold) return because(beginningUntold);
  if (facts.beyond && isUntold(kind, facts)) return because(facts.beyond);
  if (facts.overSince && !isEnding(kind)) return because(overReasons[facts.overSince]);
  if (facts.snoozedUntil && facts.snoozedUntil > facts.at && !isEnding(kind))
    return coded(channel, DeliveryReason.snoozed, { until: facts.snoozedUntil.toISOString() });
  if (facts.enough && !isEnding(kind)) return because(facts.enough);
  if (audience.nobody !== undefined) return because(audience.nobody);
  // The last: what is skipped for this would have been told but for the choice.
  return facts.unchosen ? coded(channel, DeliveryReason.event_not_chosen) : undefined;
}

const because = (reason: string | null): Why => ({ reason, reasonCode: null, reasonParams: null });

function coded(
  channel: NotificationChannel,
  reasonCode: DeliveryReason,
  reasonParams: ReasonParams | null = null,
): Why {
  return { reason: storedReason({ channel, reasonCode, reasonParams }), reasonCode, reasonParams };
}

/** Whether nobody heard of it so far; what is critical is told all the same. */
function isUntold(
  kind: NoticeKind,
  { severity, openingTold }: Pick<Situation, 'severity' | 'openingTold'>,
): boolean {
  return severity !== AlertSeverity.critical && (kind === DeliveryKind.opened || !openingTold);
}

const overReasons: Record<HeldFor, string> = {
  maintenance: 'The problem ended before the maintenance window did',
  quiet_hours: 'The problem ended before quiet hours did',
};

/** Whether it could not be told, which can be made up for, or waits for a later try, which can be made now. */
export function isResendable(
  { status, reasonCode }: { status: DeliveryStatus; reasonCode?: DeliveryReason | null },
  channelIsPaused: boolean,
): boolean {
  if (status === DeliveryStatus.failed || status === DeliveryStatus.retrying) return true;
  if (status === DeliveryStatus.waiting) return channelIsPaused;
  return status === DeliveryStatus.skipped && reasonCode === DeliveryReason.channel_broken;
}

/** Milliseconds after which a recovery is told, however slowly its controller is read. */
const longestSettling = 120_000;

/** What decides about an alert. */
export interface AlertSituation {
  id: string;
  severity: AlertSeverity;
  controllerId: string;
  siteId: string;
  deviceMac: string | null;
  snoozedUntil: Date | null;
  resolvedAt: Date | null;
  /** It began beyond the package's alerts of its month. */
  isBeyond: boolean;
  /** It was measured to be well, and may come back. */
  recovered: boolean;
  /** Null once its rule is deleted. */
  channels: NotificationChannel[] | null;
  /** Seconds between two readings; null where there was none yet. */
  interval: number | null;
}

/** What decides for the whole team: its package, channels and windows, and how its people want to hear of things. */
export interface TeamSituation {
  /** Its trial or subscription is over. */
  hasEnded: boolean;
  /** Alerts a month of its package; null: no limit. */
  alertsAllowed: number | null;
  integrations: Map<string, Integration>;
  windows: MaintenanceWindow[];
  listeners: Listener[];
  mailed: Mailed;
}

/** One transition for one destination. */
export interface Question {
  alert: AlertSituation;
  kind: NoticeKind;
  channel: NotificationChannel;
  recipient: string;
  openingTold: boolean;
  overSince?: HeldFor;
  /** When the recovery was seen; absent where that was waited for already. */
  recoveredAt?: Date;
}

export interface Policy {
  decide(question: Question): Decision;
  maintenanceOf(alert: AlertSituation): { window: MaintenanceWindow; endsAt: Date } | undefined;
}

/** Judges by what holds for a team at a moment; what is the same for many alerts is worked out once. */
export function policyFor(team: TeamSituation, at: Date): Policy {
  const { hasEnded, alertsAllowed, integrations, windows, listeners, mailed } = team;
  const audiences = new Map<string, Audience>();
  const refusals = new Map<string, string | undefined>();
  const limits = new Map<string, string | undefined>();
  const maintenances = new Map<string, ReturnType<Policy['maintenanceOf']>>();

  function maintenanceOf({ controllerId, siteId, deviceMac }: AlertSituation) {
    if (windows.length === 0) return undefined;
    return kept(maintenances, `${controllerId} ${siteId} ${deviceMac}`, () =>
      windowOver(windows, { controllerId, siteId, deviceMac }, at),
    );
  }

  function decide({ alert, recoveredAt, ...asked }: Question): Decision {
    const { channel, recipient } = asked;
    const { severity, snoozedUntil, isBeyond } = alert;
    const over = maintenanceOf(alert);
    const integration = integrations.get(channel);
    return judge({
      ...asked,
      severity,
      snoozedUntil,
      hasEnded,
      beyond: isBeyond ? beyondAlerts(alertsAllowed) : undefined,
      at,
      place: integration
        ? {
            isActive: integration.isActive,
            isBroken: !integration.isActive && !!integration.disabledAt,
            unwanted: kept(refusals, `${channel} ${recipient}`, () => unwanted(integration, recipient)),
          }
        : null,
      unchosen: !!integration && isUnchosen(integration, asked.kind),
      enough:
        channel === NotificationChannel.email
          ? kept(limits, recipient, () => enough(recipient, listeners, mailed))
          : undefined,
      audience: kept(audiences, `${channel} ${recipient} ${severity}`, () =>
        audienceOf({ channel, recipient }, severity, listeners, at),
      ),
      ...(over && { maintenance: { name: over.window.name, endsAt: over.endsAt } }),
      ...(recoveredAt && asked.kind === DeliveryKind.resolved && settling(alert, recoveredAt)),
    });
  }

  return { decide, maintenanceOf };
}

/** Two more readings; what is not watched any more does not come back. */
function settling({ recovered, interval }: AlertSituation, from: Date): { settledAt?: Date } {
  if (!recovered) return {};
  const seconds = interval && interval > 0 ? interval : Number.POSITIVE_INFINITY;
  return { settledAt: new Date(from.getTime() + Math.min(2000 * seconds, longestSettling)) };
}

function kept<T>(cache: Map<string, T>, key: string, find: () => T): T {
  if (!cache.has(key)) cache.set(key, find());
  return cache.get(key) as T;
}

/** How one member of the team wants to hear of alerts. */
export interface Listener {
  /** In lower case. */
  email: string;
  suspended: boolean;
  /** They opened the link that was mailed there. */
  confirmed: boolean;
  emailNotifications: boolean;
  alertNotifications: boolean;
  channels: readonly string[];
  severities: readonly string[];
  quietHours: boolean;
  quietFrom: string;
  quietUntil: string;
  timeZone: string;
}

/** Whether there is anybody to be told; `quietUntil`: not before, as all who would hear it have quiet hours. */
export type Audience = { nobody: string } | { nobody?: undefined; quietUntil?: Date };

/**
 * Who hears of a severity by a channel: a member's own address follows their preferences, an address that is nobody's is
 * always told, a shared channel while at least one member wants it.
 * @param recipient an address; empty for a channel with one destination
 */
export function audienceOf(
  { channel, recipient }: { channel: NotificationChannel; recipient: string },
  severity: AlertSeverity,
  listeners: readonly Listener[],
  at: Date,
): Audience {
  if (channel === NotificationChannel.email) return ownerOf(recipient, severity, listeners, at);
  const wanting = listeners.filter((one) => !one.suspended && !refusal(one, channel, severity));
  if (wanting.length === 0)
    return { nobody: `No one on the team receives ${channelAdjective[channel]} alerts at this severity` };
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
  if (owner.suspended) return { nobody: `The account of ${recipient} is suspended` };
  if (!owner.confirmed) return { nobody: `${recipient} has not been confirmed yet` };
  const why = refusal(owner, NotificationChannel.email, severity);
  return why ? { nobody: `${recipient} ${why}` } : { quietUntil: quietUntil(owner, at) };
}

/** Why a member does not want it; undefined where they do. */
function refusal(
  listener: Listener,
  channel: NotificationChannel,
  severity: AlertSeverity,
): string | undefined {
  if (!listener.alertNotifications) return 'has switched off alert notifications';
  if (channel === NotificationChannel.email && !listener.emailNotifications)
    return 'has switched off e-mail notifications';
  if (!listener.channels.includes(channel)) return `does not want ${channelAdjective[channel]} alerts`;
  if (!listener.severities.includes(severity)) return `does not want alerts of the severity ${severity}`;
  return undefined;
}

/** When somebody does not want to be disturbed. */
export type QuietHours = Pick<NotificationPreferences, 'quietHours' | 'quietFrom' | 'quietUntil'> & {
  timeZone: string;
};

/** When the quiet hours end that are on at a moment; undefined outside them. From a time until the same is a whole day. */
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
 * Why an address is mailed nothing more, whatever it was told before: the team took it out, or it asked for no more.
 * Undefined where it is mailed, and for channels with one destination.
 */
export function unwanted(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  recipient: string,
): string | undefined {
  if (type !== NotificationChannel.email) return undefined;
  const { recipients = [], unsubscribed = [] } = config as Pick<ChannelConfig, 'recipients' | 'unsubscribed'>;
  const isIn = (list: readonly string[]) => list.some((one) => normalEmail(one) === normalEmail(recipient));
  if (recipient === '') return 'E-mail has no recipients';
  if (!isIn(recipients)) return `${recipient} is not among the recipients any more`;
  return isIn(unsubscribed) ? `${recipient} has unsubscribed from these mails` : undefined;
}

/**
 * Alert mails within a day that an address which is no member's is sent, and all of these in a team: nobody has confirmed
 * that they want them. Enough for a shared mailbox on a bad day; too little to flood strangers with.
 */
const most = { address: 200, team: 500 };

/** How many mails each address was sent within the last day, by the address in lower case. */
export type Mailed = ReadonlyMap<string, number>;

/** Why an address is told of nothing that begins; undefined where it is, as members always are. */
export function enough(
  recipient: string,
  listeners: readonly { email: string }[],
  mailed: Mailed,
): string | undefined {
  const members = new Set(listeners.map(({ email }) => email));
  const address = normalEmail(recipient);
  if (recipient === '' || members.has(address)) return undefined;
  const remedy = 'Who is invited to the team is mailed without a limit';
  if ((mailed.get(address) ?? 0) >= most.address)
    return `${recipient} belongs to no member and has had ${most.address} mails within a day. ${remedy}`;
  const all = [...mailed].filter(([one]) => !members.has(one)).reduce((sum, [, count]) => sum + count, 0);
  return all >= most.team
    ? `Addresses that belong to no member have had ${most.team} mails within a day. ${remedy}`
    : undefined;
}

/** The choice that a message belongs to. Webhooks that receive opened alerts also receive escalations. */
function choiceOf(kind: NoticeKind): WebhookEvent {
  return kind === DeliveryKind.escalated ? 'alert.opened' : `alert.${kind}`;
}

/** Whether a webhook does not receive a kind of event. Every other channel receives all of them. */
export function isUnchosen(
  { type, config }: Pick<Integration, 'type' | 'config'>,
  kind: NoticeKind,
): boolean {
  const { events } = config as Pick<ChannelConfig, 'events'>;
  return type === NotificationChannel.webhook && !!events && !events.includes(choiceOf(kind));
}
