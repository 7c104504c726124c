import { AlertSeverity } from '../alerts/alert.enums.ts';
import type { NotificationChannel } from '../alerts/notification-channel.ts';
import { hasEnded } from '../packages/limits.ts';
import type { Audience } from './audience.ts';
import { channelName } from './channel-name.ts';
import { DeliveryKind, DeliveryStatus } from './delivery.entity.ts';

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
  overSince?: string;
}

export interface Judgement {
  status: DeliveryStatus.waiting | DeliveryStatus.held | DeliveryStatus.skipped;
  reason: string | null;
  notBefore: Date | null;
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Said of a channel that was switched off for its failures. */
const broken = 'was switched off because it does not work any more';

const endings: readonly DeliveryKind[] = [DeliveryKind.resolved, DeliveryKind.stable];

/** How the reason begins of what a snooze keeps from being told. */
export const snoozedUntil = 'Snoozed until';

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
  if (why) return { status: DeliveryStatus.skipped, reason: why, notBefore: null };
  if (maintenance) {
    return held(`Maintenance "${maintenance.name}" until ${utc(maintenance.endsAt)}`, maintenance.endsAt);
  }
  const quietUntil = audience.nobody === undefined ? audience.quietUntil : undefined;
  if (quietUntil && severity !== AlertSeverity.critical)
    return held(`Quiet hours until ${utc(quietUntil)}`, quietUntil);
  if (kind !== DeliveryKind.resolved || !settledAt)
    return { status: DeliveryStatus.waiting, reason: null, notBefore: null };
  const reason = 'It is told once it has stayed well for two more readings';
  return { status: DeliveryStatus.waiting, reason, notBefore: settledAt };
}

function skipReason({ kind, channel, place, audience, ...facts }: Situation): string | undefined {
  const name = channelName[channel];
  if (!place) return `${name} is not set up for this team`;
  if (place.isBroken) return `${name} ${broken}`;
  if (!place.isActive) return `${name} is switched off`;
  if (place.unwanted) return place.unwanted;
  if (facts.hasEnded) return hasEnded;
  if (isEnding(kind) && !facts.openingTold) return beginningUntold;
  if (facts.beyond && isUntold(kind, facts)) return facts.beyond;
  if (facts.overSince && !isEnding(kind)) return overReason(facts.overSince);
  if (facts.snoozedUntil && facts.snoozedUntil > facts.at && !isEnding(kind))
    return `${snoozedUntil} ${utc(facts.snoozedUntil)}`;
  if (facts.enough && !isEnding(kind)) return facts.enough;
  // The last: what is skipped for this would have been told but for the choice.
  return audience.nobody ?? facts.unchosen;
}

/** Whether nobody heard of it so far; what is critical is told all the same. */
function isUntold(
  kind: NoticeKind,
  { severity, openingTold }: Pick<Situation, 'severity' | 'openingTold'>,
): boolean {
  return severity !== AlertSeverity.critical && (kind === DeliveryKind.opened || !openingTold);
}

function held(reason: string, notBefore: Date): Judgement {
  return { status: DeliveryStatus.held, reason, notBefore };
}

function overReason(waitedFor: string): string {
  return waitedFor.startsWith('Maintenance')
    ? 'It was over before the maintenance ended'
    : 'It was over before quiet hours ended';
}

/** Whether it could not be told, which can be made up for, or waits for a later try, which can be made now. */
export function isResendable(
  { status, reason }: { status: DeliveryStatus; reason?: string | null },
  channelIsPaused: boolean,
): boolean {
  if (status === DeliveryStatus.failed || status === DeliveryStatus.retrying) return true;
  if (status === DeliveryStatus.waiting) return channelIsPaused;
  return status === DeliveryStatus.skipped && !!reason?.endsWith(broken);
}
