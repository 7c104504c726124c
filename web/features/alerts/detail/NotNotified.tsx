import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { HalopsaControllers, useHalopsa } from '#web/features/halopsa/useHalopsa.ts';
import { channelNames } from '#web/features/notifications/delivery-words.ts';
import { ChannelStates } from '#web/features/notifications/notifications.gql.ts';
import type { AlertInDetailQuery, AlertSeverity, NotificationChannel } from '#web/gql/graphql.ts';
import { useAlertRules } from '../rules/useAlertRules.ts';
import type { Entry, Delivery } from './timeline-items.ts';

type Props = { alert: AlertInDetailQuery['alert']; entries: readonly Entry[]; told: readonly Delivery[] };

/** Who was not told that an alert began, though they could have been, and why it has no ticket. */
export function NotNotified({ alert, entries, told }: Props) {
  const integrations = useQuery(ChannelStates).data?.integrations ?? [];
  const noTicket = useWhyNoTicket(alert, entries);
  const setUp = integrations.flatMap(({ type, madeFrom, isActive }) =>
    madeFrom === null && isActive && isChannel(type) ? type : [],
  );
  const words = notNotifiedWords(told, setUp, noTicket);
  if (!words) return null;
  return (
    <chakra.p textStyle="sm" color="fg.muted" mt={1}>
      {words}
    </chakra.p>
  );
}

const isChannel = (type: string): type is NotificationChannel => type in channelNames;

/** Why there is no ticket where some could be opened; undefined where one was asked for, or that is not known. */
function useWhyNoTicket(
  { severity, ticketId, ruleId, controllerId }: Props['alert'],
  entries: Props['entries'],
): string | undefined {
  const { isConfigured } = useHalopsa();
  const skip = !isConfigured || ticketId != null || hasTicketLine(entries);
  const { rules } = useAlertRules({ skip });
  const { data } = useQuery(HalopsaControllers, { skip });
  const controller = data?.controllers.find(({ id }) => id === controllerId);
  if (skip || !rules || !controller) return undefined;
  const rule = rules.find(({ id }) => id === ruleId);
  return whyNoTicket(severity, [rule, controller]);
}

/** A rule or a controller, as far as it asks for tickets. */
type TicketSettings = { haloEnabled: boolean; haloSeverityLevels: readonly string[] };

const asksForTicket = (severity: AlertSeverity, asking: TicketSettings | undefined): boolean =>
  asking !== undefined && asking.haloEnabled && asking.haloSeverityLevels.includes(severity);

/** Why nothing asks for a ticket of an alert, in a sentence; undefined where something does. */
function whyNoTicket(
  severity: AlertSeverity,
  askers: readonly (TicketSettings | undefined)[],
): string | undefined {
  if (askers.some((one) => asksForTicket(severity, one))) return undefined;
  return askers.some((one) => one?.haloEnabled)
    ? `No ticket: tickets are opened here, but not for the severity “${severity}”.`
    : 'No ticket: neither the rule nor the controller asks for one.';
}

const hasTicketLine = (entries: readonly Entry[]): boolean =>
  entries.some(({ kind }) => kind.startsWith('ticket_'));

/** Why channels that are set up were not told that an alert began, and why it has no ticket; empty where there is nothing to say. */
function notNotifiedWords(
  told: readonly Pick<Delivery, 'channel'>[],
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
