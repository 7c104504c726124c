import { momentWords, type Reader } from '#api/local-time.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { channelName } from '../notifications/channel-name.ts';
import { DeliveryStatus, type Delivery, type DeliveryKind } from '../notifications/delivery.entity.ts';

type Told = Pick<Delivery, 'kind' | 'channel' | 'recipient' | 'status' | 'reason' | 'sentAt' | 'notBefore'>;
type Of = Pick<Alert, 'timestamp' | 'maintenance' | 'ruleThen' | 'ticketId'>;

/** Who was told that an alert was raised, who was not and why, and its ticket: a sentence each. */
export function followed(alert: Of, deliveries: readonly Told[], reader: Reader): string[] {
  const lines = deliveries.map((delivery) => toldWords(delivery, reader));
  if (alert.ticketId != null) lines.push(`HaloPSA ticket ${alert.ticketId} was opened.`);
  if (deliveries.length > 0) return lines;
  return [nobodyWords(alert), ...lines];
}

function nobodyWords({ maintenance, ruleThen }: Of): string {
  if (maintenance) return `Nobody was told: it began during the maintenance window “${maintenance}”.`;
  if (ruleThen?.channels.length === 0) return 'Nobody was told: the rule named no channel.';
  return 'Who was told is not kept.';
}

/** Which turn of the alert was reported, where it isn't the first. */
const turns: Partial<Record<DeliveryKind, string>> = {
  flapping: ' (flapping)',
  escalated: ' (escalated)',
};

function toldWords(
  { kind, channel, recipient, status, reason, sentAt, notBefore }: Told,
  reader: Reader,
): string {
  const place = recipient ? `${channelName[channel]} to ${recipient}` : channelName[channel];
  const name = `${place}${turns[kind] ?? ''}`;
  const why = reason ? `: ${reason.replace(/\.$/, '')}` : '';
  const later = notBefore ? ` until ${momentWords(notBefore, reader)}` : '';
  const sentences: Record<DeliveryStatus, string> = {
    waiting: reason ? `${name}: waits${later}${why}.` : `${name}: on its way.`,
    retrying: `${name}: not told yet, tried again${why}.`,
    held: `${name}: waits${later}${why}.`,
    sent: `${name}: told${sentAt ? ` at ${momentWords(sentAt, reader)}` : ''}.`,
    accepted: `${name}: taken${sentAt ? ` at ${momentWords(sentAt, reader)}` : ''}.`,
    failed: `${name}: not told${why}.`,
    skipped: `${name}: not told${why}.`,
    summarised: `${name}: told in one message together with others.`,
  };
  return sentences[status];
}
