import {
  resendLabel,
  channelNames,
  effectiveStatus,
  explanationOf,
} from '#web/features/notifications/delivery-words.ts';
import type { AlertEntryFieldsFragment, DeliveriesQuery } from '#web/gql/graphql.ts';

export type Entry = AlertEntryFieldsFragment;

export type Delivery = DeliveriesQuery['deliveries']['nodes'][number];

/** What stands in a timeline: a line with who was told of it, or many comings and goings as one. */
export type TimelineItem =
  | { kind: 'line'; id: string; entry: Entry; told: readonly Delivery[] }
  | { kind: 'run'; id: string; entries: readonly Entry[] };

/** So many comings and goings in a row are one line. */
const MANY = 5;

/** The lines of a timeline with what was told of each, in the order of the lines; comings and goings are drawn together. */
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

/** Places that stand alike for the same reason stand together, so that it is said once; where there is more to see or to do, alone. */
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
      return recipients ? `${channelNames[channel]} to ${recipients}` : channelNames[channel];
    })
    .join(' · ');
}
