import { channelNames } from '#web/features/notifications/delivery-words.ts';
import type { AlertSeverity, NotificationChannel } from '#web/gql/graphql.ts';
import type { Entry, Told } from './timeline-items.ts';

/** A rule or a controller, as far as it asks for tickets. */
type Asking = { haloEnabled: boolean; haloSeverityLevels: readonly string[] };

const asksForTicket = (severity: AlertSeverity, asking: Asking | undefined): boolean =>
  asking !== undefined && asking.haloEnabled && asking.haloSeverityLevels.includes(severity);

/** Why nothing asks for a ticket of an alert, in a sentence; undefined where something does. */
export function whyNoTicket(
  severity: AlertSeverity,
  askers: readonly (Asking | undefined)[],
): string | undefined {
  if (askers.some((one) => asksForTicket(severity, one))) return undefined;
  return askers.some((one) => one?.haloEnabled)
    ? `No ticket: tickets are opened here, but not for the severity “${severity}”.`
    : 'No ticket: neither the rule nor the controller asks for one.';
}

export const hasTicketLine = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind.startsWith('ticket_'));

/** Why channels that are set up were not told that an alert began, and why it has no ticket; empty where there is nothing to say. */
export function notToldWords(
  told: readonly Pick<Told, 'channel'>[],
  setUp: readonly NotificationChannel[],
  noTicket: string | undefined,
): string {
  const untold = setUp.filter((one) => !told.some(({ channel }) => channel === one));
  const names = untold.map((one) => channelNames[one]).join(', ');
  const them = untold.length === 1 ? 'it' : 'them';
  return [
    told.length === 0 && 'Nobody was told: the rule named no channel.',
    told.length > 0 && names && `Not told: ${names} — the rule does not name ${them}.`,
    noTicket,
  ]
    .filter(Boolean)
    .join(' ');
}
