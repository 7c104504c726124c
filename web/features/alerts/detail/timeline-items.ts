import {
  resendLabel,
  deliveryChannelNames,
  effectiveStatus,
  explanationOf,
} from '#web/features/notifications/delivery-words.ts';
import type { AlertEntryFieldsFragment, TimelineDeliveryFieldsFragment } from '#web/gql/graphql.ts';

export type Entry = AlertEntryFieldsFragment;

export type Delivery = TimelineDeliveryFieldsFragment;

/** An item of the timeline: one entry with its deliveries, or a run of flapping. */
export type TimelineItem =
  | { kind: 'line'; id: string; entry: Entry; told: readonly Delivery[] }
  | { kind: 'run'; id: string; entries: readonly Entry[] };

/** This many flapping entries in a row collapse into one item. */
const MANY = 5;

/** The timeline's entries in order, each with its deliveries. Long runs of flapping are collapsed. */
export function timelineItems(entries: readonly Entry[], deliveries: readonly Delivery[]): TimelineItem[] {
  const items: TimelineItem[] = [];
  let run: Entry[] = [];
  const endRun = () => {
    if (run.length >= MANY) items.push({ kind: 'run', id: run[0]!.id, entries: run });
    else items.push(...run.map((entry) => lineOf(entry, [])));
    run = [];
  };
  for (const entry of entries) {
    if (entry.kind === 'calm' || entry.kind === 'disturbed') {
      run.push(entry);
      continue;
    }
    endRun();
    const told = deliveries.filter(({ entryId }) => entryId === entry.id);
    items.push(lineOf(entry, [...told].sort(byPlace)));
  }
  endRun();
  return items;
}

const lineOf = (entry: Entry, told: readonly Delivery[]): TimelineItem => ({
  kind: 'line',
  id: entry.id,
  entry,
  told,
});

const byPlace = (one: Delivery, other: Delivery): number =>
  `${one.channel} ${one.recipient}`.localeCompare(`${other.channel} ${other.recipient}`);

/** Groups deliveries with the same status and reason, so that the reason is shown once. One with attempts or actions stays alone. */
export function groupAlike(told: readonly Delivery[]): Delivery[][] {
  const groups = Map.groupBy(told, (delivery) => {
    const why = explanationOf(delivery);
    const isPlain = why && delivery.attempts === 0 && !delivery.sentAt && !resendLabel(delivery);
    return isPlain ? `${effectiveStatus(delivery)} ${why}` : delivery.id;
  });
  return [...groups.values()];
}

/** "Email to noc@example.com, mia@example.com · Slack". */
export function placeWords(told: readonly Delivery[]): string {
  const byChannel = Map.groupBy(told, ({ channel }) => channel);
  return [...byChannel]
    .map(([channel, all]) => {
      const recipients = all.flatMap(({ recipient }) => recipient || []).join(', ');
      return recipients ? `${deliveryChannelNames[channel]} to ${recipients}` : deliveryChannelNames[channel];
    })
    .join(' · ');
}
