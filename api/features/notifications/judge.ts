import { AlertSeverity } from '../alerts/alert.enums.ts';
import type { NotificationChannel } from '../alerts/notification-channel.ts';
import { hasEnded } from '../packages/limits.ts';
import type { Audience } from './audience.ts';
import { channelName } from './channel-name.ts';
import { DeliveryKind, DeliveryReason, DeliveryStatus } from './delivery.entity.ts';

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
  /** Why the place is not told of this kind of news. */
  unchosen?: string;
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
}

export interface Judgement extends Why {
  status: DeliveryStatus.waiting | DeliveryStatus.held | DeliveryStatus.skipped;
  notBefore: Date | null;
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const endings: readonly DeliveryKind[] = [DeliveryKind.resolved, DeliveryKind.stable];

/** Why an end is not told; elsewhere its beginning may have been. */
export const beginningUntold = 'Not told here that it began';

/** Whether a kind tells that an alert is over. */
export function isEnding(kind: DeliveryKind): boolean {
  return endings.includes(kind);
}

/** Decides by the first that applies; the reason is for whoever asks why they were, or were not, told. */
export function judge(situation: Situation): Judgement {
  const { kind, severity, audience, maintenance, settledAt } = situation;
  const why = skipReason(situation);
  if (why) return { status: DeliveryStatus.skipped, ...why, notBefore: null };
  if (maintenance) {
    const { name, endsAt } = maintenance;
    return held(DeliveryReason.maintenance, `Maintenance "${name}" until ${utc(endsAt)}`, endsAt);
  }
  const quietUntil = audience.nobody === undefined ? audience.quietUntil : undefined;
  if (quietUntil && severity !== AlertSeverity.critical)
    return held(DeliveryReason.quiet_hours, `Quiet hours until ${utc(quietUntil)}`, quietUntil);
  if (kind !== DeliveryKind.resolved || !settledAt)
    return { status: DeliveryStatus.waiting, ...because(null), notBefore: null };
  const reason = 'It is told once it has stayed well for two more readings';
  return { status: DeliveryStatus.waiting, ...because(reason), notBefore: settledAt };
}

function skipReason({ kind, channel, place, audience, ...facts }: Situation): Why | undefined {
  const name = channelName[channel];
  if (!place) return because(`${name} is not set up for this team`);
  if (place.isBroken) {
    const reason = `${name} was switched off because it does not work any more`;
    return because(reason, DeliveryReason.channel_broken);
  }
  if (!place.isActive) return because(`${name} is switched off`);
  if (place.unwanted) return because(place.unwanted);
  if (facts.hasEnded) return because(hasEnded);
  if (isEnding(kind) && !facts.openingTold) return because(beginningUntold);
  if (facts.beyond && isUntold(kind, facts)) return because(facts.beyond);
  if (facts.overSince && !isEnding(kind)) return because(overReasons[facts.overSince]);
  if (facts.snoozedUntil && facts.snoozedUntil > facts.at && !isEnding(kind))
    return because(`Snoozed until ${utc(facts.snoozedUntil)}`, DeliveryReason.snoozed);
  if (facts.enough && !isEnding(kind)) return because(facts.enough);
  if (audience.nobody !== undefined) return because(audience.nobody);
  // The last: what is skipped for this would have been told but for the choice.
  return facts.unchosen === undefined ? undefined : because(facts.unchosen, DeliveryReason.event_not_chosen);
}

function because(reason: string | null, reasonCode: DeliveryReason | null = null): Why {
  return { reason, reasonCode };
}

/** Whether nobody heard of it so far; what is critical is told all the same. */
function isUntold(
  kind: NoticeKind,
  { severity, openingTold }: Pick<Situation, 'severity' | 'openingTold'>,
): boolean {
  return severity !== AlertSeverity.critical && (kind === DeliveryKind.opened || !openingTold);
}

function held(reasonCode: HeldFor, reason: string, notBefore: Date): Judgement {
  return { status: DeliveryStatus.held, reason, reasonCode, notBefore };
}

const overReasons: Record<HeldFor, string> = {
  maintenance: 'It was over before the maintenance ended',
  quiet_hours: 'It was over before quiet hours ended',
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
