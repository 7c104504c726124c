import { momentWords, type Reader } from '#api/lib/local-time.ts';
import type { Alert } from '../alerts/alert.entity.ts';
import { channelName, reasonText } from '../notifications/reason-text.ts';
import { DeliveryStatus, type Delivery, type DeliveryKind } from '../notifications/delivery.entity.ts';

type Part = Pick<
  Delivery,
  'channel' | 'recipient' | 'status' | 'reasonCode' | 'reasonParams' | 'sentAt' | 'notBefore'
>;
type Told = Part & Pick<Delivery, 'kind'> & { summary?: Part | null };
type Of = Pick<Alert, 'timestamp' | 'maintenance' | 'ruleThen' | 'ticketId'>;

/** Who was notified of an alert, who wasn't and why, and its ticket: a sentence each. */
export function followed(alert: Of, deliveries: readonly Told[], reader: Reader): string[] {
  const lines = deliveries.map((delivery) => toldWords(delivery, reader));
  if (alert.ticketId != null) lines.push(`HaloPSA ticket ${alert.ticketId} was opened.`);
  if (deliveries.length > 0) return lines;
  return [nobodyWords(alert), ...lines];
}

function nobodyWords({ maintenance, ruleThen }: Of): string {
  if (maintenance) return `No one was notified: it began during the maintenance window “${maintenance}”.`;
  if (ruleThen?.channels.length === 0) return 'No one was notified: the rule had no channels.';
  return 'Who was notified is no longer stored.';
}

/** Which turn of the alert was reported, where it isn't the first. */
const turns: Partial<Record<DeliveryKind, string>> = {
  flapping: ' (flapping)',
  escalated: ' (escalated)',
};

/** A delivery in a summary has the summary's status, as in the timeline. */
function toldWords({ summary, ...own }: Told, reader: Reader): string {
  const { kind, channel, recipient } = own;
  const place = recipient ? `${channelName[channel]} to ${recipient}` : channelName[channel];
  const isPart = own.status === DeliveryStatus.summarised && !!summary;
  const together = own.status === DeliveryStatus.summarised ? ', in one message with other alerts' : '';
  return `${place}${turns[kind] ?? ''}: ${standingWords(isPart ? summary : own, together, reader)}.`;
}

function standingWords(delivery: Part, together: string, reader: Reader): string {
  const { status, sentAt, notBefore } = delivery;
  const reason = reasonText(delivery, reader);
  const why = reason ? `: ${reason.replace(/\.$/, '')}` : '';
  const at = sentAt ? ` at ${momentWords(sentAt, reader)}` : '';
  const until = notBefore ? ` until ${momentWords(notBefore, reader)}` : '';
  const sentences: Record<DeliveryStatus, string> = {
    waiting: reason ? `waiting${until}${together}${why}` : `on its way${together}`,
    retrying: `not sent yet${together}, trying again${why}`,
    // The reason names when the hold ends.
    held: `held${reason ? '' : until}${together}${why}`,
    sent: `sent${at}${together}`,
    accepted: `accepted${at}${together}`,
    failed: `failed${together}${why}`,
    skipped: `not sent${together}${why}`,
    summarised: `sent${together}`,
  };
  return sentences[status];
}
