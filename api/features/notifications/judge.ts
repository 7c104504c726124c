import { AlertSeverity } from '../alerts/alert.enums.ts';
import type { NotificationChannel } from '../alerts/notification-channel.ts';
import { hasEnded } from '../packages/limits.ts';
import type { Audience } from './audience.ts';
import { channelName } from './channel-name.ts';
import { DeliveryKind, DeliveryReason, DeliveryStatus, type ReasonParams } from './delivery.entity.ts';
import { storedReason } from './reason-text.ts';

/** What is told of an alert; all but a summary, which tells of many. */
export type NoticeKind = Exclude<DeliveryKind, DeliveryKind.summary>;

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

export interface Judgement extends Why {
  status: DeliveryStatus.waiting | DeliveryStatus.held | DeliveryStatus.skipped;
  notBefore: Date | null;
}

const endings: readonly DeliveryKind[] = [DeliveryKind.resolved, DeliveryKind.stable];

/** Why an end is not told; elsewhere its beginning may have been. */
export const beginningUntold = "This channel wasn't notified when the alert opened";

/** Whether a kind tells that an alert is over. */
export function isEnding(kind: DeliveryKind): boolean {
  return endings.includes(kind);
}

/** Decides by the first that applies; the reason is for whoever asks why they were, or were not, told. */
export function judge(situation: Situation): Judgement {
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
